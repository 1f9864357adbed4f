"""A match as a file, one JSON line per event: to keep it, to move it, to look at it."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from scorekeeper.ledger import Damaged, Event, check_event
from scorekeeper.match import Match, fold
from scorekeeper.match.nonsense import Nonsense
from scorekeeper.match.sense import check_sense

FIELDS = {"match": str, "seq": int, "kind": str, "body": dict, "key": str, "at": str}
KINDS = {str: "a text", int: "a whole number", dict: "an object"}

CODE = re.compile(r"[A-Z0-9]{1,16}")
FIRST_TIME, LAST_TIME = "1970-01-01T00:00:00Z", "3000-01-01T00:00:00Z"


class BrokenLine(ValueError):
    """A line of the file cannot be read: `line` is its number, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


def dump(events: Iterable[Event]) -> str:
    """The lines of a match."""
    lines = (json.dumps(asdict(event), ensure_ascii=False, sort_keys=True) for event in events)
    return "".join(line + "\n" for line in lines)


def load(text: str) -> list[Event]:
    """The events of a file. Raises BrokenLine at the first line that does not fit.

    Every line must be one event of one match, in order, and make sense there: what is taken in can
    be shown on every page.

    >>> load("no JSON")
    Traceback (most recent call last):
    scorekeeper.match.files.BrokenLine: line 1: no JSON: Expecting value: line 1 column 1 (char 0)
    """
    events: list[Event] = []
    keys: set[str] = set()
    # Not splitlines(): a text may hold U+2028 and its like.
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
        event = _event(number, line)
        try:
            check_event(event, events[0].match if events else event.match, number, keys)
        except Damaged as damaged:
            raise BrokenLine(number, str(damaged)) from None
        events.append(event)
        keys.add(event.key)
    if not events:
        raise BrokenLine(1, "the file is empty")
    _check_fold(events)
    return events


def _event(number: int, line: str) -> Event:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BrokenLine(number, f"no JSON: {error}") from None
    if fault := next(_faults(data), ""):
        raise BrokenLine(number, f"{fault}; an event has the members {', '.join(FIELDS)}")
    event = Event(**data)
    if not CODE.fullmatch(event.match):
        raise BrokenLine(number, "match: a code is 1 to 16 capital letters and digits")
    if not FIRST_TIME <= event.at < LAST_TIME:
        raise BrokenLine(number, f"at: the time lies between {FIRST_TIME} and {LAST_TIME}")
    return event


def _faults(data: object) -> Iterator[str]:
    """What is wrong with the members of a line."""
    if not isinstance(data, dict):
        yield "this is no object"
        return
    yield from (f"{name}: this is missing" for name in FIELDS if name not in data)
    yield from (f"{name}: there is no such member" for name in data if name not in FIELDS)
    for name, kind in FIELDS.items():
        if type(data.get(name)) is not kind:
            yield f"{name}: this must be {KINDS[kind]}"


def _check_fold(events: Sequence[Event]) -> None:
    """Raises BrokenLine at the first event that makes no sense in its match."""
    match: Match | None = None
    for line, event in enumerate(events, start=1):
        try:
            check_sense(match, event)
            match = match.after(event) if match else fold((event,))
        except Nonsense as fault:
            raise BrokenLine(line, str(fault)) from None
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError) as error:
            raise BrokenLine(line, f"body: this event makes no sense: {error!r}") from None

"""A match as a file, one JSON line per event: to keep it, to move it, to look at it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from scorekeeper.ledger import KINDS, Damaged, Event, check_whole
from scorekeeper.match import Match, UnknownRow, fold

FIELDS = {"match": str, "seq": int, "kind": str, "body": dict, "key": str, "at": str}


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
    """The events of a file. Raises BrokenLine at the first line that does not fit; nothing is kept.

    Every line must be one event of one match, in order, and the whole must fold.
    """
    events: list[Event] = []
    # Not splitlines(): a text may hold U+2028 and its like.
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
        events.append(_event(number, line, events))
    if not events:
        raise BrokenLine(1, "the file is empty")
    _check_fold(events)
    return events


def _event(number: int, line: str, before: Sequence[Event]) -> Event:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BrokenLine(number, f"no JSON: {error}") from None
    if not isinstance(data, dict) or {k: type(v) for k, v in data.items()} != FIELDS:
        raise BrokenLine(number, f"an event has exactly these members: {', '.join(FIELDS)}")
    event = Event(**data)
    if why := _misplaced(event, before):
        raise BrokenLine(number, why)
    return event


def _misplaced(event: Event, before: Sequence[Event]) -> str:
    """Why an event cannot follow those before it; empty if it can."""
    if event.seq != len(before) + 1:
        return f"event {len(before) + 1} is missing"
    if before and event.match != before[0].match:
        return "another match"
    if event.kind not in KINDS or (event.kind == "opened") != (not before):
        return f"an event {event.kind!r} cannot be here"
    if any(event.key == other.key for other in before):
        return "the key of another event"
    return _unfit(event)


def _unfit(event: Event) -> str:
    """Why the ledger would not take an event wherever it stood; empty if it would."""
    try:
        check_whole((replace(event, seq=1, kind="opened"),))
    except Damaged as damaged:
        return str(damaged)
    return ""


def _check_fold(events: Sequence[Event]) -> None:
    """Raises BrokenLine at the first event that makes no sense in its match."""
    match: Match | None = None
    for line, event in enumerate(events, start=1):
        try:
            match = match.after(event) if match else fold((event,))
            _check_sense(match, event)
        except (KeyError, IndexError, TypeError, ValueError, UnknownRow) as error:
            raise BrokenLine(line, f"this event makes no sense: {error!r}") from None


def _check_sense(match: Match, event: Event) -> None:
    """Raises ValueError if an event folds, but leaves no match that can be shown."""
    if event.kind == "recorded" and "entry" not in event.body:
        raise ValueError("there is no entry")
    if len(match.names) not in match.game.seats or not all(type(n) is str for n in match.names):
        raise ValueError("the names are not those of the players")
    if match.standing.dealer not in range(len(match.names)):
        raise ValueError("the dealer does not sit at the table")

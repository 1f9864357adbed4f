"""A stream as a file, one JSON line per event, to keep it, to move it, to look at it; and the types
of stream that a file or a ledger holds: a match, and what rooms of the third floor add.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, Generic, TypeVar

from scorekeeper.ledger import Damaged, Event, Ledger
from scorekeeper.ledger.chain import verify_event
from scorekeeper.rooms import modules_of_rooms
from scorekeeper.schema import Invalid, unique_members
from scorekeeper.stream.kinds import InvalidEvent, Kinds
from scorekeeper.turns import give_way

CODE = re.compile(r"[A-Z0-9]{1,16}")
"""What the code of a stream looks like."""

FIELDS = {"match": str, "seq": int, "kind": str, "body": dict, "key": str, "at": str, "hash": str}
EVENT_ATTRIBUTES = {"match": "stream"}
"""What a member of a line is called in an `Event`, if otherwise."""
OPTIONAL = frozenset({"hash"})
"""What events of older versions do not have."""
T = TypeVar("T")
Events = list[Event]
"""All the events of one code: of a match or a company."""
Part = tuple[int, list[str]]
"""The lines of a stream, after the number of the first of them."""
TYPE_NAMES = {str: "a text", int: "a whole number", dict: "an object"}

FIRST_TIME, LAST_TIME = "1970-01-01T00:00:00Z", "3000-01-01T00:00:00Z"


class BrokenLine(ValueError):
    """A line of the file cannot be read: `line` is its number, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


def dump(events: Iterable[Event]) -> str:
    """The lines of a stream."""
    return "".join(f"{line_of(event)}\n" for event in events)


def dump_all(streams: Iterable[Events]) -> str:
    """The lines of a file of some streams."""
    return "".join(map(dump, streams))


def line_of(event: Event) -> str:
    give_way()
    # Not asdict(): it would copy every body, which costs five times the rest.
    data = {name: getattr(event, EVENT_ATTRIBUTES.get(name, name)) for name in FIELDS}
    if not event.hash:
        del data["hash"]
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


def event_from_members(data: Mapping[str, Any]) -> Event:
    """The event of a line's members. Raises TypeError for others than an event has."""
    if not isinstance(data, Mapping):
        raise TypeError("an event is an object")
    return Event(**{EVENT_ATTRIBUTES.get(name, name): value for name, value in data.items()})


def lines_of(text: str) -> list[str]:
    # Not splitlines(): a text may hold U+2028 and its like.
    return text.removesuffix("\n").split("\n") if text else []


def load_events(lines: Iterable[str], first: int = 1) -> list[Event]:
    """The events 1, 2, 3 … of one match or company; the line `first` is the first of them.

    Raises BrokenLine.
    """
    events: list[Event] = []
    keys: set[str] = set()
    previous = ""
    for seq, line in enumerate(lines, start=1):
        number = first + seq - 1
        event = parse_event(number, line)
        match = events[0].stream if events else event.stream
        try:
            previous = verify_event(event, match, seq, keys, previous)
        except Damaged as damaged:
            raise BrokenLine(number, str(damaged)) from None
        events.append(event)
        keys.add(event.key)
    if not events:
        raise BrokenLine(first, "the file is empty")
    return events


def parse_event(number: int, line: str) -> Event:
    """The event of a line, which is one of such a number. Raises BrokenLine."""
    try:
        data = json.loads(line, object_pairs_hook=unique_members)
    except Invalid as error:
        raise BrokenLine(number, f"{error.path}: this member is given twice") from None
    except (ValueError, RecursionError) as error:
        raise BrokenLine(number, f"no JSON: {error}") from None
    if fault := next(_faults(data), ""):
        raise BrokenLine(number, f"{fault}; an event has the members {', '.join(FIELDS)}")
    event = event_from_members(data)
    if not CODE.fullmatch(event.stream):
        raise BrokenLine(number, "match: a code is 1 to 16 capital letters and digits")
    if not FIRST_TIME <= event.at < LAST_TIME:
        raise BrokenLine(number, f"at: the time lies between {FIRST_TIME} and {LAST_TIME}")
    # What is proven by a hash must read alike for everybody who reads it.
    if event.hash and line != line_of(event):
        raise BrokenLine(number, "hash: the line is not written as Scorekeeper writes it")
    return event


def _faults(data: object) -> Iterator[str]:
    if not isinstance(data, dict):
        yield "this is no object"
        return
    missing = (name for name in FIELDS if name not in data and name not in OPTIONAL)
    yield from (f"{name}: this is missing" for name in missing)
    yield from (f"{name}: there is no such member" for name in data if name not in FIELDS)
    for name, kind in FIELDS.items():
        if name in data and type(data[name]) is not kind:
            yield f"{name}: this must be {TYPE_NAMES[kind]}"


def fold_checked(
    events: Sequence[Event], fold_one: Callable[[T | None, Event], T], first: int = 1
) -> T | None:
    """What events come to, one after the other; raises BrokenLine at the first without sense."""
    folded: T | None = None
    for line, event in enumerate(events, start=first):
        try:
            folded = fold_one(folded, event)
        except InvalidEvent as fault:
            raise BrokenLine(line, str(fault)) from None
    return folded


def split_streams(lines: Sequence[str]) -> Iterator[Part]:
    """The lines of each match or company of a file, with the number of the first of them."""
    code = ""
    codes: list[str] = []
    for line in lines:
        codes.append(code := code_in(line) or code)
    for _, group in groupby(range(len(lines)), key=codes.__getitem__):
        numbers = list(group)
        yield numbers[0] + 1, [lines[number] for number in numbers]


def code_in(line: str) -> str:
    """The code in a line; empty where none can be read, as the line will be refused anyhow."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    code = data.get("match") if isinstance(data, Mapping) else None
    return code if isinstance(code, str) else ""


N = TypeVar("N")
Forget = Callable[[Ledger, Sequence[Event], str], Sequence[str] | None]


@dataclass(frozen=True)
class StreamType(Generic[N]):
    """What files and maintenance have to know of a type of stream."""

    kinds: Kinds[N, Any]
    mark: str
    """The member of its opening by which it is known."""
    fold: Callable[[Sequence[Event]], N]
    after: Callable[[N, Event], N]
    """What it is with one event more."""
    part: str = ""
    """What other streams are called that belong to it ("table"); empty if none do."""
    parts: Callable[[Sequence[Event]], Sequence[str]] = lambda events: ()
    """The codes of those; a file of it has them, too."""
    owner: str = ""
    """The member of a part's opening that names what it belongs to."""
    check_part: Callable[[N, Sequence[Event]], str] = lambda noun, events: ""
    """What is wrong with a part; empty if nothing is."""
    strict: bool = False
    """Maintenance asks whether each event makes sense, not only whether they can be folded."""
    names_in: Callable[[Sequence[Event]], set[str]] = lambda events: set()
    without_names: Callable[[Sequence[Event], str | None], Iterable[Event]] | None = None
    """The events without the names of all, or of one person."""
    forget: Forget = lambda ledger, events, player: None
    """Forgets one person in it and in all its parts; gives the codes of what it rewrote, or None
    for nobody of this name.
    """

    @property
    def name(self) -> str:
        """What it is called: "match"."""
        return self.kinds.noun

    def checked(self, noun: N | None, event: Event) -> N:
        """It (None: it is being opened) one event later. Raises InvalidEvent."""
        self.kinds.validate_event(noun, event)
        return self.after(noun, event) if noun else self.fold((event,))

    def streams(self, ledger: Ledger, events: Events) -> list[Events]:
        parts = (_read_in_turn(ledger, code) for code in self.parts(events))
        return [events, *filter(None, parts)]


def _read_in_turn(ledger: Ledger, code: str) -> Events:
    give_way()
    return ledger.read(code)


AnyType = StreamType[Any]


@cache
def types_of_rooms() -> tuple[AnyType, ...]:
    """The types that rooms add: STREAM in the module `files` of each that has one."""
    return tuple(module.STREAM for module in modules_of_rooms("files"))


def load_as(types: Iterable[AnyType], text: str) -> list[Events]:
    """The streams of a file, whole and with sense: the first of any type, then its parts, none of
    them missing. Raises BrokenLine at the first line without.
    """
    head, *rest = split_streams(lines_of(text)) if text else [(1, [])]
    first, lines = head
    events = load_events(lines, first)
    known = {each.mark: each for each in types}
    whole = next((known[mark] for mark in known if mark in events[0].body), known["names"])
    noun = fold_checked(events, whole.checked, first)
    return [events, *_parts(whole, noun, events, rest, known["names"])]


def _parts(
    whole: AnyType, noun: object, events: Events, parts: Sequence[Part], match: AnyType
) -> Iterator[Events]:
    """The events of the parts of a stream. Raises BrokenLine, also for one that is missing."""
    left = list(whole.parts(events))
    for first, lines in parts:
        if not whole.part:
            raise BrokenLine(first, f"match: the file of a {whole.name} holds that alone")
        if (code := code_in(lines[0])) not in left:
            what = f"match: {code} is no {whole.part} of {events[0].stream}, or here twice"
            raise BrokenLine(first, what)
        left.remove(code)
        read = load_events(lines, first)
        fold_checked(read, match.checked, first)
        if fault := whole.check_part(noun, read):
            raise BrokenLine(first, fault)
        yield read
    if left:
        what = f"of the {whole.part}s of {events[0].stream} these are missing: {', '.join(left)}"
        raise BrokenLine(1, what)

"""A stream as a file, one JSON line per event, to keep it, to move it, to look at it; and the types
of stream that a file or a ledger holds: a match, and what rooms of the third floor add.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from io import StringIO
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any, Generic, TypeVar

from scorekeeper.core.rooms import rooms
from scorekeeper.core.schema import Invalid, unique_members
from scorekeeper.core.turns import give_way
from scorekeeper.ledger import Damaged, Event, Ledger
from scorekeeper.ledger.chain import rehashed, verify_event
from scorekeeper.stream.kinds import InvalidEvent
from scorekeeper.stream.streams import Stream

CODE = re.compile(r"[A-Z0-9]{1,16}")
"""What the code of a stream looks like."""

FIELDS = {"match": str, "seq": int, "kind": str, "body": dict, "key": str, "at": str, "hash": str}
EVENT_ATTRIBUTES = {"match": "stream"}
"""What a member of a line is called in an `Event`, if otherwise."""
OPTIONAL = frozenset({"hash"})
"""What events of older versions do not have."""
T = TypeVar("T")
Events = list[Event]
"""All the events of one code: of a match or a group."""
Part = tuple[int, Iterable[str]]
"""The lines of a stream, after the number of the first of them."""
TYPE_NAMES = {str: "a text", int: "a whole number", dict: "an object"}

MOST_LETTERS, MOST_KEY = 200_000, 100
"""The most letters of a line, and of the key in it; what this program writes has fewer."""
LONGER = "whoever runs the server brings it in with “scorekeeper import”"
FIRST_TIME, LAST_TIME = "1970-01-01T00:00:00Z", "3000-01-01T00:00:00Z"


class BrokenLine(ValueError):
    """A line of the file cannot be read: `line` is its number, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why

    @property
    def member(self) -> str:
        """The member of the line that is wrong ("body.names"); empty if it is the line itself."""
        named = re.match(r"([a-z_][\w.]*): ", self.why)
        return named[1] if named else ""


class TooLong(BrokenLine):
    """The line, or the file with it, is longer than one that may come in."""


def dump(events: Iterable[Event]) -> str:
    """The lines of a stream."""
    return "".join(f"{line_of(event)}\n" for event in events)


def dump_all(streams: Iterable[Events]) -> str:
    """The lines of a file of some streams."""
    return "".join(map(dump, streams))


def under_code(events: Events, code: str) -> Events:
    """A stream as if it had always had this code; the same one if it has."""
    if code == events[0].stream:
        return events
    return [*rehashed(replace(event, stream=code) for event in events)]


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


def lines_of(text: str) -> Iterator[str]:
    """The lines of a file but for empty ones: an editor may have added them, or other line ends."""
    return (line for _number, line in _numbered(text))


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    # Not splitlines(): a text may hold U+2028 and its like. One by one: the first bad one ends it.
    for number, line in enumerate(StringIO(text, newline="\n"), start=1):
        if content := line.rstrip("\r\n"):
            yield number, content
        else:
            give_way()


@contextmanager
def lines_counted(text: str) -> Iterator[None]:
    """Lets the BrokenLine of a text that is read say which line it is with the empty ones."""
    try:
        yield
    except BrokenLine as broken:
        number, _line = next(islice(_numbered(text), broken.line - 1, None), (1, ""))
        raise type(broken)(number, broken.why) from None


def load_events(lines: Iterable[str], first: int = 1, most: int | None = None) -> Iterator[Event]:
    """The events 1, 2, 3 … of one match or group, as they are read, `most` at most; the line
    `first` is the first of them. Raises BrokenLine.
    """
    keys: set[str] = set()
    previous = match = ""
    number = first - 1
    for number, line in enumerate(lines, start=first):
        if most is not None and number - first >= most:
            raise TooLong(number, f"the file has more than {most} lines: {LONGER}")
        event = parse_event(number, line)
        match = match or event.stream
        try:
            previous = verify_event(event, match, number - first + 1, keys, previous)
        except Damaged as damaged:
            raise BrokenLine(number, str(damaged)) from None
        keys.add(event.key)
        yield event
    if number < first:
        raise BrokenLine(first, "the file is empty")


def parse_event(number: int, line: str) -> Event:
    """The event of a line, which is one of such a number. Raises BrokenLine."""
    if len(line) > MOST_LETTERS:
        raise TooLong(number, f"a line has at most {MOST_LETTERS} letters")
    try:
        data = json.loads(line, object_pairs_hook=unique_members)
    except Invalid as error:
        raise BrokenLine(number, f"{error.path}: this member is given twice") from None
    except (ValueError, RecursionError) as error:
        raise BrokenLine(number, f"no JSON: {error}") from None
    if fault := next(_faults(data), ""):
        raise BrokenLine(number, f"{fault}; an event has the members {', '.join(FIELDS)}")
    event = event_from_members(data)
    if fault := next(_complaints(event, line), ""):
        raise BrokenLine(number, fault)
    return event


def _complaints(event: Event, line: str) -> Iterator[str]:
    if not CODE.fullmatch(event.stream):
        yield "match: a code is 1 to 16 capital letters and digits"
    if len(event.key) > MOST_KEY:
        yield f"key: it has at most {MOST_KEY} letters"
    if not FIRST_TIME <= event.at < LAST_TIME:
        yield f"at: the time lies between {FIRST_TIME} and {LAST_TIME}"
    # What is proven by a hash must read alike for everybody who reads it.
    if event.hash and line != line_of(event):
        yield "hash: the line is not written as Scorekeeper writes it"


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


def split_streams(lines: Iterable[str]) -> Iterator[Part]:
    """The lines of each match or group of a file, with the number of the first of them; those of
    one have to be read before the next is asked for.
    """
    code = ""

    def code_of(numbered: tuple[int, str]) -> str:
        nonlocal code
        code = code_in(numbered[1]) or code
        return code

    for _, group in groupby(enumerate(lines, start=1), key=code_of):
        first, line = next(group)
        yield first, chain([line], map(itemgetter(1), group))  # noqa: B031


def code_in(line: str) -> str:
    """The code in a line; empty where none can be read, as the line will be refused anyhow."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    code = data.get("match") if isinstance(data, Mapping) else None
    return code if isinstance(code, str) else ""


N = TypeVar("N", bound=Stream)
Forget = Callable[[Ledger, Sequence[Event], str], Sequence[str] | None]


@dataclass(frozen=True)
class StreamType(Generic[N]):
    """What files and maintenance have to know of a type of stream."""

    noun: type[N]
    growth: Callable[[], Callable[[N, Event], N]] = lambda: lambda noun, event: noun.after(event)
    """Gives what adds one event after the other to one; it may use up what it gave before."""
    allow: Callable[[Event], None] = lambda event: None
    """Raises InvalidEvent for what may not come in, though it makes sense."""
    most: int | None = None
    """So many events at most may come in, if not any number."""
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
        return self.noun.kinds.noun

    def read(self, events: Iterable[Event], first: int = 1) -> N:
        """What events come to that make sense one after the other; the first of them is line
        `first`. Raises BrokenLine.
        """
        after = self.growth()

        def checked(noun: N | None, event: Event) -> N:
            self.allow(event)
            self.noun.kinds.validate_event(noun, event)
            return after(noun, event) if noun else self.noun.fold((event,))

        noun: N | None = None
        for line, event in enumerate(events, start=first):
            try:
                noun = checked(noun, event)
            except InvalidEvent as fault:
                raise BrokenLine(line, str(fault)) from None
        assert noun is not None, "whoever reads events says so if there are none"
        return noun

    def streams(self, ledger: Ledger, events: Events) -> list[Events]:
        found = [events]
        for code in self.parts(events):
            give_way()
            if part := ledger.read(code):
                found.append(part)
        return found


AnyType = StreamType[Any]


@cache
def types_of_rooms() -> tuple[AnyType, ...]:
    """The types that rooms add."""
    return tuple(type for room in rooms() for type in room.stream_types())


def load_as(types: Iterable[AnyType], text: str) -> list[Events]:
    """The streams of a file, whole and with sense: the first of any type, then its parts, none of
    them missing. Raises BrokenLine at the first line without.
    """
    streams = split_streams(lines_of(text))
    first, lines = next(streams, (1, ()))
    opening = next(events := load_events(lines, first))
    known = {each.noun.mark: each for each in types}
    whole = next((known[mark] for mark in known if mark in opening.body), known["names"])
    noun = whole.read(chain([opening], events), first)
    return [[*noun.events], *_parts(whole, noun, streams, known["names"])]


def _parts(whole: AnyType, noun: Any, parts: Iterable[Part], match: AnyType) -> Iterator[Events]:
    """The events of the parts of a stream. Raises BrokenLine, also for one that is missing."""
    left = dict.fromkeys(whole.parts(noun.events))
    for first, lines in parts:
        if not whole.part:
            raise BrokenLine(first, f"match: the file of a {whole.name} holds that alone")
        opening = next(events := load_events(lines, first))
        if opening.stream not in left:
            what = f"match: {opening.stream} is no {whole.part} of {noun.code}, or here twice"
            raise BrokenLine(first, what)
        del left[opening.stream]
        read = [*match.read(chain([opening], events), first).events]
        if fault := whole.check_part(noun, read):
            raise BrokenLine(first, fault)
        yield read
    if left:
        what = f"of the {whole.part}s of {noun.code} these are missing: {', '.join(left)}"
        raise BrokenLine(1, what)

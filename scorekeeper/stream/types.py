"""The types of stream that a ledger holds: a match, and what rooms of the third floor add."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from scorekeeper.ledger import Event, Ledger
from scorekeeper.rooms import modules_of_rooms
from scorekeeper.stream.files import (
    BrokenLine,
    Part,
    Stream,
    check_fold,
    code_in,
    lines_of,
    load_events,
    parts_of,
)
from scorekeeper.stream.kinds import Kinds

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
        """It (None: it is being opened) one event later. Raises Nonsense."""
        self.kinds.check(noun, event)
        return self.after(noun, event) if noun else self.fold((event,))

    def streams(self, ledger: Ledger, events: Stream) -> list[Stream]:
        """Its events, then those of its parts that are here."""
        return [events, *filter(None, map(ledger.read, self.parts(events)))]


AnyType = StreamType[Any]


@cache
def types_of_rooms() -> tuple[AnyType, ...]:
    """The types that rooms add: STREAM in the module `files` of each that has one."""
    return tuple(module.STREAM for module in modules_of_rooms("files"))


def load_as(types: Iterable[AnyType], text: str) -> list[Stream]:
    """The streams of a file, whole and with sense: the first of any type, then its parts, none of
    them missing. Raises BrokenLine at the first line without.
    """
    head, *rest = parts_of(lines_of(text)) if text else [(1, [])]
    first, lines = head
    events = load_events(lines, first)
    known = {each.mark: each for each in types}
    whole = next((known[mark] for mark in known if mark in events[0].body), known["names"])
    noun = check_fold(events, whole.checked, first)
    return [events, *_parts(whole, noun, events, rest, known["names"])]


def _parts(
    whole: AnyType, noun: object, events: Stream, parts: Sequence[Part], match: AnyType
) -> Iterator[Stream]:
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
        check_fold(read, match.checked, first)
        if fault := whole.check_part(noun, read):
            raise BrokenLine(first, fault)
        yield read
    if left:
        what = f"of the {whole.part}s of {events[0].stream} these are missing: {', '.join(left)}"
        raise BrokenLine(1, what)

"""A match as a file, and the same match as if its players had always been called by their numbers.

Who forgets people keeps scores, entries and rulings; names go, and with them the notes of rows and
rulings and the name of the house rules, where somebody may be named. Every event gets another key,
so that whoever read the match before sees that it changed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from uuid import uuid4

from scorekeeper.core.schema import dump_fields
from scorekeeper.ledger import Event, Ledger, now
from scorekeeper.ledger.chain import chain_hash, last_hash
from scorekeeper.match import MATCH, Growth, Match, group_of
from scorekeeper.match.events import Grouped
from scorekeeper.match.rulings import JudgementRecord
from scorekeeper.referee.judgements import is_verdict_code
from scorekeeper.stream import files
from scorekeeper.stream.kinds import InvalidEvent
from scorekeeper.stream.roles import Changes, texts_in, with_changes
from scorekeeper.stream.tournament import STREAM as TOURNAMENTS

STREAM = files.StreamType(Match, lambda: Growth().after)
"""A match, as files and maintenance see it."""
MOST_LINES, MOST_AGAIN = 6_000, 30_000
"""The most events of a match that a phone brings in, and the most rows that its corrections may
have counted again: longer ones take an operator.
"""


def validate_alone(event: Event) -> None:
    """Raises InvalidEvent if an event names another stream, whatever becomes of it: a phone brings
    in nothing but a match. What that says of its `group` is let in, since it ends there.
    """
    shape = MATCH.body_types.get(event.kind, object)
    for member, said in event.body.items():
        if member != "group" and any(texts_in(shape, {member: said}, "stream")):
            raise InvalidEvent(f"body.{member}", "a match that comes in names no other stream")


def on_its_own(events: files.Events, code: str) -> files.Events:
    """A match that comes in under a code: whatever it says, no group may read it any more."""
    events = files.under_code(events, code)
    if group_of(events) == "":
        return events
    last, body = events[-1], dump_fields(Grouped(group=""))
    alone = Event(code, last.seq + 1, Grouped.kind, body, str(uuid4()), max(last.at, now()))
    return [*events, replace(alone, hash=chain_hash(last_hash(events), alone))]


ALONE = replace(STREAM, allow=validate_alone)
"""A match that a phone takes in for itself."""
SENT = replace(ALONE, growth=lambda: Growth(MOST_AGAIN).after, most=MOST_LINES)
"""A match that a phone brings to a server."""


def load(text: str, type: files.StreamType[Match] = STREAM) -> list[Event]:
    """The events of the file of a match. Raises BrokenLine at the first line that does not fit.

    Every line must be one event of one match, in order, and make sense there: what is taken in can
    be shown on every page.

    >>> load("no JSON")
    Traceback (most recent call last):
    scorekeeper.stream.files.BrokenLine: line 1: no JSON: Expecting value: line 1 column 1 (char 0)
    """
    return [*type.read(files.load_events(files.lines_of(text), most=type.most)).events]


def load_file(text: str) -> list[files.Events]:
    """The streams of any file: those of a match, of an old tournament, or of what a room adds, with
    all its parts. Raises BrokenLine.
    """
    with files.lines_counted(text):
        return files.load_as((STREAM, TOURNAMENTS, *files.types_of_rooms()), text)


def stream_type_of(events: Sequence[Event]) -> files.AnyType:
    types = (TOURNAMENTS, *files.types_of_rooms())
    return next((each for each in types if each.noun.mark in events[0].body), STREAM)


def streams_of(ledger: Ledger, code: str) -> list[files.Events]:
    """The events of a stream, then those of its parts; none for a code of nothing."""
    events = ledger.read(code)
    return stream_type_of(events).streams(ledger, events) if events else []


class NameEraser:
    """What names become: those of everybody, or of one `player` (however it is capitalised).

    Events are given in their order, since a name stands for whoever sat there last.
    """

    def __init__(self, player: str | None = None) -> None:
        self._player = None if player is None else player.casefold()
        self._labels: dict[str, str] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, label in self._labels.items() if name != label)

    def event(self, event: Event) -> Event:
        for person, name in named_in(event):
            self._labels[name] = self._new_name(person, name)
        changes: Changes = {"name": self._label, "label": self._note, "text": self._note}
        body = with_changes(MATCH.body_types[event.kind], event.body, changes)
        return replace(event, body=body, key=str(uuid4()))

    def verdict(self, event: Event) -> Event:
        """A kept verdict on this lineup without its names; its code stays."""
        judged = with_changes(JudgementRecord, event.body["judged"], {"name": self._label})
        return replace(event, body={"judged": judged})

    def _new_name(self, person: int, name: str) -> str:
        return str(person + 1) if self._goes(name) else name

    def _note(self, note: str) -> str:
        """A note in which nobody is named who goes; empty if somebody may be."""
        says_it = self._player is None or self._player in note.casefold()
        return "" if says_it else note

    def _label(self, name: str) -> str:
        return self._labels.get(name, "–" if self._goes(name) else name)

    def _goes(self, name: str) -> bool:
        return self._player is None or name.casefold() == self._player


def named_in(event: Event) -> Iterator[tuple[int, str]]:
    """The number and the name of each person whom an event of a match gives one."""
    if names := event.body.get("names", ()):
        yield from zip(event.body.get("seats", range(len(names))), names, strict=True)


class Verdicts:
    """The kept verdicts of a house, found by their codes and by whom they name: of the `events`
    under codes like theirs those that are some.
    """

    def __init__(self, events: Iterable[Event]) -> None:
        self._by_code: dict[str, Event] = {}
        self._by_names: defaultdict[frozenset[str], list[Event]] = defaultdict(list)
        for event in events:
            if "judged" not in event.body:
                continue
            self._by_code[event.stream] = event
            self._by_names[frozenset(event.body["judged"]["names"])].append(event)
        self._by_one: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
        for names in filter(None, self._by_names):
            self._by_one[min(names)].append(names)

    def of(self, events: Iterable[Event]) -> list[Event]:
        """Those that a match links to, or that name its lineup or some of it."""
        links: dict[str, None] = {}
        lineups: dict[frozenset[str], None] = {}
        for event in events:
            asked = [event.body[part] for part in ("ruling", "question") if part in event.body]
            links |= {each["link"]: None for each in asked}
            lineups |= {frozenset(event.body.get("names", ())): None}
        found = {code: self._by_code[code] for code in links if code in self._by_code}
        named = chain.from_iterable(map(self._naming, lineups))
        return list((found | {verdict.stream: verdict for verdict in named}).values())

    def _naming(self, lineup: frozenset[str]) -> Iterator[Event]:
        for one in sorted(lineup):
            for names in self._by_one.get(one, ()):
                if names <= lineup:
                    yield from self._by_names[names]


def verdicts_in(ledger: Ledger) -> Verdicts:
    """All kept verdicts of a ledger: each is an event of its own."""
    return Verdicts(ledger.read(code)[0] for code in filter(is_verdict_code, ledger.matches()))

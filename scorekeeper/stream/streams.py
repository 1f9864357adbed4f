"""The streams of a ledger: the fold of each stays in memory, a save is known by its key, and what
was done last can be taken back – strikes, strikes of strikes, and the corrections of an entry.
"""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import chain
from types import MappingProxyType
from typing import ClassVar, Generic, Self, TypeVar

from scorekeeper.core.schema import dump_fields
from scorekeeper.core.turns import Locks
from scorekeeper.games import UnknownGame
from scorekeeper.ledger import Event, KeyReused, Ledger, Stale, Unavailable
from scorekeeper.ledger.chain import chain_hash, is_same_event, require_durable, verify_stream
from scorekeeper.stream.kinds import AnyBody, AnyKinds, InvalidEvent
from scorekeeper.stream.roles import Links


def recording_of(events: Sequence[Event], event: Event) -> int:
    """The number of the event that recorded what a correction or a strike is about."""
    while event.kind in ("corrected", "struck"):
        if not 0 < event.body["event"] < event.seq:
            raise ValueError(f"event {event.seq} is about no earlier one")
        event = events[event.body["event"] - 1]
    return event.seq


def strikes_of(events: Sequence[Event]) -> Mapping[int, Event]:
    """Event number → the strike that took it back. Strikes can be taken back by later ones."""
    strikes: dict[int, Event] = {}
    for event in reversed(events):
        if event.kind == "struck" and event.seq not in strikes:
            strikes[event.body["event"]] = event
    return strikes


def versions_of(
    events: Sequence[Event], struck_by: Mapping[int, Event]
) -> dict[int, tuple[Event, ...]]:
    """Event number of a corrected entry → its own event and the corrections that hold."""
    versions: dict[int, list[Event]] = {}
    for event in events:
        if event.kind == "corrected" and event.seq not in struck_by:
            target = event.body["event"]
            versions.setdefault(target, [events[target - 1]]).append(event)
    return {target: tuple(those) for target, those in versions.items()}


ENDS = ("relinked", "ended")
"""The kinds of event that end links."""
NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Phone:
    """A phone that writes, or wrote: it says what it is `called`, or its `number` tells it from
    others. It came, or wrote last, `at` this time.
    """

    mark: str
    number: int
    at: str = ""
    called: str = ""
    ended: bool = False
    """Its role ended, and it has written nothing since."""


class Stream:
    """What a match and a group know of themselves as the fold of their events.

    `struck_by` maps each event that no longer holds to the strike that took it back; `links` says
    which links count; nothing takes that back, so an old link never lives again. `keepers` are the
    marks of phones whose role ends with no link.
    """

    kinds: ClassVar[AnyKinds]
    mark: ClassVar[str]
    """The member of an opening's body that tells this noun from others."""
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event]
    links: Links
    keepers: Collection[str] = frozenset()

    @classmethod
    def fold(cls, events: Sequence[Event]) -> Self:
        """What these events come to, the first of them `opened`."""
        raise NotImplementedError

    @classmethod
    def growth(cls, events: Sequence[Event], struck_by: Mapping[int, Event]) -> Iterator[Self]:
        """The stream before each event, as if what is struck had never been done."""
        raise NotImplementedError

    def after(self, event: Event) -> Self:
        """The stream one event later: the same as folding all events again."""
        return self.fold((*self.events, event))

    @property
    def code(self) -> str:
        return self.events[0].stream

    @property
    def version(self) -> int:
        """The number of the last event: a save says on which version it was made."""
        return self.events[-1].seq

    @cached_property
    def undo(self) -> Event | None:
        return next(filter(self._is_action, filter(self.holds, reversed(self.events))), None)

    @cached_property
    def redo(self) -> Event | None:
        """The undo that Redo takes back, if nothing was done since."""
        for event in filter(self.holds, reversed(self.events)):
            if event.body.get("by") == "undo":
                return event
            if self._is_action(event):
                break
        return None

    def _is_action(self, event: Event) -> bool:
        return event.kind in self.undoable and "by" not in event.body

    @property
    def undoable(self) -> Container[str]:
        """The kinds of event that undo takes back."""
        return self.kinds.kinds_with("undoable")

    @property
    def redo_target(self) -> Event | None:
        """The event that Redo brings back: the one that the undo took."""
        return self.events[self.redo.body["event"] - 1] if self.redo else None

    @cached_property
    def link_events(self) -> tuple[Event, ...]:
        """The events that ended links: all of them, or some that give one role."""
        return tuple(event for event in self.events if event.kind in ENDS)

    @cached_property
    def phones(self) -> Mapping[str, Phone]:
        """Mark → the phone, of all that are known to write, in the order in which they came."""
        phones: dict[str, Phone] = {}
        for event in self.events:
            body = event.body
            if mark := self._writer_of(event):
                known = phones.get(mark) or Phone(mark, len(phones) + 1)
                called = body["name"] if event.kind == "introduced" else known.called
                phones[mark] = replace(known, at=event.at, called=called, ended=False)
            if event.kind in ENDS and body.get("person") is None:
                stay = {*self.keepers, body["phone"]} if "phone" in body else self.keepers
                of = {body["of"]} if body.get("of") else phones.keys() - stay
                phones |= {each: replace(phones[each], ended=True) for each in of & phones.keys()}
        return phones

    def phone(self, mark: str) -> Phone:
        """The phone with a mark; one that has not written yet is the next one."""
        return self.phones.get(mark) or Phone(mark, len(self.phones) + 1)

    def _writer_of(self, event: Event) -> str:
        retired = self.kinds.body_types[event.kind].retired
        return "" if retired else str(event.body.get("phone", ""))

    def holds(self, event: Event) -> bool:
        return event.seq not in self.struck_by

    def event_by_key(self, key: str, version: int = 0) -> Event | None:
        """The event that a save with this key already wrote since `version`, if it did."""
        return next((event for event in self.events[version:] if event.key == key), None)


S = TypeVar("S", bound=Stream)
T = TypeVar("T")


def keep_latest(memory: dict[str, T], name: str, value: T, most: int) -> T:
    """Puts a value into a memory of `most` values: what was kept longest ago goes first."""
    memory.pop(name, None)
    memory[name] = value
    while len(memory) > most:
        memory.pop(next(iter(memory)), None)
    return value


class StoodOn(ValueError):
    """An event cannot be taken back: these later `events` make no sense without it."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__(f"events {[event.seq for event in events]} stand on it")
        self.events = events


@contextmanager
def _blaming_damage(*parts: Sequence[Event]) -> Iterator[None]:
    """Raises Damaged where events, given in parts, cannot be folded and are not as they were
    written.
    """
    try:
        yield
    except Exception:
        verify_stream([*chain(*parts)])
        raise


class Streams(Generic[S]):
    """The streams of one kind in a ledger; the last `most` folds take in what is new."""

    noun: type[S]
    unknown: ClassVar[type[LookupError]]
    """What is raised for a code that is none of this kind's."""

    def __init__(self, ledger: Ledger, most: int = 200) -> None:
        self.ledger = ledger
        self._most = most
        self._folds: dict[str, S] = {}
        self._folding = Locks()

    def get(self, code: str) -> S:
        """The fold of a code's events, as it is now. Raises `unknown`, also for a game that is not
        here.
        """
        stream = self._caught_up(code)
        if stream is None:
            with self._folding(code):  # it gives way: who comes meanwhile finds what was folded
                stream = self._caught_up(code) or self._folded(code)
        return stream

    def _caught_up(self, code: str) -> S | None:
        """The fold in memory with what is new; None without one, and if it does not go on."""
        known = self._folds.get(code)
        if known is None:
            return None
        # The last event that is known is read again: names may have been forgotten since, or a
        # phone has what the server made of its events.
        events = self.ledger.read(code, known.version - 1)
        if not events or not is_same_event(events[0], known.events[-1]):
            return None
        return self._gone_on(known, events[1:])

    def _gone_on(self, known: S, events: Sequence[Event]) -> S:
        with _blaming_damage(known.events, events):
            return self._keep(reduce(self.noun.after, events, known))

    def _folded(self, code: str) -> S:
        """The fold of all that the ledger has of a code. Raises `unknown`."""
        events = self.ledger.read(code)
        if not events or self.noun.mark not in events[0].body:
            raise self.unknown(code)
        try:
            with _blaming_damage(events):
                return self._keep(self.noun.fold(events))
        except UnknownGame as error:
            raise self.unknown(code) from error

    def is_stale(self, stream: S, version: int) -> bool:
        """True if something that a form shows was written since a version, or if there is none."""
        quiet = stream.kinds.kinds_with("never_conflicts")
        since = stream.events[version:]
        return version > stream.version or any(event.kind not in quiet for event in since)

    def require_fresh(self, stream: S, version: int) -> None:
        """Raises Stale for a form that comes too late; Unavailable if that cannot be told, since
        the form shows what the store does not.
        """
        if not self.is_stale(stream, version):
            return
        newest = require_durable(self.ledger, stream.events[-1])[-1].seq
        if stream.version < version <= newest:
            raise Unavailable(f"{stream.code} was read of a store that is behind")
        raise Stale(newest)

    def write(self, stream: S, kind: str, body: Mapping[str, object], version: int, key: str) -> S:
        """Writes an event that says what nobody worked out.

        Raises Invalid or InvalidEvent, with the member of the body that cannot be; Stale,
        KeyReused.
        """
        if self._is_resend(stream, kind, body, version, key):
            return stream
        stream.kinds.validate_body(stream, kind, body)
        return self._append(stream, version, key, kind, body)

    def undo(self, stream: S, version: int, key: str) -> S:
        """Takes back the last thing that was done, if there is one. Raises Stale, KeyReused."""
        target = stream.undo.seq if stream.undo else None
        return self._strike(stream, {"event": target, "by": "undo"}, version, key)

    def redo(self, stream: S, version: int, key: str) -> S:
        """Takes back the last undo, if there is one. Raises Stale, KeyReused."""
        target = stream.redo.seq if stream.redo else None
        return self._strike(stream, {"event": target, "by": "redo"}, version, key)

    def take_back(self, stream: S, seq: int, version: int, key: str) -> S:
        """Takes back event `seq`, though it may not be the last, as Undo does.

        Raises Stale, KeyReused; StoodOn if something makes no sense without it.
        """
        if not stream.event_by_key(key, version) and (later := self.standing_on(stream, seq)):
            raise StoodOn(later)
        return self._strike(stream, {"event": seq, "by": "undo"}, version, key)

    def standing_on(self, stream: S, seq: int) -> list[Event]:
        """What was done after event `seq`, holds, and makes no sense without it."""
        strikes = stream.struck_by, {**stream.struck_by, seq: stream.events[-1]}
        worlds = (stream.growth(stream.events, each) for each in strikes)
        return [
            event
            for event, now, without in zip(stream.events, *worlds, strict=True)
            if event.seq > seq and stream.holds(event)
            if not self.fits(without, event) and self.fits(now, event)
        ]

    def fits(self, stream: S, event: Event) -> bool:
        """True if an event makes sense in a stream."""
        try:
            stream.kinds.validate_event(stream, event)
        except InvalidEvent:
            return False
        return True

    def renew_links(
        self, stream: S, phone: str, version: int, key: str, stays: Mapping[str, object] = NOTHING
    ) -> S:
        """Ends the links and the roles they gave, but for that of the phone with this mark, and
        for what it says that `stays`. Raises Stale, KeyReused.
        """
        if self._is_resend(stream, "relinked", {"phone": phone}, version, key):
            return stream
        body = {"generation": stream.links.generation + 1, "phone": phone, **stays}
        return self._append(stream, version, key, "relinked", body)

    def _strike(self, stream: S, body: Mapping[str, object], version: int, key: str) -> S:
        saved = stream.event_by_key(key, version)
        self._check_saved(saved, stream, version)
        if saved and (saved.kind, saved.body.get("by")) != ("struck", body.get("by")):
            raise KeyReused(key)
        if saved or body["event"] is None or body["event"] in stream.struck_by:
            return stream
        return self._append(stream, version, key, "struck", body)

    def _append(
        self, stream: S, version: int | None, key: str, kind: str, body: Mapping[str, object]
    ) -> S:
        """Appends an event to a stream that was seen as of a version; without one it never comes
        too late. Raises Stale, KeyReused.
        """
        while True:
            if version is not None:
                self.require_fresh(stream, version)
            try:
                return self.append_next(stream, key, kind, body)
            except Stale:
                stream = self.get(stream.code)

    def append_next(self, stream: S, key: str, kind: str, body: Mapping[str, object]) -> S:
        """Appends an event to a stream to which nothing was written meanwhile.

        Raises Stale, KeyReused.
        """
        event = self.ledger.append(stream.code, stream.version, key, kind, body)
        known = self._folds.get(stream.code)
        # Its hash says that nothing else lies between.
        if known and chain_hash(known.events[-1].hash, event) == event.hash:
            return self._gone_on(known, (event,))
        return self.get(stream.code)

    def append_always(self, stream: S, body: AnyBody, key: str) -> S:
        """Appends an event that never comes too late, whatever was written meanwhile.

        Raises KeyReused.
        """
        return self._append(stream, None, key, body.kind, dump_fields(body))

    def _check_saved(self, event: Event | None, stream: S, version: int) -> None:
        """Makes sure of an event that a save wrote before; without one the save must be fresh.

        Raises Stale, Unavailable.
        """
        if event is None:
            self.require_fresh(stream, version)
        else:
            require_durable(self.ledger, event)

    def _is_resend(
        self, stream: S, kind: str, body: Mapping[str, object], version: int, key: str
    ) -> bool:
        """True if this save has been written before.

        Raises KeyReused if the key was used for another save, Stale if somebody was quicker.
        """
        event = stream.event_by_key(key, version)
        self._check_saved(event, stream, version)
        if event and (event.kind != kind or any(event.body.get(k) != v for k, v in body.items())):
            raise KeyReused(key)
        return event is not None

    def _keep(self, stream: S) -> S:
        return keep_latest(self._folds, stream.code, stream, self._most)

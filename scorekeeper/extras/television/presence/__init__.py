"""Who looks on, and who has not been heard of since when: kept in memory, and for an hour.

The processes that serve one house tell each other: each leaves one note on a board that all can
see, and writes it anew while phones look on. Nothing runs for a phone: whether its stream still
flows is asked when somebody wants to know.

Here belongs what phones leave behind by looking: moments, with nothing of what they saw. It is no
history, so nothing of it goes into a ledger. How a phone is known, and names, do not belong here.
"""

import json
import os
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from threading import Lock
from typing import Literal, NamedTuple, Protocol

Kind = Literal["scorer", "watcher", "board"]

GRACE = 6.0
"""Seconds in which a phone may lose its stream and begin the next one: a page leads to another."""
POLL = 15.0
"""Seconds for which a phone without a stream is there after it asked."""
SIGN = 50.0
"""Seconds in which a phone that ever gave a sign of life on its stream gives the next one."""
FORGET_AFTER = 3600.0
"""Seconds after which a phone that gave no sign is forgotten."""


class PhoneActivity(NamedTuple):
    """One phone: what it is, in whose hand, and moments in seconds, 0 for never.

    When its latest stream `began`, when one was known to flow (`streamed`), when it `asked` for a
    page without one, and when it `signed` that it hears its stream.
    """

    kind: Kind
    person: int | None = None
    began: float = 0
    streamed: float = 0
    asked: float = 0
    signed: float = 0

    @property
    def heard(self) -> float:
        """When the phone itself was heard of; what a stream is believed to do does not count."""
        return max(self.began, self.asked, self.signed)

    def is_silent(self, now: float) -> bool:
        """True if its stream seems to flow, but is not heard: it ends in a proxy, or asleep."""
        return self.signed > self.began and now - self.signed >= SIGN

    def is_there(self, now: float) -> bool:
        """True if the phone looks on."""
        polls = self.asked > self.began and now - self.asked < POLL
        return polls or (now - self.streamed < GRACE and not self.is_silent(now))

    def last(self, now: float) -> float:
        """When it was there last, as far as is known."""
        return self.heard if self.is_silent(now) else max(self.heard, self.streamed)

    def moved(self, by: float) -> "PhoneActivity":
        """The same by a clock that is so many seconds ahead; what never was still is not."""
        return PhoneActivity(
            self.kind, self.person, *(moment and moment + by for moment in self[2:])
        )


@dataclass(frozen=True)
class Away:
    """A person of whose phones none looks on any more, and when one did last."""

    person: int
    since: float


@dataclass(frozen=True)
class Viewers:
    """Who looks on at a match: these `people`, and so many other phones of each kind.

    Those who are `away` looked on within the hour, the latest first.
    """

    people: tuple[int, ...] = ()
    others: Mapping[Kind, int] = field(default_factory=dict)
    away: tuple[Away, ...] = ()

    @property
    def number(self) -> int:
        """How many look on."""
        return len(self.people) + sum(self.others.values())


def merge_activity(one: PhoneActivity, other: PhoneActivity) -> PhoneActivity:
    """What two processes know of the same phone; whose news is newer says what it is."""
    newer = one if one.heard >= other.heard else other
    return PhoneActivity(newer.kind, newer.person, *map(max, one[2:], other[2:]))


def viewers_of(traces: Iterable[PhoneActivity], now: float) -> Viewers:
    """Who looks on, from what all phones left behind; a person may have several."""
    others: Counter[Kind] = Counter()
    here: set[int] = set()
    last: dict[int, float] = {}
    for trace in traces:
        there, person = trace.is_there(now), trace.person
        if person is None:
            others[trace.kind] += there
        elif there:
            here.add(person)
        else:
            last[person] = max(last.get(person, 0), trace.last(now))
    away = sorted(
        (Away(person, since) for person, since in last.items() if person not in here),
        key=lambda each: -each.since,
    )
    return Viewers(tuple(sorted(here)), +others, tuple(away))


Tables = Mapping[str, Mapping[str, PhoneActivity]]
"""Code of a match → mark of a phone → what the phone left behind."""
All = Callable[[], tuple[Tables, bool]]
"""Gives all that a process knows, and whether it has to be told again and again."""

PAUSE = 2.0
"""Seconds between two notes of a process: less than the grace in which a phone may be away."""


class ProcessNote(NamedTuple):
    """What a process told last; `version` changes when it tells something else."""

    version: float
    text: str


class NoteStore(Protocol):
    """Where each process leaves a note for the others, in files or in a table."""

    @property
    def ahead(self) -> float:
        """Seconds by which the clock of the notes is ahead of this machine's. Raises OSError."""

    @property
    def rest(self) -> float:
        """Seconds for which nobody has to look again."""

    def put(self, name: str, text: str) -> None:
        """Leaves a note in the place of the one of this name. Raises OSError."""

    def look(self, own: str, known: Mapping[str, float]) -> Mapping[str, ProcessNote | None]:
        """All notes by their names but one's `own`; None for one whose version is `known`.

        Those that nobody wrote anew for an hour are cleared away. Raises OSError.
        """


class PresenceExchange:
    """Tells the other processes what this one knows, and knows what they told last."""

    def __init__(self, board: NoteStore) -> None:
        self._board = board
        self._own = ""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._told = self._looked = 0.0
        self._known: dict[str, tuple[float, Tables]] = {}

    def tell(self, all: All) -> None:
        """Tells what is known now, unless that was done just now or is done again and again."""
        if self._thread is None and time.monotonic() - self._told > PAUSE:
            self._write(all)

    def tell_often(self, all: All) -> None:
        """Tells what is known for as long as streams flow here."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._go_on, args=(all,), daemon=True)
                self._thread.start()

    def others(self, code: str) -> Iterator[Mapping[str, PhoneActivity]]:
        """What each other process told last of a match."""
        now = time.monotonic()
        if now - self._looked >= self._board.rest:
            self._looked = now
            with suppress(OSError):
                self._look()
        for _version, tables in list(self._known.values()):
            if code in tables:
                yield tables[code]

    def _go_on(self, all: All) -> None:
        pause = threading.Event()
        while True:
            with self._lock:
                if not self._write(all):
                    self._thread = None
                    return
            pause.wait(PAUSE)

    def _write(self, all: All) -> bool:
        """Writes this process's note; True if that has to be done again."""
        tables, again = all()
        self._told = time.monotonic()
        self._own = self._own or f"{os.getpid()}-{token_hex(4)}"
        # Without a note the others know less; whoever looks on is served all the same.
        with suppress(OSError):
            ahead = self._board.ahead
            told = moved(tables, ahead) if ahead else tables
            self._board.put(self._own, json.dumps(told, separators=(",", ":")))
        return again

    def _look(self) -> None:
        """Takes over what the others told since the last look. Raises OSError."""
        known = {name: version for name, (version, _tables) in list(self._known.items())}
        notes = self._board.look(self._own, known)
        for name in known.keys() - notes.keys():
            self._known.pop(name, None)
        for name, note in notes.items():
            with suppress(ValueError, TypeError):  # half of a note: another look will do
                if note:
                    tables = moved(json.loads(note.text), -self._board.ahead)
                    self._known[name] = note.version, tables


def moved(tables: Mapping[str, Mapping[str, tuple[object, ...]]], by: float) -> Tables:
    """What phones left behind, by a clock that is so many seconds ahead.

    Raises TypeError or ValueError for what is none of it.
    """
    return {
        code: {mark: _trace(trace, by) for mark, trace in phones.items()}
        for code, phones in tables.items()
    }


def _trace(told: tuple[object, ...], by: float) -> PhoneActivity:
    trace = PhoneActivity(*told)  # type: ignore[arg-type]
    return trace.moved(by) if by else trace


Clock = Callable[[], float]
IsAlive = Callable[[], bool]
"""Says whether a stream still has its phone at the other end."""


def tenths() -> float:
    """Now, in seconds since 1970; nobody asks more exactly since when a phone is away."""
    return round(time.time(), 1)


SWEEP = 60.0
"""Seconds between two looks for what is old enough to be forgotten."""


@dataclass(frozen=True)
class Visitor:
    """A phone at a match: its mark there, what it looks on as, and in whose hand it is."""

    mark: str
    kind: Kind
    person: int | None = None


class TrackedPhone:
    """A phone as this process knows it: what it left behind, and the streams that it holds."""

    __slots__ = ("streams", "trace")

    def __init__(self, trace: PhoneActivity) -> None:
        self.trace = trace
        self.streams: tuple[IsAlive, ...] = ()

    def trace_at(self, now: float) -> PhoneActivity:
        """What it left behind until now; asks its streams."""
        if any(flows() for flows in self.streams):
            self.trace = self.trace._replace(streamed=now)
        return self.trace

    def is_old(self, now: float) -> bool:
        """True once nothing of it is worth knowing: only people are missed."""
        memory = FORGET_AFTER if self.trace.person is not None else max(GRACE, POLL)
        return not self.streams and now - self.trace.last(now) > memory


class Presence:
    """Notes who looks on at which match, and tells it; forgets what is older than an hour."""

    def __init__(self, processes: PresenceExchange | None = None, clock: Clock = tenths) -> None:
        self._tables: defaultdict[str, dict[str, TrackedPhone]] = defaultdict(dict)
        self._processes, self._clock = processes, clock
        self._lock, self._swept = Lock(), clock()

    def look(self, code: str, visitor: Visitor, flows: IsAlive) -> None:
        """A stream of a phone begins; it stays what its page said that it is."""
        with self._lock:
            phone = self._phone(code, visitor)
            phone.streams = (*phone.streams, flows)
            now = self._clock()
            phone.trace = phone.trace._replace(person=visitor.person, began=now, streamed=now)
        if self._processes:
            self._processes.tell_often(self._all)

    def leave(self, code: str, mark: str, flows: IsAlive) -> None:
        """A stream of a phone has ended."""
        with self._lock:
            phone = self._tables[code][mark]
            if flows():  # it ended while it still had its phone
                phone.trace = phone.trace._replace(streamed=self._clock())
            phone.streams = tuple(each for each in phone.streams if each is not flows)
            if phone.streams:  # those that remain may belong to a page that gives no signs
                phone.trace = phone.trace._replace(began=self._clock())

    def ask(self, code: str, visitor: Visitor) -> None:
        """A phone asked for a page: without a stream it looks on by that."""
        with self._lock:
            phone, now = self._phone(code, visitor), self._clock()
            trace = phone.trace_at(now)._replace(kind=visitor.kind, person=visitor.person)
            flowing = trace.streamed == now
            phone.trace = trace if flowing else trace._replace(asked=now)
        self._tell()

    def sign(self, code: str, visitor: Visitor) -> None:
        """A phone says that it hears its stream."""
        with self._lock:
            phone, now = self._phone(code, visitor), self._clock()
            said = phone.trace._replace(kind=visitor.kind, person=visitor.person)
            phone.trace = said._replace(streamed=now, signed=now)
        self._tell()

    def viewers(self, code: str) -> Viewers:
        """Who looks on at a match now."""
        now = self._clock()
        with self._lock:
            known = self._traces(code, now)
        for others in self._processes.others(code) if self._processes else ():
            for mark, trace in others.items():
                known[mark] = merge_activity(known[mark], trace) if mark in known else trace
        return viewers_of(known.values(), now)

    @property
    def size(self) -> int:
        """How many phones are remembered."""
        return sum(map(len, self._tables.values()))

    def _phone(self, code: str, visitor: Visitor) -> TrackedPhone:
        self._sweep()
        phones = self._tables[code]
        if visitor.mark not in phones:
            phones[visitor.mark] = TrackedPhone(PhoneActivity(visitor.kind, visitor.person))
        return phones[visitor.mark]

    def _traces(self, code: str, now: float) -> dict[str, PhoneActivity]:
        phones = self._tables.get(code, {})
        return {mark: phone.trace_at(now) for mark, phone in phones.items()}

    def _sweep(self) -> None:
        """Forgets what is old, once a minute at most."""
        now = self._clock()
        if now - self._swept < SWEEP:
            return
        self._swept = now
        for code, phones in list(self._tables.items()):
            for mark in [mark for mark, phone in phones.items() if phone.is_old(now)]:
                del phones[mark]
            if not phones:
                del self._tables[code]

    def _tell(self) -> None:
        if self._processes:
            self._processes.tell(self._all)

    def _all(self) -> tuple[Tables, bool]:
        """All that phones left behind here, and whether some still have streams."""
        now = self._clock()
        with self._lock:
            self._sweep()
            tables = {code: self._traces(code, now) for code in self._tables}
            flows = any(phone.streams for each in self._tables.values() for phone in each.values())
        return tables, flows

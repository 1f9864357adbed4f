"""Who looks on in this process, and through `Processes` in all of them.

Nothing runs for a phone: whether its stream still flows is asked when somebody wants to know.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from scorekeeper.extras.television.presence.processes import Processes, Tables
from scorekeeper.extras.television.presence.traces import (
    GRACE,
    MEMORY,
    POLL,
    Kind,
    Trace,
    Viewers,
    joined,
    viewers_of,
)

Clock = Callable[[], float]
Flows = Callable[[], bool]
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


class Phone:
    """A phone as this process knows it: what it left behind, and the streams that it holds."""

    __slots__ = ("streams", "trace")

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.streams: tuple[Flows, ...] = ()

    def trace_at(self, now: float) -> Trace:
        """What it left behind until now; asks its streams."""
        if any(flows() for flows in self.streams):
            self.trace = self.trace._replace(streamed=now)
        return self.trace

    def is_old(self, now: float) -> bool:
        """True once nothing of it is worth knowing: only people are missed."""
        memory = MEMORY if self.trace.person is not None else max(GRACE, POLL)
        return not self.streams and now - self.trace.last(now) > memory


class Presence:
    """Notes who looks on at which match, and tells it; forgets what is older than an hour."""

    def __init__(self, processes: Processes | None = None, clock: Clock = tenths) -> None:
        self._tables: defaultdict[str, dict[str, Phone]] = defaultdict(dict)
        self._processes, self._clock = processes, clock
        self._lock, self._swept = Lock(), clock()

    def look(self, code: str, visitor: Visitor, flows: Flows) -> None:
        """A stream of a phone begins; it stays what its page said that it is."""
        with self._lock:
            phone = self._phone(code, visitor)
            phone.streams = (*phone.streams, flows)
            now = self._clock()
            phone.trace = phone.trace._replace(person=visitor.person, began=now, streamed=now)
        if self._processes:
            self._processes.tell_often(self._all)

    def leave(self, code: str, mark: str, flows: Flows) -> None:
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
                known[mark] = joined(known[mark], trace) if mark in known else trace
        return viewers_of(known.values(), now)

    @property
    def size(self) -> int:
        """How many phones are remembered."""
        return sum(map(len, self._tables.values()))

    def _phone(self, code: str, visitor: Visitor) -> Phone:
        self._sweep()
        phones = self._tables[code]
        if visitor.mark not in phones:
            phones[visitor.mark] = Phone(Trace(visitor.kind, visitor.person))
        return phones[visitor.mark]

    def _traces(self, code: str, now: float) -> dict[str, Trace]:
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

"""The course of an evening: all come, all play, all are told of the last entry; then the proof."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic

import gevent

from benchmarks.load.evening import Evening
from benchmarks.load.figures import Figures, percentile
from benchmarks.load.house import House
from benchmarks.load.processes import Cost, costs, own, taken
from benchmarks.load.proof import faults_of
from benchmarks.load.table import Table

LAST = 20.0
"""Seconds until everybody has to be told of the last save."""
TICK = 0.05
"""Seconds after which the load program looks how late it is itself."""
LATE = 50.0
"""Milliseconds by which it may be late before its figures say more of itself than of the server."""


@dataclass(frozen=True)
class Course:
    """How many tables play, and what: so many `come` in a second, and once all have come they go
    on for some seconds, at a `pace` that is a multiple of how quick people are.
    """

    tables: int
    come: float
    seconds: float
    pace: float
    seed: int

    def sit_down(self, port: int) -> tuple[Evening, list[Table]]:
        """The tables, before anybody has come."""
        evening, random = Evening(port, self.pace), Random(self.seed)
        return evening, [
            Table(evening, n, random.choice((1, 2)), Random(random.random()))
            for n in range(self.tables)
        ]


@dataclass
class Lateness:
    """How late the load program is itself, in milliseconds: a loaded machine delays its answers."""

    late: list[float] = field(default_factory=list)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Looks on for as long as something goes on."""
        looking = gevent.spawn(self._look)
        try:
            yield
        finally:
            looking.kill()

    def _look(self) -> None:
        while True:
            due = monotonic() + TICK
            gevent.sleep(TICK)
            self.late.append((monotonic() - due) * 1000)

    def __str__(self) -> str:
        p99 = percentile(sorted(self.late), 0.99) if self.late else 0.0
        more = ": the figures above are its own, too" if p99 > LATE else ""
        return f"the load program itself came late by {p99:.1f} ms (p99){more}"


def run(course: Course, house: House) -> int:
    """Lets an evening take its course, and prints what it took; gives how much went wrong."""
    evening, tables = course.sit_down(house.port)
    watchers = sum(len(table.watchers) for table in tables)
    print(
        f"{len(tables)} tables with {watchers} watchers, {course.pace:g} times as quick as people"
    )
    began = monotonic()
    playing = _come(tables, course.come)
    coming = evening.figures.cut()
    _say("", *coming.table("All come", monotonic() - began))
    late, before, began = Lateness(), _look_at(house), monotonic()
    with late.watched():
        gevent.sleep(course.seconds)
    seconds, after = monotonic() - began, _look_at(house)
    _end(evening, tables, playing)
    _say("", *evening.figures.table("All play", seconds))
    _say("", *machine(before, after, seconds), str(late))
    return _prove(house, tables, [coming, evening.figures])


def _come(tables: Sequence[Table], rate: float) -> list[gevent.Greenlet]:
    """Lets one table after the other come, until all have; each plays from then on."""
    playing = []
    for table in tables:
        playing.append(gevent.spawn(table.play))
        gevent.sleep(1 / rate)
    while not all(table.has_come for table in tables):
        gevent.sleep(0.1)
    return playing


def _end(evening: Evening, tables: Sequence[Table], playing: Sequence[gevent.Greenlet]) -> None:
    """Everybody finishes what he is at; the watchers stay until they were told of it."""
    evening.stopped = True
    gevent.joinall(playing, timeout=LAST)
    until = monotonic() + LAST
    while not all(table.all_told for table in tables) and monotonic() < until:
        gevent.sleep(0.1)
    for table in tables:
        table.part()


def _prove(house: House, tables: Sequence[Table], parts: Sequence[Figures]) -> int:
    """Looks whether all that was acknowledged is there; gives how much went wrong in all."""
    matches = [match for table in tables for match in table.played]
    verdicts = [path for table in tables for path in table.verdicts]
    saves = sum(len(match.keys) for match in matches)
    faults = faults_of(house.ledger, matches, verdicts)
    what = f"{len(matches)} matches with {saves} saves, and {len(verdicts)} verdicts"
    _say("", f"{what}: {len(faults) or 'none'} lost, doubled or strange", *faults)
    errors = sum(part.errors for part in parts)
    _say(f"{errors or 'no'} errors", *(fault for part in parts for fault in part.faults()))
    return len(faults) + errors


Look = dict[str, list[Cost]]
"""Name of some processes → what each of them has taken."""


def _look_at(house: House) -> Look:
    named = {name: costs(pids) for name, pids in house.processes.items()}
    return {**named, "load program": [own()]}


def machine(before: Look, after: Look, seconds: float) -> Iterator[str]:
    """What processes took of the machine between two looks at them.

    >>> look = {"worker": [Cost(7, 1.0, 5_000_000)]}
    >>> later = {"worker": [Cost(7, 4.0, 9_000_000)]}
    >>> print(*machine(look, later, 30.0), sep="\\n")
    processes                                        CPU s  of a core   memory MB
    worker                                             3.0       10 %           9
    """
    yield f"{'processes':46}{'CPU s':>8}{'of a core':>11}{'memory MB':>12}"
    for name, found in after.items():
        spent = taken(before.get(name, ()), found)
        memory = sum(cost.memory for cost in found) / 1e6
        number = f"{name}, {len(found)} processes" if len(found) > 1 else name
        yield f"{number:46}{spent:>8.1f}{spent / seconds * 100:>9.0f} %{memory:>12.0f}"


def _say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)

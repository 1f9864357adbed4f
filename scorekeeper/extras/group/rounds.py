"""The tables of an evening: how large they are, who sits where, who pauses, who changes leagues.

In leagues all who are there stand on a ladder, which is cut into tables from the top; after a round
whoever lost changes places with who did best one table below (kocka.montecarlo). A draw is worked
out from a seed, and seats together those who met least. Who is level is asked about, never chosen.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import NamedTuple

STARTS = 60
"""From so many shuffles the seats are sought at which the fewest meet again."""


@dataclass(frozen=True)
class Plan:
    """Who sits where: all who are there in an `order`, of leagues the ladder; those who do not
    pause sit at tables of these `sizes`, one after the other.
    """

    order: tuple[int, ...]
    pauses: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Who sits at each table, the highest league first."""
        seated = iter([each for each in self.order if each not in self.pauses])
        return tuple(tuple(next(seated) for _ in range(size)) for size in self.sizes)

    def table_of(self, person: int) -> int | None:
        """The table at which somebody sits, from 0; None for who pauses or is not there."""
        return next((at for at, table in enumerate(self.tables) if person in table), None)

    def swapped(self, one: int, other: int) -> "Plan":
        """The same with two in each other's place."""
        there = {one: other, other: one}
        order, pauses = (
            tuple(there.get(each, each) for each in part) for part in (self.order, self.pauses)
        )
        return Plan(order, pauses, self.sizes)

    def __str__(self) -> str:
        return "_".join(".".join(map(str, p)) for p in (self.order, self.pauses, self.sizes))


def read_plan(text: str) -> Plan | None:
    """A plan from its text; None for any other text.

    >>> read_plan("3.1.2.0.4_4_2.2").tables
    ((3, 1), (2, 0))
    """
    try:
        order, pauses, sizes = (
            tuple(map(int, filter(None, part.split(".")))) for part in text.split("_")
        )
    except ValueError:
        return None
    once = len({*order}) == len(order) and {*pauses} <= {*order}
    fits = len(order) == len({*pauses}) + sum(sizes) and min(sizes, default=0) > 0
    return Plan(order, pauses, sizes) if once and fits else None


def table_sizes(people: int, allowed: Collection[int], usual: int) -> tuple[int, ...]:
    """Two tables or more of sizes that are allowed, near the usual one, at which as many play as
    can; none for too few.

    >>> table_sizes(9, (4,), 4), table_sizes(9, (4, 5, 6), 4), table_sizes(7, (4,), 4)
    ((4, 4), (5, 4), ())
    """
    for playing in range(people, 0, -1):
        for tables in sorted(range(2, playing + 1), key=lambda n: abs(playing - n * usual)):
            sizes = tuple(playing // tables + (at < playing % tables) for at in range(tables))
            if {*sizes} <= {*allowed}:
                return sizes
    return ()


def pausing(
    there: Sequence[int], many: int, past: Sequence[Collection[int]], chance: Random
) -> tuple[int, ...]:
    """Who pauses, after those who did in each round before: never yet, or the longest ago."""
    last = {each: number for number, pauses in enumerate(past, 1) for each in pauses}
    queue = sorted(chance.sample(there, len(there)), key=lambda each: last.get(each, 0))
    return tuple(sorted(queue[:many]))


def in_leagues(
    ladder: Sequence[int], sizes: Sequence[int], past: Sequence[Collection[int]], seed: str
) -> Plan:
    """The tables of a ladder. Who pauses stands behind those of his league from then on, so that
    whoever comes up or goes down does so though he returns.
    """
    pauses = pausing(ladder, len(ladder) - sum(sizes), past, Random(seed))
    order, rest = list[int](), [each for each in ladder if each in pauses]
    for table in Plan(tuple(ladder), pauses, tuple(sizes)).tables:
        behind = [each for each in rest if ladder.index(each) < ladder.index(table[-1])]
        order += [*table, *behind]
        rest = [each for each in rest if each not in behind]
    return Plan((*order, *rest), pauses, tuple(sizes))


def drawn(there: Sequence[int], sizes: Sequence[int], past: Sequence[Plan], seed: str) -> Plan:
    """Tables at which those sit together who met least."""
    chance = Random(seed)
    pauses = pausing(there, len(there) - sum(sizes), [each.pauses for each in past], chance)
    playing = [each for each in there if each not in pauses]
    met = Counter(pair for plan in past for table in plan.tables for pair in _pairs(table))
    tries = (_seated(chance.sample(playing, len(playing)), sizes, met) for _ in range(STARTS))
    tables = min(tries, key=lambda each: sum(_weight(table, met) for table in each))
    return Plan((*(each for table in tables for each in table), *pauses), pauses, tuple(sizes))


def _seated(
    people: Iterable[int], sizes: Sequence[int], met: Mapping[frozenset[int], int]
) -> list[list[int]]:
    """One after the other sits down where he met the fewest."""
    tables: list[list[int]] = [[] for _ in sizes]
    for each in people:
        free = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        min(free, key=lambda table: _weight([*table, each], met) - _weight(table, met)).append(each)
    return tables


def _weight(table: Sequence[int], met: Mapping[frozenset[int], int]) -> int:
    """What the meetings at a table weigh: a second one more than two first ones."""
    return sum(met.get(pair, 0) ** 2 for pair in _pairs(table))


def _pairs(table: Sequence[int]) -> Iterator[frozenset[int]]:
    return map(frozenset, combinations(table, 2))


@dataclass(frozen=True)
class Finish:
    """How a table ended: who has done best, and who lost or is the last; several are level."""

    best: tuple[int, ...]
    last: tuple[int, ...]


@dataclass(frozen=True)
class Tie:
    """Those of a table (from 0) of whom somebody has to say who goes `up` or `down`."""

    table: int
    way: str
    people: tuple[int, ...]

    @property
    def key(self) -> str:
        """What the answer is called."""
        return f"{self.way}-{self.table}"


Moves = list[tuple[int, int]]
"""Who goes down and who comes up in his place, for every two leagues that exchange."""


def moves(finishes: Sequence[Finish | None], said: Mapping[str, int]) -> Moves | Tie:
    """Who changes leagues, as far as it is `said` where some are level; or what is still to be
    said. Nobody moves to or from a table that did not finish (None).
    """
    gone: dict[str, int] = {}
    for way, step in (("up", 1), ("down", -1)):
        for at, finish in enumerate(finishes):
            beyond = finishes[at - step] if 0 <= at - step < len(finishes) else None
            if finish is None or beyond is None:
                continue
            level = finish.best if way == "up" else finish.last
            tie = Tie(at, way, tuple(each for each in level if gone.get(f"up-{at}") != each))
            chosen = said.get(tie.key) if len(tie.people) > 1 else next(iter(tie.people), None)
            if chosen is None or chosen not in tie.people:
                return tie
            gone[tie.key] = chosen
    pairs = ((f"down-{at}", f"up-{at + 1}") for at in range(len(finishes) - 1))
    return [(gone[down], gone[up]) for down, up in pairs if down in gone]


def ladder(before: Sequence[int], changes: Moves, there: Collection[int]) -> tuple[int, ...]:
    """The ladder of those who are there, after the changes of a round: who is new stands last."""
    instead = dict([*changes, *((up, down) for down, up in changes)])
    stay = (instead.get(each, each) for each in before)
    order = dict.fromkeys((*stay, *sorted(there)))
    return tuple(each for each in order if each in there)


class Sum(NamedTuple):
    """At how many tables a person played, and the points there."""

    person: int
    tables: int
    points: int


def sums(tables: Iterable[Mapping[int, int]], *, higher_wins: bool) -> list[Sum]:
    """What everybody has; the best average first, for some paused more often."""
    told: dict[int, list[int]] = {}
    for points in tables:
        for person, each in points.items():
            told.setdefault(person, []).append(each)
    sign = -1 if higher_wins else 1
    found = [Sum(person, len(each), sum(each)) for person, each in told.items()]
    return sorted(
        found,
        key=lambda each: (sign * Fraction(each.points, each.tables), -each.tables, each.person),
    )

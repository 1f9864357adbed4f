"""What a score sheet is made of, for every game: entries, the lines they score, and the standing.

An entry is what the table writes down. Scoring it gives lines: a reason (a rule id) with points
per seat, so that every number on the sheet can be explained. The standing is where the match is
after an entry: totals, who deals, what may be written next.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar, TypeVar

Facts = Mapping[str, Any]
"""Values for a sentence: cards as codes, seats as numbers, counts, amounts of money."""


@dataclass(frozen=True)
class Entry:
    """The root of everything that can be recorded; `type` is its name in the ledger."""

    type: ClassVar[str]
    counted: ClassVar[bool] = False
    """Whether entries of this type are numbered on the sheet (deals, rounds, games)."""

    @classmethod
    def from_form(cls, typed: dict[str, Any]) -> dict[str, Any]:
        """Plain data of what a form sent, where a form says things shorter than a file."""
        return typed

    @classmethod
    def to_form(cls, plain: dict[str, Any]) -> dict[str, Any]:
        """What a form shows of plain data: `from_form` the other way round."""
        return plain

    @classmethod
    def asks(cls, name: str, house: Any) -> bool:
        """Whether forms ask for a field at a table with these house rules."""
        return True

    def so_far(self) -> tuple[int, ...] | None:
        """Points per seat as far as known while the entry is still being told."""
        return None


E = TypeVar("E", bound=Entry)


@dataclass(frozen=True)
class Line:
    """Points per seat, and the id of the rule that gives them."""

    rule: str
    points: tuple[int, ...]
    facts: Facts = dataclasses.field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Notice:
    """Something to tell the table: an id of the rulebook's notices, the seats it is about."""

    id: str
    seats: tuple[int, ...] = ()
    facts: Facts = dataclasses.field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Standing:
    """Where a match stands; games add fields of their own.

    `totals` are points per seat, `dealer` deals next, `played` counts numbered entries,
    `next` are the types of entry that may be written now, the usual one first, `marks` are the
    milestones that the last entry reached and `notices` what holds until something is done.
    """

    totals: tuple[int, ...]
    dealer: int
    next: tuple[str, ...]
    played: int = 0
    over: bool = False
    marks: tuple[Notice, ...] = ()
    notices: tuple[Notice, ...] = ()


S = TypeVar("S", bound=Standing)


@dataclass(frozen=True)
class Refusal:
    """Why an entry cannot be taken: an id of the rulebook's refusals, the field to mend.

    `facts` are the values for the sentence. `instead` is the entry that was perhaps meant.
    """

    id: str
    field: str
    facts: Facts = dataclasses.field(default_factory=dict, hash=False)
    instead: Entry | None = None


class Refused(Exception):
    """An entry was not taken; nothing was written."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.id)
        self.refusal = refusal


@dataclass(frozen=True)
class Stat:
    """A figure per seat for the statistics of a match: an id of the rulebook's stats."""

    id: str
    values: tuple[Fraction, ...]


def counted(
    counts: Mapping[str, Callable[[E, int], int]], entries: Sequence[E], seats: int
) -> tuple[Stat, ...]:
    """How often each count holds for each seat over some entries."""
    return tuple(
        Stat(id, tuple(Fraction(sum(count(e, seat) for e in entries)) for seat in range(seats)))
        for id, count in counts.items()
    )


def payments(totals: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Who pays whom how much, so that nobody owes anything, in as few payments as possible.

    Totals sum to nought. Seats are split into as many groups that settle among themselves as there
    can be; a group of n then needs n − 1 payments.
    """
    owing = tuple(seat for seat, total in enumerate(totals) if total)
    return tuple(paid for group in _groups(owing, totals) for paid in _within(group, totals))


def _groups(seats: tuple[int, ...], totals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The most groups into which seats can be split so that each sums to nought."""
    if not seats:
        return ()
    first, rest = seats[0], seats[1:]
    best: tuple[tuple[int, ...], ...] = (seats,)
    for size in range(1, len(rest)):
        for others in combinations(rest, size):
            if totals[first] + sum(totals[seat] for seat in others) == 0:
                left = tuple(seat for seat in rest if seat not in others)
                split = ((first, *others), *_groups(left, totals))
                best = max(best, split, key=len)
    return best


def _within(group: tuple[int, ...], totals: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Payments within a group: whoever owes most pays whoever is owed most, and so on."""
    left = {seat: totals[seat] for seat in group}
    while any(left.values()):
        payer, payee = min(left, key=lambda s: left[s]), max(left, key=lambda s: left[s])
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield payer, payee, amount


def sum_of(lines: Iterable[Line], seats: int) -> tuple[int, ...]:
    """Points per seat of some lines."""
    rows = [line.points for line in lines]
    return tuple(map(sum, zip(*rows, strict=True))) if rows else (0,) * seats


def add(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """Totals with the points of one entry added, seat by seat."""
    return tuple(a + b for a, b in zip(totals, points, strict=True))


def written(standing: S, entry: Entry, lines: Iterable[Line]) -> S:
    """The standing with the points of an entry added and, if it is numbered, counted."""
    return replace(
        standing,
        totals=add(standing.totals, sum_of(lines, len(standing.totals))),
        played=standing.played + entry.counted,
    )


def around(seat: int, seats: int) -> tuple[int, ...]:
    """All seats in the order of play, from the one after a seat on to that seat itself."""
    return tuple((seat + step) % seats for step in range(1, seats + 1))


def at_seats(seats: int, points: Mapping[Any, int]) -> tuple[int, ...]:
    """Points per seat from a mapping; whoever is not in it has 0."""
    return tuple(points.get(seat, 0) for seat in range(seats))

"""What a score sheet is made of, for every game: entries, the lines they score, and the standing.

An entry is what the table writes down. Scoring it gives lines: a reason (a rule id) with points
per seat, so that every number on the sheet can be explained. The standing is where the match is
after an entry: totals, who deals, what may be written next.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

Facts = Mapping[str, Any]
"""Values for a sentence: cards as codes, seats as numbers, counts, amounts of money."""


@dataclass(frozen=True)
class Entry:
    """The root of everything that can be recorded; `type` is its name in the ledger."""

    type: ClassVar[str]
    counted: ClassVar[bool] = False
    """Whether entries of this type are numbered on the sheet (deals, rounds, games)."""

    def so_far(self) -> tuple[int, ...] | None:
        """Points per seat as far as known while the entry is still being told."""
        return None


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


def sum_of(lines: Iterable[Line], seats: int) -> tuple[int, ...]:
    """Points per seat of some lines."""
    rows = [line.points for line in lines]
    return tuple(map(sum, zip(*rows, strict=True))) if rows else (0,) * seats


def add(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """Totals with the points of one entry added, seat by seat."""
    return tuple(a + b for a, b in zip(totals, points, strict=True))


def at_seats(seats: int, points: Mapping[Any, int]) -> tuple[int, ...]:
    """Points per seat from a mapping; whoever is not in it has 0."""
    return tuple(points.get(seat, 0) for seat in range(seats))

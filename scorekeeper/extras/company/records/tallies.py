"""Counts that can be added, each with the row that it came from as long as that is one."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

Kind = Literal["own", "stat", "milestone", "offence", "money"]
"""What an id is one of: of ours, of the game's statistics or milestones, a rule, a currency."""


class Key(NamedTuple):
    """What is counted."""

    kind: Kind
    id: str


@cache
def key_of(kind: Kind, id: str) -> Key:
    """A key, the same one for each match: there are many, and collecting garbage looks at all."""
    return Key(kind, id)


class Place(NamedTuple):
    """A row of a match: the match's code and the number of the event."""

    match: str
    row: int


class Tally(NamedTuple):
    """How much something was: a count, or the sum of an average `of` so many.

    `at` is the row of something that was once. The `longest` of several is not added.
    """

    n: int
    at: Place | None = None
    of: int = 0
    longest: bool = False

    @property
    def value(self) -> Fraction:
        """The figure: what was counted, or the average."""
        return Fraction(self.n, self.of or 1)

    @property
    def link(self) -> Place | None:
        """The row that it came from, if it came from one."""
        return self.at if self.longest or (self.n == 1 and not self.of) else None


Tallies = Mapping[Key, Tally]
MATCHES, ENTRIES = Key("own", "matches"), Key("own", "entries")
PLAYED, WON, LOST = Key("own", "endings"), Key("own", "victories"), Key("own", "defeats")
POINTS, BOUGHT = Key("own", "points"), Key("own", "bought")


def plus(one: Tally, other: Tally) -> Tally:
    """Two tallies together.

    >>> plus(Tally(1, Place("7KQ4", 3)), Tally(2)).n
    3
    >>> plus(Tally(5, longest=True), Tally(4, longest=True)).n
    5
    """
    if one.longest:
        return other if other.n > one.n else one
    return Tally(one.n + other.n, one.at or other.at, one.of + other.of)


def add(sums: dict[Key, Tally], tallies: Iterable[tuple[Key, Tally]]) -> None:
    """Adds tallies to sums, in place: a season has thousands."""
    for key, tally in tallies:
        had = sums.get(key)
        sums[key] = plus(had, tally) if had else tally

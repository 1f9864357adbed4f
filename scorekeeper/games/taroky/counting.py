"""Counting points: three cards minus two (rules taroky.points, taroky.count; sections 1, 12)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards import TAROCK_54, TAROK, Card

TOTAL = 70
"""Points of both sides together (taroky.count)."""

FIVES = ("I", "XXI", "SKYZ")
BY_RANK: Mapping[str, int] = {"K": 5, "Q": 4, "C": 3, "J": 2}
POINTS: Mapping[Card, int] = {
    card: (5 if card.rank in FIVES else 1) if card.suit == TAROK else BY_RANK.get(card.rank, 1)
    for card in TAROCK_54.cards
}
"""What each card is worth before the groups are formed (taroky.points)."""

MOST: Mapping[int, int] = {5: 7, 4: 4, 3: 4, 2: 4, 1: 35}
"""How many cards of each worth the pack has."""


@dataclass(frozen=True)
class Count:
    """A counted pile: its cards, their points together, what is taken off, and what is left."""

    cards: int
    worth: int

    @property
    def off(self) -> int:
        """Two off for each three cards, one for a rest of one or two."""
        return 2 * (self.cards // 3) + (self.cards % 3 > 0)

    @property
    def points(self) -> int:
        """The points of the pile."""
        return self.worth - self.off

    @property
    def other(self) -> int:
        """The points of the other side."""
        return TOTAL - self.points


def count(cards: Sequence[Card]) -> Count:
    """A pile of known cards, counted."""
    return Count(len(cards), sum(POINTS[card] for card in cards))


def count_by_worth(numbers: Mapping[int, int]) -> Count:
    """A pile counted from how many fives, fours, threes, twos and ones it holds."""
    return Count(sum(numbers.values()), sum(worth * n for worth, n in numbers.items()))


def groups(worths: Iterable[int]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The pile laid out in threes, dearest first, each group with its points, the rest last."""
    laid = sorted(worths, reverse=True)
    threes = [tuple(laid[at : at + 3]) for at in range(0, len(laid), 3)]
    return tuple((three, sum(three) - (2 if len(three) == 3 else 1)) for three in threes)


def total_of_piles(piles: Iterable[int]) -> int:
    """The points of the whole pack in piles of so many cards: 69, 70 or 71 for four (Varšava)."""
    return 106 - sum(2 * (n // 3) + (n % 3 > 0) for n in piles)

"""Counting points: three cards minus two (rules taroky.points, taroky.count; sections 1, 12)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.core.schema import Invalid, spec
from scorekeeper.games.taroky.house_rules import TOTAL, HouseRules
from scorekeeper.referee.dispute import Dispute, require_within
from scorekeeper.referee.rule_table import Rule

FIVES = ("I", "XXI", "SKYZ")
BY_RANK: Mapping[str, int] = {"K": 5, "Q": 4, "C": 3, "J": 2}
POINTS: Mapping[Card, int] = {
    card: (5 if card.rank in FIVES else 1) if card.suit == TAROK else BY_RANK.get(card.rank, 1)
    for card in TAROCK_54.cards
}
"""What each card is worth before the groups are formed (taroky.points)."""

CARDS_PER_WORTH: Mapping[int, int] = {5: 7, 4: 4, 3: 4, 2: 4, 1: 35}
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
        return self.worth - self.off

    @property
    def other(self) -> int:
        return TOTAL - self.points


def count(cards: Sequence[Card]) -> Count:
    """A pile of known cards, counted.

    >>> count([TAROCK_54.parse(code) for code in ("KH", "XX", "I")]).points
    9
    >>> count([]).points
    0
    """
    return Count(len(cards), sum(POINTS[card] for card in cards))


def count_by_worth(numbers: Mapping[int, int]) -> Count:
    """A pile counted from how many fives, fours, threes, twos and ones it holds."""
    return Count(sum(numbers.values()), sum(worth * n for worth, n in numbers.items()))


def groups(worths: Iterable[int]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The pile in threes, dearest first, each group with its points, the rest last."""
    by_worth = sorted(worths, reverse=True)
    threes = [tuple(by_worth[at : at + 3]) for at in range(0, len(by_worth), 3)]
    return tuple((three, sum(three) - (2 if len(three) == 3 else 1)) for three in threes)


def total_of_piles(piles: Iterable[int]) -> int:
    """The points of the whole pack in piles of so many cards: 69, 70 or 71 for four (Varšava)."""
    return 106 - sum(2 * (n // 3) + (n % 3 > 0) for n in piles)


Worth = Literal["5", "4", "3", "2", "1"]


class CountResult(TypedDict):
    """A pile: its `points` and `cards`, the points of the other side, the `worth` of its cards, and
    what is taken `off` for its threes."""

    points: int
    cards: int
    other: int
    worth: int
    off: int


@dataclass(frozen=True)
class Counting(Dispute[HouseRules]):
    """A pile to be counted, given by its cards or by its counts.

    Either `cards` themselves, or `counts`: how many of each worth, where the ones may be left out
    if `size` or `tricks` (with so many cards laid `aside`) say how many cards there are.
    """

    kind: ClassVar[str] = "count"
    unasked: ClassVar[tuple[str, ...]] = ("counts", "size", "tricks", "aside")
    result_needs: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(
        ("points", "cards", "other", "worth", "off"), ("counts",)
    )
    cards: tuple[Card, ...] | None = None
    counts: Mapping[Worth, int] | None = None
    size: int | None = spec(None, ge=0, le=54)
    tricks: int | None = spec(None, ge=0, le=12)
    aside: int = spec(0, ge=0, le=6)

    def validate(self) -> None:
        self.pile()

    def pile(self) -> Count:
        """The pile, counted. Raises Invalid if the pack has no such pile."""
        if self.cards is not None:
            self._check_cards(self.cards)
            return count(self.cards)
        counts = {int(worth): number for worth, number in (self.counts or {}).items()}
        if not counts and self.size is None and self.tricks is None:
            raise Invalid("cards", "missing")
        _within_the_pack(counts)
        known = sum(counts.values())
        size = self.size if self.tricks is None else 4 * self.tricks + self.aside
        if size is not None and 1 not in counts:
            require_within("counts", known, size)
            counts[1] = size - known
        if size not in (None, sum(counts.values())):
            raise Invalid("counts", "wrong-number", n=size)
        return count_by_worth(_within_the_pack(counts))

    def _check_cards(self, cards: Sequence[Card]) -> None:
        """Raises Invalid for counts beside cards that are not those of the cards."""
        worths = [POINTS[card] for card in cards]
        for worth, number in (self.counts or {}).items():
            if worths.count(int(worth)) != number:
                raise Invalid(f"counts.{worth}", "wrong-number", n=worths.count(int(worth)))
        size = self.size if self.tricks is None else 4 * self.tricks + self.aside
        if size not in (None, len(cards)):
            raise Invalid("cards", "wrong-number", n=size)

    def result(self, house: HouseRules) -> CountResult:
        pile = self.pile()
        return {
            "points": pile.points,
            "cards": pile.cards,
            "other": pile.other,
            "worth": pile.worth,
            "off": pile.off,
        }


def _within_the_pack(counts: Mapping[int, int]) -> Mapping[int, int]:
    for worth, number in counts.items():
        if number < 0:
            raise Invalid(f"counts.{worth}", "too-small", least=0)
        require_within(f"counts.{worth}", number, CARDS_PER_WORTH[worth])
    return counts


COUNT_RULES: tuple[Rule[Counting, HouseRules], ...] = (Rule("taroky.count", Counting),)

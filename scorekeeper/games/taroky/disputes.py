"""The kinds of dispute in Taroky (rules document, section 13).

A whole auction is in `auction`; calls, announcements, fleks and the deal are in `promises`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self

from scorekeeper.cards import Card
from scorekeeper.games.taroky.announcements import HAND
from scorekeeper.games.taroky.counting import MOST, Count, count, count_by_worth
from scorekeeper.games.taroky.entries import SEATS, VARIANTS, Variant
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.plain import Seat, Unreadable, part
from scorekeeper.referee import CardPlayed, Dispute, held, no_more

TRICKS = 12
ORDER = ("pass", "zakladni", "druha", "preferanc", "solo")
"""What can be bid, from low to high."""
CALLS = ("XIX", "XVIII", "XVII", "XVI")
"""The taroks that can be called (taroky.call)."""


def fits(contract: Contract, variant: Variant | None) -> None:
    """Raises Unreadable for a Varšava of a contract that has none (section 4)."""
    if variant == "varsava" and variant not in VARIANTS[contract]:
        has = (each for each, variants in VARIANTS.items() if variant in variants)
        raise Unreadable("contract", "not-a-choice", choices=", ".join(has))


@dataclass(frozen=True)
class Play(CardPlayed):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    contract: Contract = part(usual="zakladni")
    trick: tuple[Card, ...] = part(first=True)
    card: Card = part()
    hand: tuple[Card, ...] | None = part(None, includes=("card",))
    variant: Variant | None = None

    @property
    def varsava(self) -> bool:
        """Whether taroks have to be overtaken here."""
        return self.variant == "varsava"

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so."""
        fits(self.contract, self.variant)
        no_more("trick", self.trick, SEATS - 1)
        super().check()
        no_more("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick, and the hand or the card."""
        return {"trick": self.trick, "hand": self.hand or (self.card,)}

    def alternatives(self) -> Iterable[Self]:
        """Every card of the hand, played instead."""
        # Not by `replace`: the random walks ask for nothing as often as for this.
        played = (self.contract, self.trick)
        return (type(self)(*played, card, self.hand, self.variant) for card in self.hand or ())


@dataclass(frozen=True)
class Discard(Dispute):
    """Cards laid aside after taking from the talon; `hand` is the hand after taking."""

    kind: ClassVar[str] = "discard"
    hand: tuple[Card, ...] = part(includes=("aside",))
    aside: tuple[Card, ...] = part()
    took: int = part(at_least=0, at_most=6)

    def check(self) -> None:
        """Raises Unreadable for cards laid aside that were not in the hand, or too large a hand."""
        no_more("hand", self.hand, HAND + self.took)
        held(self.hand, "aside", self.aside)


@dataclass(frozen=True)
class Bid:
    """What one player said in the bidding."""

    seat: Seat
    bid: Literal["pass", "zakladni", "druha", "preferanc", "solo"]


@dataclass(frozen=True)
class Bidding(Dispute):
    """The bids in order; `pagat` is the seat that holds `I`, if known. The last one is asked."""

    kind: ClassVar[str] = "one-bid"
    dealer: Seat
    bids: tuple[Bid, ...]
    pagat: Seat | None = None

    def alternatives(self) -> Iterable[Self]:
        """Everything that the last speaker could have said."""
        *before, last = self.bids
        return (
            replace(self, bids=(*before, replace(last, bid=bid)))
            for bid in ("pass", "zakladni", "druha", "preferanc", "solo")
        )

    def done(self) -> str:
        """The last bid."""
        return self.bids[-1].bid


Worth = Literal["5", "4", "3", "2", "1"]


@dataclass(frozen=True)
class Counting(Dispute):
    """A pile to be counted, told by its cards or by its counts.

    Either `cards` themselves, or `counts`: how many of each worth, where the ones may be left out
    if `size` or `tricks` (with so many cards laid `aside`) say how many cards there are.
    """

    kind: ClassVar[str] = "count"
    cards: tuple[Card, ...] | None = None
    counts: Mapping[Worth, int] | None = None
    size: int | None = part(None, at_least=0, at_most=54)
    tricks: int | None = part(None, at_least=0, at_most=12)
    aside: int = part(0, at_least=0, at_most=6)

    def check(self) -> None:
        """Raises Unreadable if the pack has no such pile."""
        self.pile()

    def pile(self) -> Count:
        """The pile, counted. Raises Unreadable if the pack has no such pile."""
        if self.cards is not None:
            return count(self.cards)
        counts = {int(worth): number for worth, number in (self.counts or {}).items()}
        if not counts and self.size is None and self.tricks is None:
            raise Unreadable("cards", "missing")
        known = sum(counts.values())
        size = self.size if self.tricks is None else 4 * self.tricks + self.aside
        if size is not None and 1 not in counts:
            if size < known:
                raise Unreadable("counts", "too-large", most=size)
            counts[1] = size - known
        if size not in (None, sum(counts.values())):
            raise Unreadable("counts", "wrong-number", n=size)
        return count_by_worth(_within_the_pack(counts))

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Points, cards, and the points of the other side."""
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
        if not 0 <= number <= MOST[worth]:
            raise Unreadable(f"counts.{worth}", "too-large", most=MOST[worth])
    return counts

"""The deal of Durak: whether it is dealt anew.

Rules document, section 3: durak.redeal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.cards import HAND, MOST_PLAYERS, Cards
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Rule
from scorekeeper.schema import Invalid, Seat


def redeals(hand: Sequence[Card], house: HouseRules) -> bool:
    """True if a dealt hand has so many cards of one suit that it is dealt anew (durak.redeal)."""
    if house.redeal_suit == "off":
        return False
    suits = [card.suit for card in hand]
    return any(suits.count(suit) >= int(house.redeal_suit) for suit in suits)


class DealResult(TypedDict):
    """`redeal`: the cards are dealt anew."""

    redeal: bool


@dataclass(frozen=True, kw_only=True)
class Deal(Dispute):
    """Dealt hands: whether one of them has so many cards of a suit that it is dealt anew.

    `hands` are by seat (or one after the other); `hand` is a single one.
    """

    kind: ClassVar[str] = "deal"
    at_table: ClassVar[int | None] = MOST_PLAYERS
    depends_on: ClassVar[tuple[str, ...]] = ("redeal_suit",)
    hands: Mapping[Seat, Cards] | tuple[Cards, ...] | None = None
    hand: Cards | None = spec(None, in_form=False)

    @property
    def known(self) -> Mapping[str, Cards]:
        """Field → the hand that lies there."""
        hands = self.hands if isinstance(self.hands, Mapping) else dict(enumerate(self.hands or ()))
        single = {} if self.hand is None else {"hand": self.hand}
        return {**single, **{f"hands.{at}": cards for at, cards in hands.items() if cards}}

    def check(self) -> None:
        """Raises Invalid for no cards, or more than are dealt."""
        if not any(self.known.values()):
            raise Invalid("hands" if self.hand is None else "hand", "missing")
        for place, cards in self.known.items():
            require_at_most(place, cards, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The hands."""
        return self.known

    def result(self, house: HouseRules) -> DealResult:
        """`redeal`, by the house rule (durak.redeal)."""
        return {"redeal": any(redeals(hand, house) for hand in self.known.values())}


DEAL_RULES: tuple[AnyRule, ...] = (Rule("durak.redeal", Deal),)

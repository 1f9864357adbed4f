"""The deal of Durak: whether it is dealt anew.

Rules document, section 3: durak.redeal. What a wrong deal is, the source does not say.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.cards import HAND, MOST_PLAYERS, Cards
from scorekeeper.games.shedding import Dealing, DealResult
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Rule
from scorekeeper.schema import Invalid, Seat


def redeals(hand: Sequence[Card], house: HouseRules) -> bool:
    """True if a dealt hand has so many cards of one suit that it is dealt anew (durak.redeal)."""
    if house.redeal_suit == "off":
        return False
    suits = [card.suit for card in hand]
    return any(suits.count(suit) >= int(house.redeal_suit) for suit in suits)


@dataclass(frozen=True, kw_only=True)
class Deal(Dealing):
    """Dealt hands: whether one of them has so many cards of a suit that it is dealt anew.

    `hands` are by seat (or one after the other); `hand` is a single one. Or it is told what was
    wrong with the deal.
    """

    at_table: ClassVar[int | None] = MOST_PLAYERS
    depends_on: ClassVar[tuple[str, ...]] = ("redeal_suit", "misdeal")
    size: ClassVar[int] = HAND
    hands: Mapping[Seat, Cards] | tuple[Cards, ...] | None = None
    hand: Cards | None = spec(None, in_form=False)

    @property
    def known(self) -> Mapping[str, Cards]:
        """Field → the hand that lies there."""
        hands = self.hands if isinstance(self.hands, Mapping) else dict(enumerate(self.hands or ()))
        single = {} if self.hand is None else {"hand": self.hand}
        return {**single, **{f"hands.{at}": cards for at, cards in hands.items() if cards}}

    def check(self) -> None:
        """Raises Invalid for no cards and no complaint, or more cards than are dealt."""
        if not any(self.known.values()) and not self.complains:
            raise Invalid("hands" if self.hand is None else "hand", "missing")
        for place, cards in self.known.items():
            require_at_most(place, cards, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The hands."""
        return self.known

    def result(self, house: HouseRules) -> DealResult:
        """`redeal`, by the house rules (durak.redeal, durak.deal.misdeal)."""
        one_suit = any(redeals(hand, house) for hand in self.known.values())
        return {"redeal": one_suit or super().result(house)["redeal"]}


def shows_hands(deal: Deal, house: HouseRules) -> bool:
    """True if it is told which cards were dealt."""
    return bool(deal.known)


DEAL_RULES: tuple[AnyRule, ...] = (Rule("durak.redeal", Deal, applies=shows_hands),)

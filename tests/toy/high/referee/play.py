"""A card played to a trick: whether it follows suit."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import FRENCH_52, Card
from scorekeeper.dispute import CardPlayed, require_at_most
from scorekeeper.games.high.house import HouseRules
from scorekeeper.games.high.referee.trick import MOST
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee import Broken, Finding, Missing
from scorekeeper.schema import spec

HAND = 17


@dataclass(frozen=True, kw_only=True)
class Play(CardPlayed):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    trick: tuple[Card, ...] = spec(advance=True)
    card: Card = spec()
    hand: tuple[Card, ...] | None = spec(None, contains=("card",))

    def validate(self) -> None:
        """Raises Invalid for cards that cannot lie so."""
        require_at_most("trick", self.trick, MOST - 1)
        super().validate()
        require_at_most("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick, and the hand or the card."""
        return {"trick": self.trick, **super().places()}

    def hands(self, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """The card alone, and with each that lies nowhere else: one is enough to oblige."""
        yield (self.card,)
        seen = {*self.trick, self.card}
        yield from ((self.card, other) for other in FRENCH_52.cards if other not in seen)


def does_not_follow(play: Play, house: HouseRules) -> Finding:
    """high.follow (2): who has the led suit plays it."""
    if not play.trick or play.card.suit == (led := play.trick[0]).suit:
        return None
    if play.hand is None:
        return Missing("hand")
    had = of_suit(play.hand, led.suit)
    return Broken({"led": led, "card": play.card, "cards": had}) if had else None

"""The referee of Newgame: its questions, and the table of its rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import FRENCH_52, Card
from scorekeeper.dispute import Admitted, CardPlayed, Dispute, require_at_most
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule
from scorekeeper.schema import spec

from .house import HouseRules

MOST, HAND = 4, 17
"""Players, and cards of a hand."""


@dataclass(frozen=True, kw_only=True)
class Play(CardPlayed):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    depends_on: ClassVar[tuple[str, ...]] = ("must_follow",)
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
    """newgame.follow: who has the led suit plays it."""
    if not play.trick or play.card.suit == (led := play.trick[0]).suit:
        return None
    if play.hand is None:
        return Missing("hand")
    had = of_suit(play.hand, led.suit)
    return Broken({"led": led, "card": play.card, "cards": had}) if had else None


def penalty(house: HouseRules) -> Penalty:
    """A point to every other player."""
    return Penalty("points", each=1)


DISPUTES: tuple[type[Dispute], ...] = (Play,)
RULES: tuple[AnyRule, ...] = (
    Rule("newgame.follow", Play, does_not_follow, penalty=penalty, when=lambda h: h.must_follow),
    Rule("newgame.free", Play),
    Rule("newgame.peek", Admitted, offence="peek", penalty=penalty),
)

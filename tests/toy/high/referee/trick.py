"""A whole trick: whose it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.cards import FRENCH_52, Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.tricks import winner
from scorekeeper.schema import Invalid, Seat, spec

MOST = 4


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (high.highest)."""
    return FRENCH_52.height[card] if card.suit == led else -1


@dataclass(frozen=True)
class Highest(Dispute):
    """A whole trick, in the order played: who won it."""

    kind: ClassVar[str] = "highest"
    players_field: ClassVar[str] = "cards"
    leader: Seat = spec(known="leader")
    cards: tuple[Card, ...]

    def validate(self) -> None:
        """Raises Invalid unless everybody played a card."""
        if len(self.cards) not in (MOST - 1, MOST):
            raise Invalid("cards", "wrong-number", n=MOST)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick."""
        return {"cards": self.cards}

    @property
    def winner(self) -> int:
        """The seat with the highest card of the suit led."""
        return (self.leader + winner(self.cards, strength)) % len(self.cards)

    def result(self, house: Any) -> Mapping[str, Any]:
        """Who won the trick."""
        return {"winner": self.winner}

    def entry(self) -> Mapping[str, Any]:
        """The trick."""
        return {"type": "deal", "winner": self.winner}

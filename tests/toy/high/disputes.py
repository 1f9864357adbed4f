"""The kinds of dispute in Highest."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.cards import FRENCH_52, Card
from scorekeeper.games.tricks import winner
from scorekeeper.plain import Seat, Unreadable, part
from scorekeeper.referee import CardPlayed, Dispute, no_more

HAND = 17
MOST = 4


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (high.highest)."""
    return FRENCH_52.height[card] if card.suit == led else -1


@dataclass(frozen=True)
class Play(CardPlayed):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    trick: tuple[Card, ...] = part(first=True)
    card: Card = part()
    hand: tuple[Card, ...] | None = part(None, includes=("card",))

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so."""
        no_more("trick", self.trick, MOST - 1)
        super().check()
        no_more("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick, and the hand or the card."""
        return {"trick": self.trick, **super().places()}


@dataclass(frozen=True)
class Highest(Dispute):
    """A whole trick, in the order played: who won it."""

    kind: ClassVar[str] = "highest"
    seated: ClassVar[str] = "cards"
    leader: Seat
    cards: tuple[Card, ...]

    def check(self) -> None:
        """Raises Unreadable unless everybody played a card."""
        if len(self.cards) not in (MOST - 1, MOST):
            raise Unreadable("cards", "wrong-number", n=MOST)

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


DISPUTES: tuple[type[Dispute], ...] = (Play, Highest)

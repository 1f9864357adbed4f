"""Who deals first, and who takes a trick (1c, 1d)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.plays import strength
from scorekeeper.games.tricks import winner
from scorekeeper.referee import AnyRule, Rule
from scorekeeper.schema import Invalid, Seat

SUITS = ("C", "S", "D", "H")
"""The suits from low to high, where equal ranks are drawn for the first deal (1d)."""


class WinnerResult(TypedDict):
    """The seat that takes the trick, and its card."""

    winner: int
    card: str


@dataclass(frozen=True, kw_only=True)
class Winner(Dispute):
    """Four cards in the order in which they were played, and who led."""

    kind: ClassVar[str] = "winner"
    leader: Seat
    trick: tuple[Card, ...]

    def check(self) -> None:
        """Raises Invalid unless there is a card of each player."""
        if len(self.trick) != SEATS:
            raise Invalid("trick", "wrong-number", n=SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick."""
        return {"trick": self.trick}

    def result(self, house: HouseRules) -> WinnerResult:
        """Who takes the trick: the highest card of the suit that was led (kocka.winner)."""
        place = winner(self.trick, strength)
        return {"winner": (self.leader + place) % SEATS, "card": str(self.trick[place])}


class DealerResult(TypedDict):
    """The seat that deals first, and the card that it drew."""

    dealer: int
    card: str


@dataclass(frozen=True, kw_only=True)
class FirstDealer(Dispute):
    """The cards that the four players drew for the first deal."""

    kind: ClassVar[str] = "first-dealer"
    cards: Mapping[Seat, Card | None]

    @property
    def drawn(self) -> Mapping[Seat, Card]:
        """Who drew which card."""
        return {seat: card for seat, card in self.cards.items() if card is not None}

    def check(self) -> None:
        """Raises Invalid unless everybody drew a card."""
        if len(self.drawn) != SEATS:
            raise Invalid("cards", "wrong-number", n=SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The card of each player."""
        return {f"cards.{seat}": (card,) for seat, card in self.drawn.items()}

    def result(self, house: HouseRules) -> DealerResult:
        """Who deals first: the lowest card, of equal ranks the lower suit (kocka.deal)."""
        dealer = min(self.drawn, key=lambda seat: _height(self.drawn[seat]))
        return {"dealer": dealer, "card": str(self.drawn[dealer])}


def _height(card: Card) -> tuple[int, int]:
    """How high a card counts that was drawn for the first deal."""
    return FRENCH_32.height[card], SUITS.index(card.suit)


DEAL_RULES: tuple[AnyRule, ...] = (Rule("kocka.winner", Winner), Rule("kocka.deal", FirstDealer))

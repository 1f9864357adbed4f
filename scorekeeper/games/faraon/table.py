"""A game of Faraón on the table: hands, stock, pile, what is pending; and what a player may do."""

from dataclasses import dataclass

from scorekeeper.cards import Card, Hands
from scorekeeper.games.faraon.turn import Suit


@dataclass(frozen=True)
class Lay:
    """Cards laid at once, in order, and the suit named with a horník."""

    cards: tuple[Card, ...]
    suit: Suit | None = None


@dataclass(frozen=True)
class Back:
    """The red seven laid to bring a seat back."""

    seat: int


@dataclass(frozen=True)
class Decline:
    """Nothing laid: stopped by an ace, taking for sevens, or drawing a card."""


Move = Lay | Back | Decline
DECLINE = Decline()


@dataclass(frozen=True)
class State:
    """A game being played.

    `stock` is drawn from the front, the last of `pile` is the top card. `suit` is demanded,
    `sevens` are pending, `stops` how many are still to be stopped by aces that `aced` laid, the
    seat whose `turn` it is first. `second`: that seat goes on. `out` maps who ran out to his last
    card, `fresh` are those of them who did so within the current round.
    """

    hands: Hands
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    turn: int
    suit: Suit | None = None
    sevens: int = 0
    stops: int = 0
    aced: int | None = None
    second: bool = False
    out: tuple[tuple[int, Card], ...] = ()
    fresh: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats still in the game."""
        gone = {seat for seat, _card in self.out}
        return tuple(seat for seat in range(self.players) if seat not in gone)

    @property
    def top(self) -> Card:
        """The top card."""
        return self.pile[-1]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat whose turn it is."""
        return self.hands[self.turn]

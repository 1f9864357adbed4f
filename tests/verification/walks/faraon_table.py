"""A game of Faraón on the table: hands, stock, pile, what is pending; and what a player may do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple, get_args

from scorekeeper.core.cards import Card, Hands
from scorekeeper.core.schema import copy_with
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house_rules import HouseRules, pack_of
from scorekeeper.games.faraon.referee.course import Start
from scorekeeper.games.faraon.referee.layout import ACE, OBER, SEVEN, Suit


class Lay(NamedTuple):
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


SUITS: tuple[Suit, ...] = get_args(Suit)
USUAL = HouseRules()


@cache
def all_seats(players: int) -> tuple[int, ...]:
    """The seats of a table, from 0."""
    return tuple(range(players))


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
    house: HouseRules = USUAL

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats still in the game."""
        everybody = all_seats(len(self.hands))
        if not self.out:
            return everybody
        gone = [seat for seat, _card in self.out]
        return tuple([seat for seat in everybody if seat not in gone])

    @property
    def top(self) -> Card:
        return self.pile[-1]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat whose turn it is."""
        return self.hands[self.turn]


def cards(state: State) -> Iterator[Card]:
    return (card for place in (*state.hands, state.stock, state.pile) for card in place)


def loser(state: State) -> int:
    """The seat that lost a game that is over."""
    (seat,) = state.left
    return seat


def deal(
    random: Random,
    players: int,
    house: HouseRules = USUAL,
    dealer: int | None = None,
    sizes: Sequence[int] | None = None,
) -> State:
    """The hands, of five cards or of so many, and the start card (faraon.deal, .start)."""
    dealer = random.randrange(players) if dealer is None else dealer
    cards = list(pack_of(house))
    random.shuffle(cards)
    hands = []
    for size in sizes or (HAND,) * players:
        hands.append(tuple(cards[:size]))
        del cards[:size]
    turn = (dealer + 1) % players
    return _started(State(tuple(hands), tuple(cards[1:]), (cards[0],), turn, house=house))


def _started(state: State) -> State:
    """What the start card does to the first player (source 7, 11)."""
    start = Start(state.top, tuple(reversed(state.stock)))
    if state.top.rank == OBER:
        return copy_with(state, suit=next((each for each in SUITS if each == start.suit), None))
    if not start.works:
        return state
    if state.top.rank == SEVEN:
        return copy_with(state, sevens=1)
    return copy_with(state, stops=1) if state.top.rank == ACE else state

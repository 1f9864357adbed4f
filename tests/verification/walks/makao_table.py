"""The table of a game of Makao: hands, stock, pile and what is faced; and the deal."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from scorekeeper.core.cards import JOKER, Card, Hands, as_joker
from scorekeeper.core.schema import copy_with
from scorekeeper.games.makao.entries import losers
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee.situation import (
    FORWARD,
    SUITS,
    Demand,
    Situation,
    at_start,
    direction,
)
from tests.verification.walks.contract import with_hand

HAND = 5
"""Cards dealt to each player (makao.deal)."""
TURNS = 5_000
"""A game that nobody ends is left after so many moves."""
NATURAL = tuple(Card(rank, suit) for suit in SUITS for rank in "23456789TJQKA")
USUAL = HouseRules()


class Lay(NamedTuple):
    """Cards laid in one turn, in order, jokers named, and what is demanded with them."""

    cards: tuple[Card, ...]
    demand: Demand | None = None


class GiveWay(NamedTuple):
    """Nothing laid: cards taken for an attack, turns missed, or one card drawn."""


Move = Lay | GiveWay
GIVE_WAY = GiveWay()


@dataclass(frozen=True)
class State:
    """A game being played; `pile` ends with the top card, `stock` with the next one to be drawn.

    `facing` is what the player at `turn` faces, `by` who made the demand in it, `missing` how many
    turns each seat has still to miss, `out` who is out, in order. `drawn` is the card that the
    player has just drawn and may lay at once; `moves` counts plays and draws. `seed` decides how
    the pile is shuffled when the stock is empty.
    """

    hands: Hands
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    turn: int
    facing: Situation
    missing: tuple[int, ...]
    by: int | None = None
    out: tuple[int, ...] = ()
    drawn: Card | None = None
    moves: int = 0
    seed: int = 0
    house: HouseRules = USUAL

    @property
    def players(self) -> int:
        """How many began the game."""
        return len(self.hands)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the player whose turn it is."""
        return self.hands[self.turn]

    @property
    def top(self) -> Card:
        """The card on top of the pile, a joker as it was named."""
        top = self.facing.top
        return as_joker(top) if self.pile[-1].suit == JOKER != top.suit else top

    @property
    def over(self) -> Literal["finished", "left"] | None:
        """Why no more is played: enough players are out (makao.end), or it took too long."""
        if losers(self.players, self.out):
            return "finished"
        return "left" if self.moves >= TURNS else None


def deal(
    random: Random, players: int, house: HouseRules = USUAL, dealer: int | None = None
) -> State:
    """Five cards each and one turned up; left of the dealer begins (makao.deal).

    Where the start card works, it counts as laid by the dealer.
    """
    dealer = random.randrange(players) if dealer is None else dealer
    natural = list(NATURAL * house.packs)
    jokers = [Card(JOKER, JOKER)] * (2 * house.packs if house.jokers == "wild" else 0)
    stock = natural + jokers
    random.shuffle(stock)
    hands = tuple(tuple(stock.pop() for _ in range(HAND)) for _ in range(players))
    top = stock.pop()
    facing, way = Situation(top), FORWARD
    if house.start_effect:
        facing, way = at_start(top), direction(top)
    turn = (dealer + way) % players
    seed, missing = random.randrange(2**32), (0,) * players
    return State(hands, tuple(stock), (top,), turn, facing, missing, seed=seed, house=house)


def cards(state: State) -> Iterator[Card]:
    return (card for place in (*state.hands, state.stock, state.pile) for card in place)


def draw(state: State, seat: int, number: int) -> State:
    """The state after a seat drew cards, or as many as there are.

    When the stock is empty, the pile without its top card becomes the stock (makao.restock).
    """
    stock, pile, drawn, seed = list(state.stock), state.pile, list[Card](), state.seed
    for _ in range(number):
        if not stock:
            stock, pile = list(pile[:-1]), pile[-1:]
            Random(seed).shuffle(stock)
            seed += 1
        if stock:
            drawn.append(stock.pop())
    hand = (*state.hands[seat], *drawn)
    hands = with_hand(state.hands, seat, hand)
    return copy_with(state, hands=hands, stock=tuple(stock), pile=pile, seed=seed)

"""Highest as a state machine: a deal, the choices of a turn, and what follows from a card."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from scorekeeper.cards import FRENCH_52, Card, Hands, with_hand
from scorekeeper.games.high import GAME
from scorekeeper.games.high.entries import Deal
from scorekeeper.games.high.house import HouseRules
from scorekeeper.games.high.referee import RULES
from scorekeeper.games.high.referee.play import Play
from scorekeeper.games.high.referee.trick import strength
from scorekeeper.games.tricks import winner
from scorekeeper.referee import allowed
from scorekeeper.schema import Seat
from tests.walks.contract import Walk

USUAL = HouseRules()


@dataclass(frozen=True)
class State:
    """Hands, who leads, the trick on the table, the cards and the winners of the finished ones."""

    hands: Hands
    leader: int
    trick: tuple[Card, ...] = ()
    away: tuple[Card, ...] = ()
    won: tuple[int, ...] = ()
    house: HouseRules = USUAL

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % len(self.hands)


def deal(
    random: Random, players: int, house: HouseRules = USUAL, dealer: int | None = None
) -> State:
    """The cards dealt evenly; left of the dealer leads."""
    dealer = random.randrange(players) if dealer is None else dealer
    pack = list(FRENCH_52)
    random.shuffle(pack)
    each = len(pack) // players
    hands = tuple(tuple(pack[at * each : (at + 1) * each]) for at in range(players))
    return State(hands, (dealer + 1) % players, house=house)


def attempts(state: State) -> tuple[Card, ...]:
    """Any card of the hand."""
    return state.hands[state.turn]


def question(state: State, card: Card) -> Play:
    """Whether the next player may play a card of the hand."""
    return Play(trick=state.trick, card=card, hand=state.hands[state.turn])


def choices(state: State) -> tuple[Card, ...]:
    """The cards that the next player may play."""
    every = (question(state, card) for card in attempts(state))
    return tuple(play.card for play in allowed(RULES, every, state.house))


def after(state: State, card: Card) -> State:
    """The state after the next player played a card; the last one ends the trick."""
    seat, seats = state.turn, len(state.hands)
    hands = with_hand(state.hands, seat, (each for each in state.hands[seat] if each != card))
    trick = (*state.trick, card)
    if len(trick) < seats:
        return replace(state, hands=hands, trick=trick)
    taker = (state.leader + winner(trick, strength)) % seats
    away, won = state.away + trick, (*state.won, taker)
    return State(hands, taker, (), away, won, state.house)


def cards(state: State) -> Iterator[Card]:
    """All cards, wherever they lie."""
    return (card for place in (*state.hands, state.trick, state.away) for card in place)


WALK = Walk(
    game=GAME,
    houses=(USUAL,),
    deal=deal,
    choices=choices,
    after=after,
    is_over=lambda state: not any(state.hands),
    entry=lambda state: Deal(Seat(state.won[-1])),
    cards=cards,
    question=question,
    attempts=attempts,
    seats=lambda house: GAME.seats,
)

"""Highest as a state machine: a deal, the choices of a turn, and what follows from a card."""

from dataclasses import dataclass
from random import Random

from scorekeeper.cards import FRENCH_52, Card
from scorekeeper.games.high.disputes import Play, strength
from scorekeeper.games.high.house import HouseRules
from scorekeeper.games.high.rules import RULES
from scorekeeper.games.tricks import winner
from scorekeeper.referee import allowed


@dataclass(frozen=True)
class State:
    """Hands, who leads, the trick on the table, and who won the finished ones."""

    hands: tuple[tuple[Card, ...], ...]
    leader: int
    trick: tuple[Card, ...] = ()
    won: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % len(self.hands)


def deal(random: Random, players: int, dealer: int) -> State:
    """The cards dealt evenly; left of the dealer leads."""
    pack = list(FRENCH_52)
    random.shuffle(pack)
    each = len(pack) // players
    hands = tuple(tuple(pack[at * each : (at + 1) * each]) for at in range(players))
    return State(hands, (dealer + 1) % players)


def choices(state: State, house: HouseRules) -> tuple[Card, ...]:
    """The cards that the next player may play."""
    hand = state.hands[state.turn]
    if not hand:
        return ()
    plays = Play(state.trick, hand[0], hand).alternatives()
    return tuple(play.card for play in allowed(RULES, plays, house))


def after(state: State, card: Card) -> State:
    """The state after the next player played a card; the last one ends the trick."""
    seat, seats = state.turn, len(state.hands)
    left = tuple(held for held in state.hands[seat] if held != card)
    hands = (*state.hands[:seat], left, *state.hands[seat + 1 :])
    trick = (*state.trick, card)
    if len(trick) < seats:
        return State(hands, state.leader, trick, state.won)
    taker = (state.leader + winner(trick, strength)) % seats
    return State(hands, taker, (), (*state.won, taker))

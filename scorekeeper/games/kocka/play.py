"""Černá kočka as a state machine: a round from the deal to the last trick.

What is legal is asked of the rules table; here it is only dealt, passed on, played and won.
"""

from dataclasses import dataclass, replace
from random import Random

from scorekeeper.cards import FRENCH_32, Card, Hands, with_hand
from scorekeeper.games.kocka.disputes import TRICKS, Play
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.rules import RULES, strength
from scorekeeper.games.tricks import winner
from scorekeeper.referee import allowed


@dataclass(frozen=True)
class State:
    """A round being played: hands, the trick on the table, and the finished ones."""

    hands: Hands
    leader: int
    trick: tuple[Card, ...] = ()
    tricks: tuple[tuple[int, tuple[Card, ...]], ...] = ()

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % SEATS

    @property
    def over(self) -> bool:
        """Whether all eight tricks are played."""
        return len(self.tricks) == TRICKS


def deal(random: Random, dealer: int = SEATS - 1) -> State:
    """All cards dealt and three passed to the left by everyone (kocka.deal, kocka.pass)."""
    pack = list(FRENCH_32.cards)
    random.shuffle(pack)
    hands = [pack[at::SEATS] for at in range(SEATS)]
    kept = [hand[3:] + hands[seat - 1][:3] for seat, hand in enumerate(hands)]
    return State(tuple(map(tuple, kept)), (dealer + 1) % SEATS)


def choices(state: State, house: HouseRules) -> tuple[Card, ...]:
    """The cards that the next player may play."""
    hand = state.hands[state.turn]
    asked = Play(state.trick, hand[0], len(state.tricks) + 1, hand)
    return tuple(each.card for each in allowed(RULES, asked.alternatives(), house))


def play(state: State, card: Card) -> State:
    """The state after the next player played a card; the fourth one ends the trick."""
    seat = state.turn
    hands = with_hand(state.hands, seat, (c for c in state.hands[seat] if c != card))
    trick = (*state.trick, card)
    if len(trick) < SEATS:
        return replace(state, hands=hands, trick=trick)
    won = (state.leader + winner(trick, strength)) % SEATS
    return State(hands, won, (), (*state.tricks, (won, trick)))

"""Černá kočka as a state machine: a round from the deal to the last trick."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from scorekeeper.core.cards import FRENCH_32, Card, Hands
from scorekeeper.core.schema import Seat, copy_with
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import SEATS, Round
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee import RULES
from scorekeeper.games.kocka.referee.plays import TRICKS, Play, strength
from scorekeeper.games.kocka.referee.totals import Audit
from scorekeeper.games.tricks import winner
from scorekeeper.referee.rule_table import allowed
from tests.verification.walks.contract import Walk, with_hand

USUAL = HouseRules()
HOUSES = (
    USUAL,
    HouseRules(renonc_penalty="points"),
    HouseRules(dokladacka="off"),
    HouseRules(dokladacka="optional"),
)


@dataclass(frozen=True)
class State:
    """A round being played: hands, the trick on the table, and the finished ones.

    Of each finished trick `tricks` has the seat that won it and its cards.
    """

    hands: Hands
    leader: int
    trick: tuple[Card, ...] = ()
    tricks: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    house: HouseRules = USUAL

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.trick)) % SEATS

    @property
    def over(self) -> bool:
        """Whether all eight tricks are played."""
        return len(self.tricks) == TRICKS


def deal(
    random: Random, players: int = SEATS, house: HouseRules = USUAL, dealer: int | None = None
) -> State:
    """All cards dealt and three passed to the left by everyone (kocka.deal, kocka.pass)."""
    dealer = random.randrange(players) if dealer is None else dealer
    pack = list(FRENCH_32.cards)
    random.shuffle(pack)
    hands = [pack[at::SEATS] for at in range(SEATS)]
    passed = [hand[3:] + hands[seat - 1][:3] for seat, hand in enumerate(hands)]
    return State(tuple(map(tuple, passed)), (dealer + 1) % SEATS, house=house)


def question(state: State, card: Card) -> Play:
    """Whether the next player may play a card of the hand."""
    hand, number = state.hands[state.turn], len(state.tricks) + 1
    return Play(trick=state.trick, card=card, trick_no=number, hand=hand)


def attempts(state: State) -> tuple[Card, ...]:
    """Any card of the hand."""
    return () if state.over else state.hands[state.turn]


def choices(state: State) -> tuple[Card, ...]:
    """The cards that the next player may play."""
    if state.over:
        return ()
    plays = question(state, state.hands[state.turn][0]).alternatives(state.house)
    return tuple(each.card for each in allowed(RULES, plays, state.house))


def after(state: State, card: Card) -> State:
    """The state after the next player played a card; the fourth one ends the trick."""
    seat = state.turn
    hands = with_hand(state.hands, seat, (c for c in state.hands[seat] if c != card))
    trick = (*state.trick, card)
    if len(trick) < SEATS:
        return copy_with(state, hands=hands, trick=trick)
    won = (state.leader + winner(trick, strength)) % SEATS
    tricks = (*state.tricks, (won, trick))
    return copy_with(state, hands=hands, leader=won, trick=(), tricks=tricks)


def audit(state: State) -> Audit:
    """The tricks of a round, for the referee to look through."""
    first, tricks = state.leader, tuple(trick for _, trick in state.tricks)
    if tricks:
        first = (state.tricks[0][0] - winner(tricks[0], strength)) % SEATS
    return Audit(leader=Seat(first), tricks=tricks)


def entry(state: State) -> Round:
    return audit(state).as_round()


def cards(state: State) -> Iterator[Card]:
    places: Iterable[Iterable[Card]] = (*state.hands, state.trick, *(t for _, t in state.tricks))
    return (card for place in places for card in place)


WALK = Walk(
    *(GAME, HOUSES, deal, choices, after, entry, cards, question, attempts, GAME.player_counts),
    audit=audit,
)

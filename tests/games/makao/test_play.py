"""Makao played at random under every house rule: what is legal, and how long a demand holds."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import JOKER, Card
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.referee import breaks, judge
from scorekeeper.schema import dump
from tests.verification.walks import contract
from tests.verification.walks import makao as play
from tests.verification.walks.contract import walk
from tests.verification.walks.makao import HOUSES
from tests.verification.walks.makao_table import Lay, Move, State
from tests.verification.walks.seeds import each_house

pytestmark = pytest.mark.slow("plays whole games at random")

GAMES_EACH = 4
EACH_HOUSE = each_house(HOUSES, lambda house: str(dump(house)))


Step = contract.Step[State, Move]


def walked(random: Random, players: int, house: HouseRules) -> Iterator[Step]:
    """A game of a random dealer, move by move."""
    return walk(play.WALK, random, play.deal(random, players, house))


def judged(kind: str, given: Any, house: HouseRules) -> Any:
    return judge(GAME.rules, GAME.read_dispute(kind, dump(given), house), house)


@EACH_HOUSE
def test_the_referee_finds_every_choice_legal_and_every_refusal_has_a_rule(
    house: HouseRules,
) -> None:
    random, refused = Random(5), 0
    for state, _, _ in walked(random, 4, house):
        lays = [move for move in play.choices(state) if isinstance(move, Lay)]
        for cards in {lay.cards for lay in lays}:
            verdict = judged("play", play.asked(state, cards), house)
            assert (verdict.verdict, verdict.missing) == ("legal", ())
        for cards, demand in lays:
            assert not breaks(GAME.rules, play.asked(state, cards, demand), house)
        for card in set(state.hand) - {lay.cards[0].physical for lay in lays}:
            if state.drawn or card.suit == JOKER:
                continue
            verdict = judged("play", play.asked(state, (card,)), house)
            assert verdict.verdict == "offence"
            assert verdict.rules
            assert verdict.penalty is not None
            refused += 1
    assert refused


@EACH_HOUSE
def test_a_demand_holds_as_long_as_the_referee_says(house: HouseRules) -> None:
    asked = 0
    for seed in range(GAMES_EACH):
        for state, move, after in walked(Random(seed), 4, house):
            demand = isinstance(move, Lay) and move.demand
            if state.by is None or demand or any(state.missing) or after.over:
                continue
            given = {"players": 4, "by": state.by, "turn": after.turn, "round_done": False}
            past = state.by in state.out and crossed(state, after)
            holds = judged("demand", {**given, "round_done": past}, house).result["holds"]
            assert holds == bool(after.facing.rank or after.facing.suit)
            asked += 1
    assert asked


def crossed(state: State, after: State) -> bool:
    """Whether the turn went past the seat that made the demand."""
    if after.turn == state.turn:
        return after.drawn is None
    seats = [(state.turn + step) % 4 for step in range(1, 5)]
    forward = seats[: seats.index(after.turn)]
    back = seats[seats.index(after.turn) + 1 : -1]
    way = back if state.facing != after.facing and after.facing.top == Card("K", "S") else forward
    return state.by in way

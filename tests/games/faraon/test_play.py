"""Whole games of Faraón played at random: what may be laid, told a second time."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

import pytest

from scorekeeper.cards import GERMAN_32, Card, parse_cards
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.house import HouseRules, pack_of
from scorekeeper.referee import Penalty, judge
from scorekeeper.schema import dump
from tests.games.faraon.table import USUAL
from tests.verification.walks import contract
from tests.verification.walks import faraon as play
from tests.verification.walks.contract import walk
from tests.verification.walks.faraon import HOUSES
from tests.verification.walks.faraon_table import Lay, Move, State
from tests.verification.walks.seeds import each_house

pytestmark = pytest.mark.slow("plays whole games at random")

GAMES_EACH = 10
SHORT = 8
EACH_TABLE = pytest.mark.parametrize("players", GAME.player_counts(USUAL))
HOUSE_NAMES = dict(zip(HOUSES, ("usual", "each", "own-suit", "stays", "two-packs"), strict=True))
EACH_HOUSE = each_house(HOUSES, lambda house: HOUSE_NAMES[house])
RED_SEVEN, UL = GERMAN_32.parse("7H"), GERMAN_32.parse("UL")


Step = contract.Step[State, Move]


def cards(codes: str) -> tuple[Card, ...]:
    return parse_cards(GERMAN_32, codes)


def game(seed: int, players: int, house: HouseRules) -> tuple[Step, ...]:
    """A game played at random, step by step; one that does not end fails here."""
    random = Random(seed)
    state = play.deal(random, players, house, dealer=seed % players)
    steps = tuple(walk(play.WALK, random, state))
    assert play.is_over(steps[-1].after), f"not over after {len(steps)} turns"
    return steps


@cache
def games(players: int, house: HouseRules) -> tuple[tuple[Step, ...], ...]:
    """The games that all the tests here look at."""
    return tuple(game(seed, players, house) for seed in range(GAMES_EACH))


# --- every game ends, and no card gets lost ------------------------------------------------------


@EACH_HOUSE
@EACH_TABLE
def test_every_game_ends_with_one_loser_and_all_cards(players: int, house: HouseRules) -> None:
    for steps in games(players, house):
        for step in steps:
            state = step.after
            assert Counter(play.cards(state)) == Counter(pack_of(house))
            assert state.left == tuple(seat for seat, hand in enumerate(state.hands) if hand)
        last = steps[-1].after
        assert play.is_over(last)
        assert [seat for seat, hand in enumerate(last.hands) if hand] == [play.loser(last)]
        assert sorted((play.loser(last), *(seat for seat, _ in last.out))) == list(range(players))


# --- what may be laid, told a second time --------------------------------------------------------


def may_lay(state: State, laid: tuple[Card, ...], house: HouseRules) -> bool:
    """Sections 2 and 3 of the rules document."""
    first, top = laid[0], state.top
    if len({card.rank for card in laid}) > 1:
        return False
    if state.stops:
        answers = first.rank == "A"
    elif state.sevens and not state.second:
        answers = first.rank == "7" or first == UL
    else:
        answers = True
    own_ace = state.second and top.rank == "A"
    asks = house.aces == "once" and state.players == 2 and not own_ace
    unasked = asks and first.rank == "A" and 1 < len(laid) < 4
    matches = (
        UL in (first, top)
        or first.rank in ("O", top.rank)
        or first.suit == (state.suit or top.suit)
    )
    return answers and matches and not unasked


def ways(hand: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """Every way to put up to three cards down, and all ways with four of one rank."""
    few = {laid for n in (1, 2, 3) for laid in permutations(hand[:SHORT], n)}
    fours = {
        laid
        for rank in {card.rank for card in hand[:SHORT]}
        for laid in permutations([card for card in hand[:SHORT] if card.rank == rank], 4)
    }
    return few | fours


@EACH_HOUSE
@pytest.mark.parametrize("players", [2, 4])
def test_what_may_be_laid_is_what_the_rules_say(players: int, house: HouseRules) -> None:
    refused: Counter[str] = Counter()
    for steps in games(players, house)[:3]:
        for step in steps[:200:2]:
            state = replace(step.before, hands=short_hands(step.before))
            if len(state.left) < 2:
                continue
            laid = {move.cards for move in play.choices(state) if isinstance(move, Lay)}
            every = ways(state.hand)
            assert laid == {each for each in every if may_lay(state, each, house)}
            for each in sorted(every - laid)[:12]:
                verdict = judge(GAME.rules, play.asked(state, Lay(each)), house)
                assert (verdict.verdict, verdict.offence) == ("offence", "pajchel")
                assert verdict.penalty == Penalty("cards", amount=3)
                assert set(map(str, verdict.instead)) == {str(dump(way)) for way in laid}
                refused.update(verdict.rules)
    known = {rule.id for rule in GAME.rules}
    assert refused["faraon.match"]
    assert refused["faraon.seven"]
    assert set(refused) <= known


def short_hands(state: State) -> tuple[tuple[Card, ...], ...]:
    """Hands cut short, so that every way to lay them can be tried."""
    return tuple(hand[:SHORT] for hand in state.hands)

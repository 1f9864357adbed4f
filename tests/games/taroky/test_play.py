"""Whole deals of Taroky played at random, held against a second telling of the rules."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.cards import TAROCK_54, parse_cards
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee import RULES
from scorekeeper.games.taroky.referee.announcements import EXCLUDED, clash
from scorekeeper.games.taroky.referee.counting import count, total_of_piles
from scorekeeper.games.taroky.referee.plays import PAGAT, Play
from scorekeeper.games.taroky.referee.talon import Discard
from scorekeeper.referee import allowed, breaks, judge
from scorekeeper.sheet import sum_of
from tests.contract.faults import Faults
from tests.games.taroky.table import (
    NO_RUFFS,
    USUAL,
    by_threes,
    dealt,
    may_announce,
    may_play,
    start,
)
from tests.verification.walks import taroky as play
from tests.verification.walks.contract import walk
from tests.verification.walks.seeds import games
from tests.verification.walks.taroky_table import State, counted, piles, recorded

pytestmark = pytest.mark.slow("plays whole games at random")

WAYS = {
    ("zakladni", "normal"),
    ("zakladni", "quiet-solo"),
    ("zakladni", "varsava"),
    ("druha", "normal"),
    ("druha", "quiet-solo"),
    ("preferanc", "first"),
    ("preferanc", "second"),
    ("preferanc", "third"),
    ("solo", None),
}


def walked(begun: State, random: Random, house: HouseRules) -> State:
    """The deal played to its end, each choice held against `may_play`."""
    state = begun
    for step in walk(play.WALK, random, begun):
        before, card, state = step
        hand, may = before.hands[before.turn], play.choices(before)
        varsava = before.variant == "varsava"
        assert may == may_play(hand, before.trick, varsava, house.varsava_overtake_ruffs)
        question = play.question(before, card)
        assert isinstance(question, Play)
        assert not breaks(RULES, question, house)
    assert state.over
    return state


def lies(state: State) -> None:
    """Every card is somewhere, and nowhere twice."""
    assert Counter(play.cards(state)) == Counter(TAROCK_54.cards)


def well_laid_aside(state: State, house: HouseRules) -> None:
    for seat, aside in enumerate(state.aside):
        assert len(state.hands[seat]) == 12
        laid = Discard(hand=state.hands[seat] + aside, aside=aside, took=len(aside))
        assert not breaks(RULES, laid, house)


def with_all_announced(entry: Deal, state: State) -> Deal:
    """The deal with everything announced that is true and not told twice."""
    told = {seat: may_announce(hand) for seat, hand in enumerate(state.hands)}
    once = {
        s: t - frozenset[str]().union(*(EXCLUDED.get(o, ()) for o in t)) for s, t in told.items()
    }
    assert clash(once) == clash(told) == ()
    return replace(entry, announcements=once)


def agrees(entry: Deal, state: State) -> None:
    """Points, pagát and valát of the record are those of the tricks."""
    laid = piles(state)
    ours = {entry.declarer} | ({entry.partner} - {None})
    last = state.tricks[-1]
    owner = (last.leader + last.cards.index(PAGAT)) % 4 if PAGAT in last.cards else None
    if entry.way == "varsava":
        assert isinstance(entry.points, tuple)
        assert list(entry.points) == [by_threes(pile) for pile in laid]
        assert sum(entry.points) == total_of_piles(map(len, laid))
        assert (entry.pagat, entry.valat) == (None, None)
        return
    mine = [card for seat in ours for card in laid[seat]]
    theirs = [card for seat in range(4) if seat not in ours for card in laid[seat]]
    theirs += state.left
    assert entry.earned == by_threes(mine)
    assert [pile.points for pile in counted(state)] == [by_threes(mine), by_threes(theirs)]
    assert by_threes(mine) + by_threes(theirs) == 70
    assert entry.earned == 70 - count(theirs).points
    won = [trick.winner in ours for trick in state.tricks]
    assert (entry.valat is not None) == (len(set(won)) == 1)
    assert entry.valat is None or (entry.valat.side == "declarer") == won[0]
    if entry.contract == "druha":
        assert entry.pagat is not None
        assert (entry.pagat.seat, entry.pagat.declared) == (entry.declarer, True)
        assert entry.pagat.made == (owner == last.winner)
    elif owner is None:
        assert entry.pagat is None
    else:
        assert entry.pagat is not None
        assert (entry.pagat.seat, entry.pagat.declared) == (owner, False)
        assert entry.pagat.made == (owner == last.winner)


def held(state: State) -> set[int]:
    return {seat for seat, hand in enumerate(state.hands) if state.called in hand}


@games("deals", 10_000)
def test_random_deals_are_played_counted_and_recorded_alike(deals: int, faults: Faults) -> None:
    ways = set()
    for seed in range(deals):
        random, house = Random(seed), (USUAL, NO_RUFFS)[seed % 2]
        with faults.at("seed", seed):
            before = dealt(random, house)
            well_laid_aside(before, house)
            lies(before)
            state = walked(before, random, house)
            lies(state)
            entry = recorded(state)
            ways.add((entry.contract, entry.way))
            agrees(entry, state)
            if before.called and (mates := held(before) - {before.declarer}):
                assert {entry.partner} == mates
            standing = start(dealer=state.dealer)
            entry = entry if entry.way == "varsava" else with_all_announced(entry, before)
            assert GAME.check(entry, standing, house) is None, entry
            assert sum(sum_of(GAME.score(entry, standing, house), 4)) == 0
            assert GAME.read_entry(GAME.write_entry(entry), 4, house) == entry
    assert ways >= WAYS - {("druha", "quiet-solo")}, WAYS - ways


def test_a_hand_with_too_few_plain_cards_lays_those_aside_first_and_then_taroks() -> None:
    """taroky.talon.no-tarok taken to the letter would leave such a hand nothing to lay aside."""
    parse = TAROCK_54.parse
    codes = [
        "KH",
        "KD",
        "I",
        "XXI",
        "SKYZ",
        "II",
        "III",
        "IV",
        "V",
        "VI",
        "VII",
        "VIII",
        "IX",
        "X",
        "XI",
        "9S",
    ]
    hand = tuple(map(parse, codes))
    right = Discard(hand=hand, aside=tuple(map(parse, ("9S", "II", "III", "IV"))), took=4)
    wrong = Discard(hand=hand, aside=tuple(map(parse, ("V", "II", "III", "IV"))), took=4)
    assert judge(RULES, right, USUAL).verdict == "legal"
    assert judge(RULES, wrong, USUAL).rules == ("taroky.talon.no-tarok",)


@pytest.mark.parametrize(
    ("hand", "trick", "may"),
    [
        ("XXI I KH", "SKYZ", "XXI"),
        ("XXI KH", "SKYZ", "XXI"),
        ("XXI V I KH", "SKYZ", "V"),
        ("XXI V I", "4H SKYZ", "V"),
        ("I 4H", "II", "I"),
        ("I V III", "IV", "V"),
        ("III II", "IV", "III II"),
        ("VI II KH", "QS V", "VI"),
        ("KS 7S", "QS V", "KS 7S"),
        ("XXI II I", "", "XXI II"),
    ],
)
def test_what_may_be_played_in_a_varsava(hand: str, trick: str, may: str) -> None:
    cards, lying = parse_cards(TAROCK_54, hand), parse_cards(TAROCK_54, trick)
    asked = Play(contract="zakladni", trick=lying, card=cards[0], hand=cards, variant="varsava")
    found = [str(each.card) for each in allowed(RULES, asked.alternatives(USUAL), USUAL)]
    assert found == may.split() == [str(card) for card in may_play(cards, lying, True, True)]


def test_ruffs_need_not_be_overtaken_if_the_table_plays_so() -> None:
    cards, lying = parse_cards(TAROCK_54, "VI II KH"), parse_cards(TAROCK_54, "QS V")
    asked = Play(contract="zakladni", trick=lying, card=cards[0], hand=cards, variant="varsava")
    found = [str(each.card) for each in allowed(RULES, asked.alternatives(NO_RUFFS), NO_RUFFS)]
    assert found == ["VI", "II"]

"""The referee of Taroky: what a legal answer cites, and what a renonc costs."""

import pytest

from scorekeeper.core.cards import TAROCK_54, parse_cards
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import MISDEALS
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee.deal import Dealt, DealtHow
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.games.taroky.referee.plays import Play
from scorekeeper.games.taroky.referee.talon import Discard
from scorekeeper.referee.rule_table import Penalty, allowed
from scorekeeper.referee.verdict import judge, judge_admitted
from tests.games.taroky.table import NO_RUFFS, USUAL, may_play
from tests.games.test_kept import disputes


def test_a_legal_answer_cites_rules_and_none_of_another_contract():
    for case, dispute, house in disputes(GAME):
        verdict = judge(GAME.rules, dispute, house)
        if verdict.verdict == "legal":
            assert verdict.rules, case
            if case["kind"] in ("play", "audit", "announce", "flek") and "varsava" not in str(case):
                assert not [rule for rule in verdict.rules if ".varsava." in rule], case


def test_a_penalty_is_written_as_the_sheet_knows_it():
    for cost in (Penalty("points", each=10), Penalty("lost", what="deal")):
        plain = {"type": "renonc", "seat": 2, "rule": "taroky.fold"}
        assert GAME.penalty_entry("taroky.fold", 2, cost) == plain
        assert GAME.penalty_entry("taroky.bid.order", 2, cost) is None
    for cost in (None, Penalty("redeal"), Penalty("take-back")):
        assert GAME.penalty_entry("taroky.fold", 2, cost) is None


@pytest.mark.parametrize(
    "house",
    [
        {},
        {"renonc_penalty": "none"},
        {"renonc_penalty": "deal-lost"},
        {"renonc_penalty": "void"},
        {"renonc_points": 3},
    ],
)
def test_a_misdeal_costs_the_same_by_every_door(house):
    rules = HouseRules(**house)
    counted = judge(GAME.rules, Dealt(hands=(13, 12, 12, 11), talon=6), rules)
    packets = judge(GAME.rules, DealtHow(packets=(6, 3, 3)), rules)
    seen = judge_admitted(GAME.rules, "taroky.renonc.misdeal", rules)
    assert counted.penalty == packets.penalty == seen.penalty == penalty(rules)
    assert counted.offence == packets.offence == seen.offence == "misdeal"
    assert counted.result == packets.result == {"redeal": True}


@pytest.mark.parametrize("way", ["points", "void"])
def test_after_a_misdeal_the_same_dealer_deals(way):
    house = HouseRules(renonc_penalty=way)
    start = GAME.start(4, 2, house)
    assert {rule.id for rule in GAME.rules if rule.offence == "misdeal"} == MISDEALS
    for id in sorted(MISDEALS):
        entry = GAME.read_entry({"type": "renonc", "seat": 2, "rule": id}, 4, house)
        after = GAME.after(start, entry, GAME.score(entry, start, house), house)
        assert after.dealer == 2


@pytest.mark.parametrize(
    "rule", ["taroky.play.look", "taroky.renonc.misdeal", "taroky.renonc.conduct"]
)
def test_what_the_table_saw_costs_as_much_as_what_is_proved(rule):
    for house in (USUAL, HouseRules(renonc_penalty="void"), HouseRules(renonc_points=3)):
        verdict = judge_admitted(GAME.rules, rule, house)
        assert verdict is not None
        offence = "misdeal" if rule == "taroky.renonc.misdeal" else "renonc"
        assert (verdict.offence, verdict.rules) == (offence, (rule,))
        assert verdict.penalty == penalty(house)


def test_a_hand_with_too_few_plain_cards_lays_those_aside_first_and_then_taroks():
    """taroky.talon.no-tarok taken to the letter would leave such a hand nothing to lay aside."""
    hand = parse_cards(TAROCK_54, "KH KD I XXI SKYZ II III IV V VI VII VIII IX X XI 9S")
    right, wrong = (
        judge(GAME.rules, Discard(hand=hand, aside=parse_cards(TAROCK_54, aside), took=4), USUAL)
        for aside in ("9S II III IV", "V II III IV")
    )
    assert right.verdict == "legal"
    assert wrong.rules == ("taroky.talon.no-tarok",)


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
def test_what_may_be_played_in_a_varsava(hand, trick, may):
    cards, lying = parse_cards(TAROCK_54, hand), parse_cards(TAROCK_54, trick)
    assert may_be_played(cards, lying, USUAL) == may.split()
    assert [str(card) for card in may_play(cards, lying, True, True)] == may.split()


def may_be_played(hand, trick, house):
    asked = Play(contract="zakladni", trick=trick, card=hand[0], hand=hand, variant="varsava")
    choices = allowed(GAME.rules, asked.alternatives(house), house)
    return [str(each.card) for each in choices]


def test_ruffs_need_not_be_overtaken_if_the_table_plays_so():
    cards, lying = parse_cards(TAROCK_54, "VI II KH"), parse_cards(TAROCK_54, "QS V")
    assert may_be_played(cards, lying, NO_RUFFS) == ["VI", "II"]

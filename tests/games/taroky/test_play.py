"""Whole deals of Taroky played at random, held against a second telling of the rules."""

import pytest

from scorekeeper.core.cards import TAROCK_54, parse_cards
from scorekeeper.games.taroky.referee import RULES
from scorekeeper.games.taroky.referee.plays import Play
from scorekeeper.games.taroky.referee.talon import Discard
from scorekeeper.referee.rule_table import allowed
from scorekeeper.referee.verdict import judge
from tests.games.taroky.table import NO_RUFFS, USUAL, may_play


def test_a_hand_with_too_few_plain_cards_lays_those_aside_first_and_then_taroks() -> None:
    """taroky.talon.no-tarok taken to the letter would leave such a hand nothing to lay aside."""
    parse = TAROCK_54.parse
    codes = [
        *("KH", "KD", "I", "XXI", "SKYZ", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"),
        *("XI", "9S"),
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

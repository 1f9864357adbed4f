"""The referee of Durak: kept cases, and every position of a kind beside the rules told again."""

from itertools import product

import pytest

from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.house_rules import HouseRules
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import answers
from scorekeeper.referee.judgements import judge_question
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.rulebook import open_rulebook

FREE = {"durak.look", "durak.deal.misdeal", "durak.card-stands", "durak.invalid.until"}
"""Rules whose breach costs nothing."""
NAMES = ("Алесь", "Янка", "Зоська", "Марыля", "Ігнат", "Ева", "Базыль", "Тэкля")


def test_an_invalid_card_costs_what_the_house_says(faults):
    costs = {
        "take-back": Penalty("take-back"),
        "take-table": Penalty("take-table"),
        "lose-game": Penalty("lost", what="game"),
    }
    for rule, (agreed, cost) in product(GAME.rules, costs.items()):
        with faults.at(agreed, rule.asks.kind, rule.id):
            free = rule.id in FREE or (rule.check is None and rule.asks is not Admitted)
            found = rule.penalty(HouseRules(invalid_penalty=agreed))
            assert found == (None if free else cost)


def test_who_draws_how_many_is_told_in_their_order():
    draws = [[2, 1], [0, 2], [1, 3]]
    said = {
        language: open_rulebook(GAME.folder, language).answer("refill", "draws", draws, NAMES)
        for language in ("be", "cs", "en")
    }
    assert said == {
        "be": "Бяруць па чарзе: Зоська 1, Алесь 2 і Янка 3.",
        "cs": "Kolik karet kdo dobere, po řadě: Зоська 1, Алесь 2 a Янка 3.",
        "en": "They draw in order: Зоська 1, Алесь 2 and Янка 3.",
    }


@pytest.mark.parametrize(
    ("attacker_out", "defender_out", "no_draw", "told"),
    [
        (True, False, False, "S kartami zůstává jediný: kdo se bránil. To je durak."),
        (False, True, False, "S kartami zůstává jediný: kdo útočil. To je durak."),
        (True, True, True, "Durak: kdo se bránil."),
    ],
)
def test_the_fool_is_named_once(attacker_out, defender_out, no_draw, told):
    given = {"attacker_out": attacker_out, "defender_out": defender_out, "others": 0}
    judged = judge_question(GAME, HouseRules(no_draw=no_draw), ("Petr", "Jana"), "draw", given)
    said = answers(judged, open_rulebook(GAME.folder, "cs"))
    assert sorted(said) == sorted([told, "Remíza to není."])

"""The referee of Durak: kept cases, and every position of a kind beside the rules told again."""

from typing import Any

import pytest

from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.house_rules import HouseRules
from scorekeeper.games.durak.referee import RULES
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import answers
from scorekeeper.referee.judgements import judge_question
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.rulebook import open_rulebook

FREE = {"durak.look", "durak.deal.misdeal", "durak.card-stands", "durak.invalid.until"}
"""Rules whose breach costs nothing."""
NAMES = ("Алесь", "Янка", "Зоська", "Марыля", "Ігнат", "Ева", "Базыль", "Тэкля")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.asks.kind} {rule.id}")
@pytest.mark.parametrize(
    ("agreed", "cost"),
    [
        ("take-back", Penalty("take-back")),
        ("take-table", Penalty("take-table")),
        ("lose-game", Penalty("lost", what="game")),
    ],
)
def test_an_invalid_card_costs_what_the_house_says(rule: Any, agreed: Any, cost: Any) -> None:
    free = rule.id in FREE or (rule.check is None and rule.asks is not Admitted)
    assert rule.penalty(HouseRules(invalid_penalty=agreed)) == (None if free else cost)


def test_who_draws_how_many_is_told_in_their_order() -> None:
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
    ("attacker_out", "defender_out", "house", "told"),
    [
        (
            True,
            False,
            {},
            ["S kartami zůstává jediný: kdo se bránil. To je durak.", "Remíza to není."],
        ),
        (
            False,
            True,
            {},
            ["S kartami zůstává jediný: kdo útočil. To je durak.", "Remíza to není."],
        ),
        (True, True, {"no_draw": True}, ["Durak: kdo se bránil.", "Remíza to není."]),
    ],
)
def test_the_fool_is_named_once(
    attacker_out: bool, defender_out: bool, house: dict[str, bool], told: list[str]
) -> None:
    given = {"attacker_out": attacker_out, "defender_out": defender_out, "others": 0}
    judged = judge_question(GAME, HouseRules(**house), ("Petr", "Jana"), "draw", given)
    assert sorted(answers(judged, open_rulebook(GAME.folder, "cs"))) == sorted(told)

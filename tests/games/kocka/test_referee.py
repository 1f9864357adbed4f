"""The referee of Černá kočka: kept cases, and rounds played at random with one renonc planted."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee import RULES
from scorekeeper.referee.verdict import Penalty, judge_admitted
from tests.games.kocka.table import USUAL

AGREED = HouseRules(renonc_penalty="points")
STRICT = HouseRules(other_breaches="renonc")


NEVER_BROKEN = {
    *("kocka.claim", "kocka.game.end", "kocka.round.durch-caught", "kocka.round.no-trick"),
    "kocka.inscription.vote",
}
"""To show one's cards early is no renonc, nor are votes and totals: they have to be known."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.asks.kind} {rule.id}")
def test_what_a_renonc_costs_is_what_the_house_says(rule: Any) -> None:
    costs = [rule.penalty(house) for house in (USUAL, AGREED)]
    match rule.id.split("."):
        case _ if rule.check is None or rule.id in NEVER_BROKEN:
            assert costs == [None, None]
        case ["dokladacka", "order" | "turn" | "one-card"]:
            assert costs == [Penalty("take-back")] * 2
        case ["dokladacka", "cink", "until"]:
            assert costs == [None, None]
        case ["dokladacka", _]:
            assert costs == [Penalty("lost", what="dokladacka")] * 2
        case ["kocka", "first-lead" | "turn" | "lead", *_]:
            assert costs == [Penalty("take-back")] * 2
        case ["kocka", "look" | "bluff" | "card-stands" | "stop"] | ["kocka", "deal", "misdeal"]:
            assert costs == [None, None]
        case ["kocka", "renonc", "until"] | ["kocka", "deal", "misdeal", "until"]:
            assert costs == [None, None]
        case _:
            agreed = Penalty("points", agree=True)
            assert costs == [Penalty("void", buys=1), agreed]


OTHERS = (
    *("kocka.first-lead", "kocka.turn", "kocka.lead", "kocka.lead.early", "kocka.look"),
    "kocka.bluff",
)
"""What the source forbids without calling it a renonc."""


def test_a_table_may_agree_that_every_breach_is_a_renonc() -> None:
    for rule in (rule for rule in RULES if rule.id in OTHERS and rule.check):
        agreed = Penalty("points", agree=True)
        assert rule.penalty(STRICT) == Penalty("void", buys=1)
        assert rule.penalty(replace(AGREED, other_breaches="renonc")) == agreed


def test_what_a_breach_costs_that_is_no_renonc_is_our_decision() -> None:
    ours = {rule.id for rule in RULES if "penalty" in rule.ours}
    put_back = {"kocka.pass", "dokladacka.order", "dokladacka.one-card", "dokladacka.turn"}
    assert ours == {*OTHERS, *put_back}


@pytest.mark.parametrize("rule", OTHERS)
def test_what_is_put_right_is_no_entry_unless_the_table_writes_one(rule: str) -> None:
    verdict = judge_admitted(RULES, rule, USUAL)
    assert verdict.offence == "renonc"
    assert GAME.penalty_entry(rule, 2, verdict.penalty) is None
    strict = judge_admitted(RULES, rule, STRICT)
    plain = {"type": "renonc", "seat": 2, "rule": rule}
    assert GAME.penalty_entry(rule, 2, strict.penalty) == plain
    read = GAME.read_entry(plain, 4, USUAL)  # as it stands in a match of an earlier version
    assert GAME.check(read, GAME.start(4, 0, USUAL), USUAL) is None


def test_a_penalty_is_written_as_the_sheet_knows_it() -> None:
    void, agreed = Penalty("void", buys=1), Penalty("points", agree=True)
    for penalty in (void, agreed):
        plain = {"type": "renonc", "seat": 2, "rule": "kocka.lead"}
        assert GAME.penalty_entry("kocka.lead", 2, penalty) == plain
    lost = Penalty("lost", what="dokladacka")
    told = {"type": "dokladacka", "loser": 3, "how": "renonc"}
    assert GAME.penalty_entry("dokladacka.cink", 3, lost) == told
    assert GAME.penalty_entry("dokladacka.order", 3, Penalty("take-back")) is None
    assert GAME.penalty_entry("kocka.follow", 3, None) is None
    assert GAME.penalty_entry("kocka.claim", 3, void) is None

"""The referee of Černá kočka: kept cases, and rounds played at random with one renonc planted."""

from dataclasses import replace

import pytest

from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee import RULES
from scorekeeper.games.kocka.referee.plays import (
    goes_back,
    loses_dokladacka,
    other_breach,
    other_look,
    penalty,
)
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.referee.verdict import judge_admitted
from tests.games.kocka.table import USUAL

AGREED = HouseRules(renonc_penalty="points")
STRICT = HouseRules(other_breaches="renonc")


VOID, POINTS = Penalty("void", buys=1), Penalty("points", agree=True)
COSTS = {
    penalty: (VOID, POINTS),
    other_breach: (Penalty("take-back"),) * 2,
    other_look: (None, None),
    goes_back: (Penalty("take-back"),) * 2,
    loses_dokladacka: (Penalty("lost", what="dokladacka"),) * 2,
}
"""What a breach costs at the usual table, and where a renonc costs points."""
OTHERS = tuple(dict.fromkeys(r.id for r in RULES if r.penalty in (other_breach, other_look)))
"""What the source forbids without calling it a renonc."""
TOO_LATE = "dokladacka.cink.until"
"""A renonc that is claimed when it costs nothing any more."""


@pytest.mark.parametrize("cost", COSTS, ids=lambda cost: str(cost.__name__))
def test_what_a_breach_costs_is_what_the_house_says(cost):
    assert (cost(USUAL), cost(AGREED)) == COSTS[cost]


def test_every_renonc_has_a_cost_and_nothing_else_more_than_its_card(faults):
    for rule in (rule for rule in RULES if rule.breakable):
        with faults.at(rule.asks.kind, rule.id):
            assert not rule.costs or rule.penalty in COSTS, "say in COSTS what it comes to"
            costs = rule.costs and rule.penalty is not goes_back
            assert (rule.offence == "renonc") == (costs or rule.id == TOO_LATE)


def test_a_table_may_agree_that_every_breach_is_a_renonc():
    for rule in (rule for rule in RULES if rule.id in OTHERS and rule.check):
        assert rule.penalty(STRICT) == VOID
        assert rule.penalty(replace(AGREED, other_breaches="renonc")) == POINTS


def test_what_a_breach_costs_that_is_no_renonc_is_our_decision(faults):
    for rule in (rule for rule in RULES if rule.penalty in (other_breach, other_look, goes_back)):
        with faults.at(rule.asks.kind, rule.id):
            assert "penalty" in rule.ours, 'no source says it: ours=("penalty", "onward")'


@pytest.mark.parametrize("rule", OTHERS)
def test_what_is_put_right_is_no_entry_unless_the_table_writes_one(rule):
    verdict = judge_admitted(RULES, rule, USUAL)
    assert verdict.offence == "renonc"
    assert GAME.penalty_entry(rule, 2, verdict.penalty) is None
    strict = judge_admitted(RULES, rule, STRICT)
    plain = {"type": "renonc", "seat": 2, "rule": rule}
    assert GAME.penalty_entry(rule, 2, strict.penalty) == plain
    read = GAME.read_entry(plain, 4, USUAL)  # as it stands in a match of an earlier version
    assert GAME.check(read, GAME.start(4, 0, USUAL), USUAL) is None


def test_a_penalty_is_written_as_the_sheet_knows_it():
    for cost in (VOID, POINTS):
        plain = {"type": "renonc", "seat": 2, "rule": "kocka.lead"}
        assert GAME.penalty_entry("kocka.lead", 2, cost) == plain
    lost = Penalty("lost", what="dokladacka")
    told = {"type": "dokladacka", "loser": 3, "how": "renonc"}
    assert GAME.penalty_entry("dokladacka.cink", 3, lost) == told
    assert GAME.penalty_entry("dokladacka.order", 3, Penalty("take-back")) is None
    assert GAME.penalty_entry("kocka.follow", 3, None) is None
    assert GAME.penalty_entry("kocka.claim", 3, VOID) is None

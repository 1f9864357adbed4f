"""The referee of Taroky: what a legal answer cites, and what a renonc costs."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.house_rules import load_house
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import MISDEALS
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee.deal import Dealt, DealtHow
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.referee.verdict import judge, judge_admitted
from tests.games.taroky.table import USUAL

FILE = Path(__file__).parent / "cases.jsonl"
TEXTS = [line for line in FILE.read_text("utf-8").splitlines() if line and line[0] != "#"]
CASES: list[dict[str, Any]] = [json.loads(text) for text in TEXTS]


def asked_of(case: dict[str, Any]) -> Any:
    house = load_house(GAME.house, case.get("house", {}))
    return GAME.read_dispute(case["kind"], case["given"], house), house


def test_a_legal_answer_cites_rules_and_none_of_another_contract() -> None:
    for case in CASES:
        verdict = judge(GAME.rules, *asked_of(case)) if "verdict" in case["expect"] else None
        if verdict is None or verdict.verdict != "legal":
            continue
        assert verdict.rules, case
        if case["kind"] in ("play", "audit", "announce", "flek") and "varsava" not in str(case):
            assert not [rule for rule in verdict.rules if ".varsava." in rule], case


def test_a_penalty_is_written_as_the_sheet_knows_it() -> None:
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
def test_a_misdeal_costs_the_same_by_every_door(house: dict[str, Any]) -> None:
    rules = HouseRules(**house)
    counted = judge(GAME.rules, Dealt(hands=(13, 12, 12, 11), talon=6), rules)
    packets = judge(GAME.rules, DealtHow(packets=(6, 3, 3)), rules)
    seen = judge_admitted(GAME.rules, "taroky.renonc.misdeal", rules)
    assert counted.penalty == packets.penalty == seen.penalty == penalty(rules)
    assert counted.offence == packets.offence == seen.offence == "misdeal"
    assert counted.result == packets.result == {"redeal": True}


@pytest.mark.parametrize("way", ["points", "void"])
def test_after_a_misdeal_the_same_dealer_deals(way: Any) -> None:
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
def test_what_the_table_saw_costs_as_much_as_what_is_proved(rule: str) -> None:
    for house in (USUAL, HouseRules(renonc_penalty="void"), HouseRules(renonc_points=3)):
        verdict = judge_admitted(GAME.rules, rule, house)
        assert verdict is not None
        offence = "misdeal" if rule == "taroky.renonc.misdeal" else "renonc"
        assert (verdict.offence, verdict.rules) == (offence, (rule,))
        assert verdict.penalty == penalty(house)

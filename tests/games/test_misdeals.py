"""What the trick games ask of a misdeal: whether it is claimed in time, and who deals then."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.house import load_house
from scorekeeper.judgements import judge_question
from scorekeeper.referee import Verdict

RULES = {"taroky": "taroky.renonc.misdeal", "kocka": "kocka.deal.misdeal"}
EACH = pytest.mark.parametrize("key", RULES)


def verdict_on(key: str, given: dict[str, Any], **house: str) -> Verdict:
    """The verdict on facts (JSON) of which some may be unknown, at a table of these house rules."""
    game, told = GAMES[key], {"dealer": 3, "fault": "number", "noticed": "led", **given}
    return judge_question(game, load_house(game.house, house), (), "misdeal", told).verdict


@EACH
def test_a_wrong_number_is_in_time_when_it_is_too_late_for_the_rest(key: str) -> None:
    assert verdict_on(key, {}).verdict == "legal"
    late = verdict_on(key, {"fault": "else"})
    assert (late.verdict, late.rules, late.result) == ("offence", (f"{RULES[key]}.until",), {})


@EACH
def test_what_was_wrong_decides_only_after_the_lead(key: str) -> None:
    found = verdict_on(key, {"fault": None})
    assert (found.verdict, found.decides) == ("undecidable", "fault")
    assert verdict_on(key, {"fault": None, "noticed": "before-lead"}).verdict == "legal"
    assert verdict_on(key, {"fault": None, "noticed": "written"}).verdict == "offence"
    assert verdict_on(key, {"fault": None}, misdeal_until="lead").verdict == "offence"
    assert verdict_on(key, {"fault": None}, misdeal_until="deal").verdict == "legal"


@EACH
def test_when_it_was_noticed_is_not_taken_for_granted(key: str) -> None:
    found = verdict_on(key, {"noticed": None})
    assert (found.verdict, found.decides) == ("undecidable", "noticed")
    assert found.witness["offence"]["noticed"] == "written"


@EACH
def test_who_deals_is_said_only_if_it_is_known(key: str) -> None:
    second = {"second": True}
    assert verdict_on(key, second).result == {"deals": 3}
    assert verdict_on(key, second, second_misdeal="next").result == {"deals": 0}
    assert verdict_on(key, {"second": None}).result == {"deals": 3}
    assert verdict_on(key, {"second": None}, second_misdeal="next").result == {}
    assert verdict_on(key, {"dealer": None}).result == {}
    assert f"{RULES[key]}.second" in verdict_on(key, second).rules
    assert f"{RULES[key]}.second" not in verdict_on(key, {}).rules

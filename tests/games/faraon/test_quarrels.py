"""What players quarrel about: the rulebook answers it, and the referee where he can be asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cases import differences, judge_case, score
from scorekeeper.games.faraon import GAME
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sources import source_of

LINES = (Path(__file__).parent / "quarrels.jsonl").read_text("utf-8").splitlines()
QUARRELS = [json.loads(line) for line in LINES if not line.startswith("#")]
EACH_QUARREL = pytest.mark.parametrize("quarrel", QUARRELS, ids=lambda each: each["quarrel"])


@EACH_QUARREL
def test_the_rulebook_answers(quarrel: Any) -> None:
    text = open_rulebook(GAME.folder, "sk").rule(quarrel["rule"]).text
    assert quarrel["says"] in text


@EACH_QUARREL
def test_what_the_source_does_not_say_is_owned_up_to(quarrel: Any) -> None:
    if quarrel.get("silent"):
        rule = open_rulebook(GAME.folder, "sk").rule(quarrel["rule"])
        assert source_of(GAME.folder).decides(rule)


@EACH_QUARREL
def test_the_referee_says_the_same(quarrel: Any) -> None:
    if case := quarrel.get("case"):
        got = score(case) if "players" in case else judge_case(case)
        assert not list(differences(case["expect"], got))
        if "verdict" in got:
            assert set(case["expect"].get("rules", ())) <= set(got["rules"])

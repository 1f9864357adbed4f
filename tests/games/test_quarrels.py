"""What players quarrel about: answered in the words of the source, or by a decision of ours.

A line of `quarrels.jsonl` is a `quarrel`, the `rule` of the book that answers it, the words of its
`source` (null where the rule is ours), and perhaps the `case` that is judged.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cases import differences, judge_case
from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sources import source_of
from tests.contract.books import languages_of

FILES = [
    path
    for path in sorted(Path(__file__).parent.glob("*/quarrels.jsonl"))
    if not path.with_name("test_quarrels.py").exists()
]
"""Faraón's are of another form, and have a test of their own."""
QUARRELS = [
    pytest.param(GAMES[path.parent.name], json.loads(line), id=f"{path.parent.name} {n}")
    for path in FILES
    for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
]


@pytest.mark.parametrize(("game", "quarrel"), QUARRELS)
def test_a_quarrel_has_its_rule_in_every_book(game: Any, quarrel: Any) -> None:
    assert set(quarrel) <= {"quarrel", "rule", "source", "case"}
    assert quarrel["quarrel"].endswith("?")
    for language in languages_of(game):
        rule = open_rulebook(game.folder, language).rule(quarrel["rule"])
        if quarrel["source"] is None:
            assert source_of(game.folder).decides(rule), rule.id
        else:
            assert quarrel["source"]
            assert rule.source != "—"


@pytest.mark.parametrize(("game", "quarrel"), [q for q in QUARRELS if "case" in q.values[1]])
def test_a_quarrel_that_can_be_judged_is_judged_so(game: Any, quarrel: Any) -> None:
    case = {"game": game.key, **quarrel["case"]}
    answer = judge_case(case)
    assert not differences(case["expect"], answer)
    assert quarrel["rule"] in answer["rules"]

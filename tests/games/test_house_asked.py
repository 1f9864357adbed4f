"""Who asks without a match is asked for the house rules on which the answer depends, and no others.

Every kept case is answered again with each house rule the other way.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from scorekeeper.cases import judge_case
from scorekeeper.fields import fields_of, type_of
from scorekeeper.games import GAMES

pytestmark = pytest.mark.slow("switches every house rule in every case")

FOLDER = Path(__file__).parent
COSTS = {"invalid_penalty", "makao_call"}
"""What is done about an offence: mostly that is said beside the answer, and need not be asked."""
LARGEST = {"packs", "jokers"}
"""Where nobody says it, all cards there are can be asked about."""


def other_houses(game: Any, house: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A house rule, and the house with another value of it."""
    for name in fields_of(game.house):
        kind = type_of(game.house, name)
        for value in (True, False) if kind is bool else get_args(kind) or (1, 2):
            yield name, {**house, name: value}


def answer(case: dict[str, Any]) -> tuple[Any, ...]:
    """What is answered, besides what it costs and why it cannot be read."""
    given = judge_case(case)
    return tuple(json.dumps(given.get(key)) for key in ("verdict", "rules", "result", "missing"))


@pytest.mark.parametrize("key", ["durak", "makao"])
def test_a_kind_depends_on_the_house_rules_that_change_an_answer(key: str) -> None:
    game, lines = GAMES[key], (FOLDER / key / "cases.jsonl").read_text("utf-8").splitlines()
    changing: dict[str, set[str]] = {kind: set() for kind in game.kinds}
    for case in (json.loads(line) for line in lines if line[:1] == "{"):
        if case["expect"].get("error") and "house" in str(case["expect"].get("field")):
            continue
        usual = answer(case)
        for name, house in other_houses(game, case.get("house", {})):
            if answer({**case, "house": house}) != usual:
                changing[case["kind"]].add(name)
    declared = {kind: set(game.kinds[kind].depends_on) for kind in game.kinds}
    for kind, names in changing.items():
        assert names - ((COSTS | LARGEST) - declared[kind]) == declared[kind], kind

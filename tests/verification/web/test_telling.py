"""What was said is told again, for every case that is written."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms import describe
from scorekeeper.web.forms.kinds.kind import form_fields

CASES = Path(__file__).parents[2] / "games"


class AnyWords(Rulebook):
    """A book that has a word for everything."""

    def label(self, *path: str) -> str:
        return path[-1]


def situations(case: dict[str, Any]) -> list[tuple[type, dict[str, Any]]]:
    """What a case gives, with the dataclass that it is read as: a dispute, or entries."""
    game = GAMES[case["game"]]
    if "entries" not in case:
        return [(kind, case["given"]) for kind in game.disputes if kind.kind == case["kind"]]
    entries = [entry for entry in case["entries"] if entry["type"] in game.entry_types]
    return [(game.entry_types[entry["type"]], entry) for entry in entries]


@pytest.mark.parametrize(
    "file",
    sorted((*CASES.glob("*/cases.jsonl"), *CASES.glob("*/*.score.jsonl"))),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_every_case_can_be_told(app: Flask, file: Path) -> None:
    book = AnyWords("cs", {}, {"and": "a", "cards": {}}, Path())
    names = [f"player {n}" for n in range(10)]
    lines = [line for line in file.read_text("utf-8").splitlines() if line.startswith("{")]
    cases = [case for case in map(json.loads, lines) if "error" not in case["expect"]]
    assert cases
    for cls, given in (each for case in cases for each in situations(case)):
        with app.test_request_context():
            rows = describe(book, cls, given, names, ("x",))
        said = {name for name, value in given.items() if value is not None}
        assert len(rows) == len(said & set(form_fields(cls)))
        assert all(bits for _, bits in rows)

"""The tests: those of each game lie in the same files, and the table of security names some."""

import re
from pathlib import Path

from scorekeeper.games import GAMES

FOLDER = Path(__file__).parents[1] / "games"

OF_EVERY_GAME = {
    "__init__.py",
    "applied.jsonl",  # the rules that apply to a move that is legal
    "cases.jsonl",  # disputes with their verdicts
    "cases.score.jsonl",  # evenings with their points
    "facts.jsonl",  # what the sentence on an offence is made of
    "lines.jsonl",  # evenings with the reasons of their last points
    "not_asked.jsonl",  # facts that a page does not ask for beside others
    "refused.jsonl",  # evenings whose last entry cannot be taken
    "test_pages.py",
    "test_referee.py",
    "test_sheet.py",
}


def test_the_tests_of_every_game_lie_in_the_same_files():
    for key in GAMES:
        files = {path.name for path in (FOLDER / key).iterdir() if path.is_file()}
        lacking = OF_EVERY_GAME - files
        assert not lacking, f"tests/games/{key}: write {sorted(lacking)}"


TESTS = Path(__file__).parents[1]
ROWS = [line for line in (TESTS / "asvs.md").read_text("utf-8").splitlines() if "| V" in line]
AREAS = (
    *("V1.2", "V1.3, V1.5", "V2.2", "V2.3", "V2.4", "V3.2", "V3.3", "V3.4", "V3.5", "V4", "V5"),
    *("V7", "V8", "V11", "V12", "V13", "V14", "V15", "V16"),
)


def test_every_area_has_tests_that_exist(faults):
    assert len(ROWS) == len(AREAS)
    for row, area in zip(ROWS, AREAS, strict=True):
        assert row.startswith(f"| {area} ")
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
        with faults.at(row.split("|")[1].strip()):
            assert named
            for file, name in named:
                assert f"\ndef {name}(" in (TESTS / file).read_text("utf-8"), (file, name)

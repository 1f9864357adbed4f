"""One grammar of tests: what is asked of one game stands in the same file for every game.

What a game's own folder holds, in which order, is asked by the contract of all games.
"""

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
    "table.py",  # the group and the quick ways of these tests
    "test_pages.py",
    "test_referee.py",
    "test_sheet.py",
}


def test_the_tests_of_every_game_lie_in_the_same_files() -> None:
    """A game may have more of its own."""
    for key in GAMES:
        files = {path.name for path in (FOLDER / key).iterdir() if path.is_file()}
        lacking = OF_EVERY_GAME - files
        assert not lacking, f"tests/games/{key}: write {sorted(lacking)}"

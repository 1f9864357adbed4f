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
    "table.py",  # the company and the quick ways of these tests
    "test_pages.py",
    "test_play.py",
    "test_referee.py",
    "test_sheet.py",
}
MORE = {
    "durak": {"quarrels.jsonl", "test_edges.py", "test_helps.py", "test_unknown.py"},
    "faraon": {
        "quarrels.jsonl",
        "test_edges.py",
        "test_facts.py",
        "test_helps.py",
        "test_quarrels.py",
    },
    "kocka": {
        "1996.score.jsonl",
        "quarrels.jsonl",
        "test_completions.py",
        "test_customs.py",
        "test_dokladacka.py",
        "test_dokladacka_page.py",
        "test_durch.py",
        "test_edges.py",
        "test_milestones.py",
    },
    "makao": {"quarrels.jsonl", "test_edges.py", "test_helps.py", "test_unknown.py"},
    "taroky": {
        "evening.score.jsonl",
        "test_auction_page.py",
        "test_bounds.py",
        "test_claims.py",
        "test_counting_page.py",
        "test_edges.py",
        "quarrels.jsonl",
        "test_questions.py",
        "test_unknown.py",
    },
}
"""What only one game has: pages of its own, and an evening that was really played."""


def test_the_tests_of_every_game_lie_in_the_same_files() -> None:
    assert set(MORE) == set(GAMES)
    for key in GAMES:
        files = {path.name for path in (FOLDER / key).iterdir() if path.is_file()}
        expected = OF_EVERY_GAME | MORE[key]
        assert not files - expected, (
            f"tests/games/{key}/{min(files - expected)}: put these tests into one of "
            f"{sorted(OF_EVERY_GAME)}, or name it in MORE of tests/laws/test_grammar.py"
        )
        assert not expected - files, f"tests/games/{key}: write {sorted(expected - files)}"

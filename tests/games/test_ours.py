"""What holds of the five games of our own, beside the contract of all games."""

import tomllib
from pathlib import Path
from typing import Any

from scorekeeper import games
from scorekeeper.explanation import OPEN, UNNAMED
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook, shared_words
from scorekeeper.web import LANGUAGES
from tests.contract.books import EACH_BOOK, EACH_GAME
from tests.contract.faults import Faults
from tests.contract.test_referee_words import penalties

DATA = Path(__file__).parents[1] / "data"
OURS = tomllib.loads((DATA / "ours.toml").read_text("utf-8"))
RULE_IDS = tomllib.loads((DATA / "rule_ids.toml").read_text("utf-8"))
FOLDERS = sorted(path.parent for path in Path(games.__file__).parent.glob("*/__init__.py"))


def test_every_folder_on_the_shelf_is_a_game() -> None:
    assert [folder.name for folder in FOLDERS] == sorted(GAMES)


@EACH_GAME
def test_what_is_ours_of_a_breach_is_what_the_source_leaves_open(
    game: AnyGame, faults: Faults
) -> None:
    rules = [rule for rule in game.rules if rule.breakable]
    for part in ("penalty", "onward"):
        listed = set(OURS.get(game.key, {}).get(part, []))
        declared = {rule.id for rule in rules if part in rule.ours}
        with faults.at(f"tests/data/ours.toml, [{game.key}] {part}"):
            assert not declared - listed, f"add {sorted(declared - listed)}"
            assert not listed - declared, f"take out {sorted(listed - declared)}"


@EACH_BOOK
def test_the_book_has_every_rule_of_the_rules_document(game: AnyGame, language: str) -> None:
    named: list[Any] = RULE_IDS.get(game.key, [])
    assert not [id for id in named if id not in open_rulebook(game.folder, language).rules]


def test_words_of_penalties_that_games_share_are_used_by_one() -> None:
    given = {cost for game in GAMES.values() for _, cost in penalties(game)}
    ids = {id for cost in (*given, OPEN) for id in (cost or UNNAMED).ids} | {"none"}
    for language in LANGUAGES:
        assert not set(shared_words(language)["penalties"]) - ids, "words of what is gone"

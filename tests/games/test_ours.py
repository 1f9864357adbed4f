"""What holds of the five games of our own, beside the contract of all games."""

from pathlib import Path

from scorekeeper import games
from scorekeeper.games import GAMES
from scorekeeper.referee.explanation import OPEN, UNNAMED
from scorekeeper.rulebook import shared_words
from scorekeeper.web import LANGUAGES
from tests.contract.test_referee_words import penalties

FOLDERS = sorted(path.parent for path in Path(games.__file__).parent.glob("*/__init__.py"))


def test_every_folder_on_the_shelf_is_a_game() -> None:
    assert [folder.name for folder in FOLDERS] == sorted(GAMES)


def test_words_of_penalties_that_games_share_are_used_by_one() -> None:
    given = {cost for game in GAMES.values() for _, cost in penalties(game)}
    ids = {id for cost in (*given, OPEN) for id in (cost or UNNAMED).ids} | {"none"}
    for language in LANGUAGES:
        assert not set(shared_words(language)["penalties"]) - ids, "words of what is gone"

"""The books of the games: every game in every language that its folder speaks."""

from typing import Any

import pytest

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, speaks


def languages_of(game: AnyGame) -> list[str]:
    """The languages that a game speaks, by the files in its folder."""
    written = sorted(path.stem for path in (game.folder / "rulebook").glob("*.toml"))
    return [language for language in written if speaks(game.folder, language)]


def called(value: Any) -> str:
    """A name for a test's parameters: a game by its key, an entry by its type, an example."""
    found = (getattr(value, each, None) for each in ("key", "type", "rule"))
    return next((str(each) for each in found if each), str(value))


BOOKS = [(game, language) for game in GAMES.values() for language in languages_of(game)]

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=called)
EACH_BOOK = pytest.mark.parametrize(("game", "language"), BOOKS, ids=called)


def refusals_of_games(book: Rulebook) -> set[str]:
    """What is refused of a game's own entries: not of paper, of questions, or of who sits there."""
    others = (".paper.", ".given.", "olympic.table", "deal.four")
    return {id for id in book.data["refusals"] if not any(other in id for other in others)}

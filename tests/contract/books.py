"""The books of the games: every game in every language that its folder speaks."""

from collections.abc import Callable, Iterable
from functools import cache
from os.path import relpath
from typing import Any, TypeVar

import pytest

from scorekeeper.core.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.rulebook import WORDS, Rulebook
from scorekeeper.rulebook.sources import source_language
from tests.contract.missing import forgotten

Test = TypeVar("Test", bound=Callable[..., None])


def languages_of(game: AnyGame) -> list[str]:
    """The languages that a game speaks: those whose books lack nothing but what is named so."""
    return [language for language in written_in(game) if is_whole(game, language)]


@cache
def is_whole(game: AnyGame, language: str) -> bool:
    """True if a book and its decisions lack nothing but what is named as untranslated."""
    places = (game.folder / "rulebook", game.folder / "decisions", WORDS)
    return not any(forgotten(place, language) for place in places)


def place_of(game: AnyGame, *path: str) -> str:
    """A file of a game, as whoever runs the tests would write it."""
    return relpath(game.folder.joinpath(*path))


def table_of(game: AnyGame, language: str, name: str) -> str:
    """A table of a game's book, as a message names it."""
    return f"{place_of(game, 'rulebook', language)}.toml, [{name}]"


def written_in(game: AnyGame) -> list[str]:
    """The languages that a game has a book in, by the names of the files: none is read."""
    return sorted(path.stem for path in (game.folder / "rulebook").glob("*.toml"))


def called(value: Any) -> str:
    """A name for a test's parameters: a game by its key, an entry by its type, an example."""
    found = (getattr(value, each, None) for each in ("key", "type", "rule"))
    return next((str(each) for each in found if each), str(value))


BOOKS = [(game, language) for game in GAMES.values() for language in written_in(game)]

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=called)


def each_of(books: Iterable[Any]) -> Callable[[Test], Test]:
    """A mark that gives a test games, each in a language, but for books still being written."""

    def mark(test: Test) -> Test:
        given = pytest.mark.parametrize(("game", "language"), books, ids=called)
        marked: Test = given(pytest.mark.usefixtures("whole_book")(test))
        return marked

    return mark


EACH_BOOK = each_of(BOOKS)
"""Every game in every language."""
EACH_OWN_BOOK = each_of([(game, source_language(game.folder)) for game in GAMES.values()])
"""Every game in the language of its source."""


def refusals_of_games(book: Rulebook) -> set[str]:
    """What is refused of a game's own entries: not of paper, of questions, or of who sits there."""
    others = (".paper.", ".given.", "olympic.table", "deal.four")
    return {id for id in book.data["refusals"] if not any(other in id for other in others)}

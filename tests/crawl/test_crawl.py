"""Every page of the crawl keeps every law of its kind."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

import tests.crawl.every_page  # noqa: F401 (its laws)
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.web import LANGUAGES, create_app
from tests.conftest import SETTINGS
from tests.contract.books import BOOKS, EACH_GAME, each_of
from tests.crawl.app_pages import App, written
from tests.crawl.decisions import decision_pages
from tests.crawl.evenings import FIRST, Evenings, restore
from tests.crawl.laws import Crawler, Page, broken
from tests.crawl.questions import question_pages
from tests.crawl.rules import rule_pages

pytestmark = pytest.mark.slow("fetches each page of a book, an evening or the app")

GROUPS = {
    "rules": rule_pages,
    "decisions": decision_pages,
    "questions": question_pages,
}
"""Pages that are fetched and looked at together, in one language each."""
OTHERS = [language for language in LANGUAGES if language != FIRST]
TURNS = {key: (FIRST, OTHERS[at % len(OTHERS)]) for at, key in enumerate(GAMES)}
"""The languages in which each game is looked at with each run, so that each has its turn."""
BY_TURN = [
    pytest.param(
        game,
        language,
        marks=() if language in TURNS[game.key] else pytest.mark.walk("the other books"),
    )
    for game, language in BOOKS
]


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app that holds evenings of every game."""
    app = create_app(tmp_path_factory.mktemp("instance"), {**SETTINGS, "LEDGER": "sqlite://"})
    with closing(app.extensions["matches"].ledger):
        restore(app)
        yield app


def require_none(faults: list[str]) -> None:
    """Fails with all that is wrong, and with nothing else."""
    if faults:
        pytest.fail("\n".join([f"{len(faults)} broken laws:", *faults]), pytrace=False)


@each_of(BY_TURN)
@pytest.mark.parametrize("group", GROUPS.values(), ids=list(GROUPS))
def test_pages(
    shelf: Flask, game: AnyGame, language: str, group: Callable[[Crawler, AnyGame], Iterator[Page]]
) -> None:
    faults = broken(group(Crawler(shelf, language), game))
    require_none(faults)


@EACH_GAME
def test_evenings(shelf: Flask, game: AnyGame) -> None:
    evenings = Evenings(shelf, game, 2)
    faults = [fault for language in TURNS[game.key] for fault in broken(evenings.pages(language))]
    require_none(faults)
    assert len(evenings.found) > 60


@pytest.mark.walk("thousands of pages")
@EACH_GAME
def test_all_pages_of_evenings(shelf: Flask, game: AnyGame) -> None:
    evenings = Evenings(shelf, game, 1000)
    faults = [fault for language in LANGUAGES for fault in broken(evenings.pages(language))]
    require_none(faults)


@pytest.mark.parametrize(
    "language",
    [FIRST, *(pytest.param(one, marks=pytest.mark.walk("the other languages")) for one in OTHERS)],
)
def test_app(tmp_path: Path, language: str) -> None:
    app = App(tmp_path, language)
    require_none(broken(app.pages()))
    assert app.rendered == written()

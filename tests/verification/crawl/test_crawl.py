"""The crawl in the other languages, two of them at a time; all decisions, and all pages that
evenings lead to.
"""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.core.game import AnyGame
from scorekeeper.web import LANGUAGES
from tests.contract.books import BOOKS, EACH_GAME
from tests.crawl.decisions import decision_pages
from tests.crawl.evenings import FIRST, Evenings
from tests.crawl.laws import Crawler
from tests.crawl.test_crawl import EACH_GROUP, Group, look_at, look_at_app
from tests.verification.breadth import sample

OTHERS = [language for language in LANGUAGES if language != FIRST]


@EACH_GAME
@EACH_GROUP
def test_pages(shelf: Flask, game: AnyGame, group: Group) -> None:
    others = [language for of, language in BOOKS if of is game and language != FIRST]
    for language in sample(others, 2):
        look_at(group(Crawler(shelf, language), game))


@EACH_GAME
def test_all_decisions(shelf: Flask, game: AnyGame) -> None:
    look_at(decision_pages(Crawler(shelf, FIRST), game))


@EACH_GAME
def test_evenings(shelf: Flask, game: AnyGame) -> None:
    evenings = Evenings(shelf, game, 2)
    look_at(page for language in sample(OTHERS, 2) for page in evenings.pages(language))


@EACH_GAME
def test_all_pages_of_evenings(shelf: Flask, game: AnyGame) -> None:
    look_at(Evenings(shelf, game, 1000).pages(FIRST))


@pytest.mark.parametrize("language", OTHERS)
def test_app(tmp_path: Path, language: str) -> None:
    look_at_app(tmp_path, language)

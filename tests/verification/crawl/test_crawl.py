"""The crawl in the other languages, two of them at a time; all decisions, and all pages that
evenings lead to.
"""

import pytest

from scorekeeper.web import LANGUAGES
from tests.contract.books import BOOKS, EACH_GAME
from tests.crawl.decisions import decision_pages
from tests.crawl.evenings import FIRST, Evenings
from tests.crawl.laws import Crawler
from tests.crawl.test_crawl import EACH_GROUP, look_at, look_at_app
from tests.verification.breadth import sample

OTHERS = [language for language in LANGUAGES if language != FIRST]


@EACH_GAME
@EACH_GROUP
def test_pages(shelf, game, group):
    others = [language for of, language in BOOKS if of is game and language != FIRST]
    for language in sample(others, 2):
        look_at(group(Crawler(shelf, language), game))


@EACH_GAME
def test_all_decisions(shelf, game):
    look_at(decision_pages(Crawler(shelf, FIRST), game))


@EACH_GAME
def test_evenings(shelf, game):
    evenings = Evenings(shelf, game, 2)
    look_at(page for language in sample(OTHERS, 2) for page in evenings.pages(language))


@EACH_GAME
def test_all_pages_of_evenings(shelf, game):
    look_at(Evenings(shelf, game, 1000).pages(FIRST))


@pytest.mark.parametrize("language", OTHERS)
def test_app(tmp_path, language):
    look_at_app(tmp_path, language)

"""Every page of the crawl keeps every law of its kind, in Czech."""

from functools import partial

import pytest

import tests.crawl.every_page  # noqa: F401 (its laws)
from tests.contract.books import EACH_GAME
from tests.crawl.app_pages import App, written
from tests.crawl.decisions import decision_pages
from tests.crawl.evenings import FIRST, Evenings
from tests.crawl.laws import Crawler, broken
from tests.crawl.questions import question_pages
from tests.crawl.rules import rule_pages

GROUPS = {"rules": rule_pages, "decisions": decision_pages, "questions": question_pages}
"""Pages that are fetched and looked at together, in one language each."""
SAMPLED = {**GROUPS, "decisions": partial(decision_pages, each=4)}
"""The same, with a part of the decisions: all of them are verification's."""
EACH_GROUP = pytest.mark.parametrize("group", GROUPS.values(), ids=list(GROUPS))


def look_at(pages):
    """Fails with all that is wrong on pages, and with nothing else."""
    if faults := broken(pages):
        pytest.fail("\n".join([f"{len(faults)} broken laws:", *faults]), pytrace=False)


def look_at_app(folder, language):
    """Looks at the pages that belong to no evening; every template is drawn by them."""
    app = App(folder, language)
    look_at(app.pages())
    assert app.rendered == written()


@EACH_GAME
@pytest.mark.parametrize("group", SAMPLED.values(), ids=list(SAMPLED))
def test_pages(shelf, game, group):
    look_at(group(Crawler(shelf, FIRST), game))


@EACH_GAME
def test_evenings(shelf, game):
    evenings = Evenings(shelf, game, 2)
    look_at(evenings.pages(FIRST))
    assert len(evenings.found) > 60


def test_app(tmp_path):
    look_at_app(tmp_path, FIRST)

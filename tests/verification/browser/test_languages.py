"""Every game in every language: small phones, long names, large text."""

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from scorekeeper.web.game_pages import pages_of
from tests.browser.forms import sit_down
from tests.browser.helpers import assert_fits, assert_no_sideways_scroll, enlarge_text
from tests.browser.table import LOCALES, LONG_NAMES
from tests.verification.breadth import sample
from tests.verification.browser.writing import FIRST

NO_TARGETS = ".cell, #view-deal"
"""The row has the same link as its cells; nobody goes to the surface of a deal that is in view."""


@pytest.fixture
def small(standing_phone, request):
    """The smallest phone, which speaks the language of the test."""
    return standing_phone(320, 568, locale=request.param)


def started(page, game):
    """The address of a match of four with one entry."""
    match = sit_down(page.request, game, LONG_NAMES)
    assert FIRST[game].send(page.request, match) == match
    page.goto(match)
    expect(page.get_by_role("table")).to_be_visible()
    return match


def addresses(match, game):
    """Every page of a match, those of its referee and its rulebook."""
    entries = (type for type in GAMES[game].entry_types)
    yield from (f"{match}{path}" for path in ("", "/accounts", "/players/1", "/people", "/watch"))
    yield from (f"{match}/new/{type}" for type in entries)
    yield from (f"{match}/disputes", *(f"{match}/ask/{kind}" for kind in pages_of(game)))
    yield from (f"{match}/disputes/{dispute.kind}" for dispute in GAMES[game].disputes[:4])
    offence = next(iter(GAMES[game].rules)).id
    yield from (f"{match}/offences/{offence}", f"{match}/rules", f"{match}/rules/{offence}")
    yield from (f"/new/{game}", "/", "/referee", "/rules")


@pytest.mark.parametrize(
    ("small", "language"),
    [pytest.param(locale, language, id=language) for language, locale in LOCALES.items()],
    indirect=["small"],
)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits(small, language, game, faults):
    every = [*addresses(started(small, game), game)]
    for address in sample(every, len(every) // 2):
        small.goto(address)
        with faults.at(address):
            assert small.locator("html").get_attribute("lang") == language
        with faults.at(address, "as it comes"):
            assert_fits(small, ignore=NO_TARGETS)
        enlarge_text(small)
        with faults.at(address, "with large text"):
            assert_no_sideways_scroll(small)

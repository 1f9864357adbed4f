"""The table of a dokládačka on a real phone: all of it to be seen, every tap taken."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import assert_accessible_in_both_themes, assert_nothing_clipped, box_of
from tests.browser.table import MatchPage

CARDS = ["JH", "QH", "TH", "JS", "KH", "9H"]
FITS = """() => [...document.querySelectorAll('.scroll, html')].every(
    (e) => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth)"""


@pytest.fixture
def laying(table):
    table.open()
    page = table.page
    page.goto(f"{page.url}/ask/dokladacka")
    return page


def told(page):
    hidden = page.locator("#dokladacka [name=move][type=hidden]")
    return [str(move) for move in hidden.evaluate_all("moves => moves.map(m => m.value)")]


def test_it_all_fits_the_screen_keys_are_large_and_a_reload_keeps_what_was_laid(laying):
    for code in (None, *CARDS):
        if code:
            laying.locator(f"button[value='{code}']").tap()
            expect(laying.locator(f"#at-{code}")).to_have_class("cell laid")
        assert laying.evaluate(FITS)
        for key in laying.locator("#dokladacka button").all():
            box = box_of(key)
            assert min(box["width"], box["height"]) >= 44
    laying.reload()
    assert told(laying) == CARDS


@pytest.mark.parametrize("locale", ["cs-CZ", "en-GB"])
def test_a_card_that_was_laid_can_be_read_by_everybody(open_phone, locale):
    page = open_phone(locale=locale)
    MatchPage(page).open()
    page.goto(f"{page.url}/ask/dokladacka")
    page.locator("button[value='JH']").tap()
    expect(page.locator("#at-JH")).to_have_class("cell laid")
    assert_nothing_clipped(page)
    assert_accessible_in_both_themes(page)


def test_quick_taps_are_all_taken(laying):
    for code in CARDS:
        laying.locator(f"button[value='{code}']").tap()
    expect(laying.locator(f"#at-{CARDS[-1]}")).to_have_class("cell laid")
    assert told(laying) == CARDS

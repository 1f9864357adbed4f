"""What is printed fits the paper that it is meant for."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.games import GAMES
from tests.browser.conftest import OpenPhone

PAGES = re.compile(rb"/Type /Page\b")


def sheets(page: Page) -> int:
    """How many sheets of paper a page takes."""
    return len(PAGES.findall(page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("locale", ["cs-CZ", "en-GB"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_fit_one_sheet(
    standing_phone: OpenPhone, live_server: str, game: str, locale: str
) -> None:
    page = standing_phone(base_url=live_server, locale=locale)
    page.goto(f"/rules/{game}/one-page")
    expect(page.locator("[data-print]")).to_be_visible()
    assert sheets(page) == 1

"""What is printed fits the paper that it is meant for."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.games import GAMES
from tests.browser.conftest import OpenPhone
from tests.browser.table import Table

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


SHARES = """
  navigator.canShare = () => true;
  navigator.share = async (what) => { document.title = what.text || what.files[0].type; };
"""
"""A phone that tells in its title what it was given to share."""


def test_a_messenger_is_given_text_and_a_png(table: Table) -> None:
    table.open()
    table.round_by_cards({}, rest=1)
    table.page.add_init_script(SHARES)
    table.page.goto(f"{table.page.url.partition('#')[0]}/result")
    table.tap(table.button("Send the result"))
    expect(table.page).to_have_title(re.compile("Petr"))
    table.tap(table.link("Send a picture"))
    expect(table.page).to_have_title("image/png")


def test_where_nothing_can_be_shared_a_picture_is_saved(table: Table) -> None:
    table.open()
    table.page.goto(f"{table.page.url}/result")
    with table.page.expect_download() as saved:
        table.tap(table.link("Send a picture"))
    assert saved.value.suggested_filename.endswith(".png")


def test_where_nothing_can_be_shared_a_link_is_copied(table: Table) -> None:
    table.open()
    table.page.goto(f"{table.page.url}/share")
    table.tap(table.button("Send the link"))
    expect(table.page.locator("#status")).to_have_text(table.says("The link is copied."))
    expect(table.button("The link is copied.")).to_be_visible()


def test_without_scripts_no_button_is_dead(standing_phone: OpenPhone, live_server: str) -> None:
    page = standing_phone(base_url=live_server, locale="cs-CZ", java_script_enabled=False)
    page.goto("/rules/taroky/one-page")
    expect(page.locator("[data-print]")).to_be_hidden()

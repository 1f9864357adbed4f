"""What is printed fits the paper that it is meant for."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from tests.browser.forms import sit_down
from tests.browser.table import LOCALES, NAMES
from tests.verification.browser.evenings import found_group
from tests.verification.browser.writing import FIRST

TEMPLATES = Path(__file__).parents[3] / "templates"
PAGES = re.compile(rb"/Type /Page\b")


def sheets(page):
    return len(PAGES.findall(page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_rules_of_a_game_fit_one_sheet(standing_phone, locale, faults):
    page = standing_phone(locale=locale)
    for game in GAMES:
        page.goto(f"/rules/{game}/one-page")
        expect(page.locator("[data-print]")).to_be_visible()
        with faults.at(game):
            assert sheets(page) == 1


PRINTED = {
    "one-page.html": "/rules/taroky/one-page",
    "paper.html": "/m/{match}/print",
    "year.html": "/c/{group}/years/{year}",
}
"""The pages with a button that prints them, by their templates."""
OTHERS = ("/m/{match}", "/m/{match}/watch", "/m/{match}/result", "/m/{match}/accounts")
HALL = ("/m/{match}/board", "/c/{group}")
LIVE = "#life, .tool, .came, #pocket"
CONTROLS = "button, .menu, .back, .skip, input, select"


def begin(page):
    """A match of a group: the codes of both, and the year."""
    phone = page.request
    match = sit_down(phone, "durak", NAMES)
    FIRST["durak"].send(phone, match)
    code = match.rpartition("/")[2]
    group = found_group(phone, NAMES, code).rpartition("/")[2]
    return {"match": code, "group": group, "year": str(datetime.now(UTC).year)}


def printed(page, selector):
    """What of a page is seen on paper, once it has told that it is live, if it does."""
    if page.locator("#life").count():
        expect(page.locator("#life")).not_to_be_empty()
    page.emulate_media(media="print")
    found = page.evaluate(VISIBLE, selector)
    page.emulate_media(media="screen")
    return found


VISIBLE = """selector => [...document.querySelectorAll(selector)]
  .filter(e => e.checkVisibility() && e.getBoundingClientRect().width > 1)
  .map(e => e.outerHTML.slice(0, 80))"""


def test_every_page_that_prints_itself_is_looked_at():
    with_button = (p for p in TEMPLATES.rglob("*.html") if "ui.printing()" in p.read_text("utf-8"))
    assert {path.name for path in with_button} == set(PRINTED)


def test_nothing_that_is_live_or_tapped_is_printed(standing_phone, faults):
    """What is tapped is on paper where a page has no button that prints it."""
    page = standing_phone(locale="cs-CZ")
    codes = begin(page)
    for path in (*PRINTED.values(), *OTHERS, *HALL):
        page.goto(path.format(**codes))
        tapped = CONTROLS if path in PRINTED.values() else ":not(*)"
        with faults.at(path):
            assert printed(page, f"{LIVE}, {tapped}") == []


SHARES = """
  navigator.share = async (what) => { document.title = what.text; };
"""
"""A phone that tells in its title what it was given to share."""


def test_a_messenger_is_given_text(table):
    table.open()
    table.round_by_cards({}, rest=1)
    table.page.add_init_script(SHARES)
    table.page.goto(f"{table.page.url.partition('#')[0]}/result")
    table.tap(table.button("Send the result"))
    expect(table.page).to_have_title(re.compile("Petr"))


def test_where_nothing_can_be_shared_a_link_is_copied(table):
    table.open()
    table.page.goto(f"{table.page.url}/share")
    table.tap(table.button("Send the link"))
    expect(table.page.locator("#status")).to_have_text(table.says("The link is copied."))
    expect(table.button("The link is copied.")).to_be_visible()


def test_without_scripts_no_button_is_dead(standing_phone):
    page = standing_phone(locale="cs-CZ", java_script_enabled=False)
    page.goto("/rules/taroky/one-page")
    expect(page.locator("[data-print]")).to_be_hidden()

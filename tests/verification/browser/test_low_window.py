"""A low window, as 400 % zoom gives: rows have room, and no focus lies behind a foot."""

from urllib.parse import urlsplit

import pytest

from scorekeeper.games import GAMES
from tests.browser.helpers import at_each_size
from tests.browser.scripts import JS
from tests.verification.breadth import sample
from tests.verification.browser.test_design import open_sheet

SIZES = ((320, 256), (480, 256), (320, 400))
STOPS = 90
"""More controls than the keyboard goes through on any of these pages."""
ROW = 48
"""Pixels of a row that can be tapped."""


@pytest.mark.parametrize("game", GAMES)
def test_two_rows_have_room_and_no_focus_is_hidden(phone, faults, game):
    open_sheet(phone, game)
    sheet = urlsplit(phone.url).path
    for size in at_each_size(phone, SIZES):
        phone.goto(sheet)
        phone.evaluate(JS.GROW)
        phone.locator(".sheet tbody").nth(5).scroll_into_view_if_needed()
        with faults.at(size):
            assert phone.evaluate(JS.ROOM) >= 2 * ROW
        for path in sample(pages(phone, sheet, game), 3):
            with faults.at(size, path):
                assert hidden_stops(phone, path) == []


def pages(low, sheet, game):
    """The sheet, the forms of its entries, a row, its correction, and the questions of a game."""
    low.goto(sheet)
    found = low.locator("a[href*='/new/'], .sheet a[href*='/entries/']")
    links = found.evaluate_all("all => all.map((a) => a.pathname)")
    row = next(link for link in links if "/entries/" in link)
    forms = [link for link in dict.fromkeys(links) if "/new/" in link]
    forms = forms or [f"{sheet}/new/{type}" for type in GAMES[game].entry_types][:1]
    return [sheet, *forms, row, f"{sheet}/disputes", f"/referee/{game}", f"/new/{game}"]


def hidden_stops(page, path):
    """Controls that lie wholly behind something else when the keyboard comes to them."""
    page.goto(path)
    hidden = []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if (told := page.evaluate(JS.FOCUSED)) is None:
            break
        hidden += [] if told["shows"] else [told["name"]]
    return hidden

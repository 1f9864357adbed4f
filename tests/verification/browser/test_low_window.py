"""A low window, as 400 % zoom gives: rows have room, and no focus lies behind a foot."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from tests.browser.helpers import at_each_size
from tests.contract.faults import Faults
from tests.verification.breadth import sample
from tests.verification.browser.test_design import open_sheet

SIZES = ((320, 256), (480, 256), (320, 400))
STOPS = 90
"""More controls than the keyboard goes through on any of these pages."""
FOCUSED = """() => {
  const on = document.activeElement;
  if (!on || on === document.body) return null;
  const box = on.getBoundingClientRect(), label = on.labels?.[0];
  const isDrawn = box.width > 2 && box.height > 2 && getComputedStyle(on).opacity !== '0';
  const drawn = isDrawn ? on : label ?? on;
  const { left, right, top, bottom } = drawn.getBoundingClientRect();
  const points = [.1, .5, .9].flatMap((x) => [.2, .5, .8].map((y) => [
    left + x * (right - left), top + y * (bottom - top),
  ]));
  const shows = ([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return [drawn, label, on.closest('.tile')].some((part) => part?.contains(there));
  };
  const name = on.id || on.name || on.textContent.trim().slice(0, 30);
  const where = `${name} at ${Math.round(top)} to ${Math.round(bottom)}`;
  return { name: where, shows: points.some(shows) };
}"""
"""The control in the focus, or its label if only that is drawn; whether any point of it shows."""
GROW = """() => {
  const [row] = document.querySelectorAll('.sheet tbody');
  for (let n = 0; n < 9; n += 1) row.after(row.cloneNode(true));
}"""
"""A sheet of ten rows and more."""
ROOM = """() => {
  const field = document.querySelector('#match > .scroll');
  const { top, bottom } = field.getBoundingClientRect();
  const rows = (y) => {
    const there = document.elementFromPoint(40, y);
    return there && field.contains(there) && !there.closest('thead');
  };
  let room = 0;
  for (let y = Math.max(top, 0); y < Math.min(bottom, innerHeight); y += 1) room += rows(y);
  return room;
}"""
"""Of how many pixels of the window rows of the sheet may stand."""
ROW = 48
"""Pixels of a row that can be tapped."""


@pytest.mark.parametrize("game", GAMES)
def test_two_rows_have_room_and_no_focus_is_hidden(phone: Page, faults: Faults, game: str) -> None:
    open_sheet(phone, game)
    sheet = urlsplit(phone.url).path
    for size in at_each_size(phone, SIZES):
        phone.goto(sheet)
        phone.evaluate(GROW)
        phone.locator(".sheet tbody").nth(5).scroll_into_view_if_needed()
        with faults.at(size):
            assert phone.evaluate(ROOM) >= 2 * ROW
        for path in sample(pages(phone, sheet, game), 3):
            with faults.at(size, path):
                assert hidden_stops(phone, path) == []


def pages(low: Page, sheet: str, game: str) -> list[str]:
    """The sheet, the forms of its entries, a row, its correction, and the questions of a game."""
    low.goto(sheet)
    found = low.locator("a[href*='/new/'], .sheet a[href*='/entries/']")
    links = found.evaluate_all("all => all.map((a) => a.pathname)")
    row = next(link for link in links if "/entries/" in link)
    forms = [link for link in dict.fromkeys(links) if "/new/" in link]
    forms = forms or [f"{sheet}/new/{type}" for type in GAMES[game].entry_types][:1]
    return [sheet, *forms, row, f"{sheet}/disputes", f"/referee/{game}", f"/new/{game}"]


def hidden_stops(page: Page, path: str) -> list[str]:
    """Controls that lie wholly behind something else when the keyboard comes to them."""
    page.goto(path)
    hidden: list[str] = []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if (told := page.evaluate(FOCUSED)) is None:
            break
        hidden += [] if told["shows"] else [told["name"]]
    return hidden

"""Text as large as a reader wants it: figures grow with it, and what saves stays in view."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.helpers import assert_no_sideways_scroll
from tests.browser.taroky import TarokyTable

pytestmark = pytest.mark.walk("the pages are looked at in large text too")

FIGURES = """() => ['.totals .fig', '.sheet tbody .fig'].map(
  s => parseFloat(getComputedStyle(document.querySelector(s)).fontSize))"""
ROWS = """() => {
  const name = document.querySelector('.sheet thead .who').getBoundingClientRect();
  const total = document.querySelector('.totals .fig').getBoundingClientRect();
  return Math.abs(name.top + name.height / 2 - total.top - total.height / 2) < 8;
}"""
WHOLE = """e => {
  const r = e.getBoundingClientRect();
  return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth;
}"""
DEAL = {"declarer": 0, "contract": "solo", "fleks": {"game": "superflek"}, "points": 38}


def resize_text(page: Page, percent: int) -> None:
    page.evaluate(
        "size => { document.documentElement.style.fontSize = size; }", f"{percent * 0.18}px"
    )


@pytest.fixture
def table(phone: Page) -> TarokyTable:
    table = TarokyTable(phone)
    table.open()
    table.record(DEAL)
    return table


def test_figures_are_never_smaller_and_turn_into_rows_of_players(table: TarokyTable) -> None:
    page = table.page
    usual = page.evaluate(FIGURES)
    for percent, in_rows in ((130, False), (150, True), (200, True)):
        resize_text(page, percent)
        figures = page.evaluate(FIGURES)
        assert all(now >= was for now, was in zip(figures, usual, strict=True)), percent
        assert page.evaluate(ROWS) == in_rows, percent
        assert_no_sideways_scroll(page)
        assert table.action("deal").evaluate(WHOLE), percent
    assert figures[0] >= 1.7 * usual[0]
    name = page.locator(".sheet tbody td").first
    assert name.evaluate("e => getComputedStyle(e, '::before').content") == '"Petr"'


@pytest.mark.parametrize("size", [(360, 592), (640, 320)], ids=["upright", "lying"])
def test_save_is_never_cut(open_phone: OpenPhone, live_server: str, size: tuple[int, int]) -> None:
    table = TarokyTable(open_phone(*size, base_url=live_server))
    table.open()
    table.write()
    for percent in (100, 130, 150, 200):
        resize_text(table.page, percent)
        save = table.save_button()
        expect(save).to_be_in_viewport(ratio=0.99)
        assert save.evaluate(WHOLE), percent


def test_undo_is_said_in_two_lines(table: TarokyTable) -> None:
    lines = table.page.locator("#undo span").evaluate(
        "e => { const r = document.createRange(); r.selectNodeContents(e);"
        " return new Set([...r.getClientRects()].map(({ top }) => top)).size; }"
    )
    assert lines <= 2


BROKEN_WORDS = """text => text.data.split(/(?<=\\s)/).filter((word, at, words) => {
  const range = document.createRange(), start = words.slice(0, at).join("").length;
  range.setStart(text, start);
  range.setEnd(text, start + word.trimEnd().length);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
})"""


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_first_title_stays_in_words(small_phone: Page, percent: int) -> None:
    small_phone.goto("/")
    resize_text(small_phone, percent)
    title = small_phone.evaluate_handle("document.querySelector('h1').firstChild")
    assert title.evaluate(BROKEN_WORDS) == []

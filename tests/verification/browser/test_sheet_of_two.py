"""What a second phone leaves of the sheet: who writes and who left take a line each."""

import pytest

from tests.browser.forms import send
from tests.browser.helpers import box_of, resize_text
from tests.browser.scripts import JS
from tests.browser.table import NAMES, second_phone
from tests.browser.taroky import TarokyTable

SIZES = ((360, 592, 100, 4), (360, 592, 200, 1), (592, 360, 100, 3))
"""Width, height, per cent of text, and the rows that are in view at least."""
IN_LINE = """e => e.getBoundingClientRect().bottom
  <= e.closest("td").getBoundingClientRect().bottom + 4"""
HEIGHT = "e => e.getBoundingClientRect().height"


@pytest.fixture
def other(open_phone):
    """A phone that may write at a table where five were, one left, and another phone writes."""
    table = TarokyTable(open_phone(), names=(*NAMES, "Zdeněk")).open()
    request, sheet = table.page.request, table.page.url
    names = {f"player-{at}": name for at, name in enumerate(table.names[:4])}
    send(request, f"{sheet}/people", f"{sheet}/people", {**names, "dealer": "0"})
    for points in ("37", "39", "36", "38", "34", "41", "33"):
        deal = {"contract": "solo", "declarer": "3", "points": points}
        assert send(request, f"{sheet}/new/deal", f"{sheet}/entries", deal) == sheet
    table.page.goto(sheet)
    second_phone(table, open_phone, "watch")
    return second_phone(table, open_phone).page


def test_the_sheet_with_a_second_phone_shows_rows(other):
    for width, height, percent, least in SIZES:
        other.set_viewport_size({"width": width, "height": height})
        resize_text(other, percent)
        rows, totals = other.evaluate(JS.ROWS)
        assert rows >= least, (width, percent)
        assert totals == 4, (width, percent)
        assert other.locator(".hand").evaluate(HEIGHT) <= 49
        assert other.locator(".left div").evaluate(HEIGHT) <= 0.2 * percent
        assert other.locator(".left .fig").evaluate(IN_LINE)
    hand, foot = (box_of(other.locator(each)) for each in (".hand", ".foot"))
    assert hand["x"] >= 592 / 2
    assert hand["height"] + foot["height"] >= 0.8 * (360 - hand["y"]), "the right half is used"

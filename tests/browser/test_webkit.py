"""What WebKit lays out in its own way. Where Debian's driver is missing these are skipped."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page

from tests.browser.taroky import TarokyTable
from tests.browser.webkit import MISSING, WebKit

pytestmark = pytest.mark.skipif(
    MISSING, reason="needs WebKit: apt-get install webkit2gtk-driver xvfb"
)

# Where each row leads if it is touched at its number, at its figures and at its story.
TOUCHED = """return [...document.querySelectorAll('.sheet tbody')].map(row => {
  const {left, right, top, bottom} = row.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(x, y)?.closest('a')?.getAttribute('href');
  return [at(left + 24, top + 8), at(left + 44, bottom - 8), at(right - 60, top + 8),
    at(right - 8, bottom - 8)];
})"""
LEADS = """return [...document.querySelectorAll('.sheet tbody')].map(row => {
  const [number, story] = [...row.querySelectorAll('a')].map(a => a.getAttribute('href'));
  return [number, number, story, story];
})"""


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    with closing(WebKit()) as browser:
        yield browser


def test_every_row_leads_to_itself(webkit: WebKit, phone: Page, live_server: str) -> None:
    table = TarokyTable(phone)
    table.open()
    url = f"{live_server}/m/{phone.url.rpartition('/m/')[2].partition('#')[0]}"
    for points in (52, 40, 37):
        table.record({"contract": "solo", "declarer": 3, "points": points})
    phone.goto(f"{url}/share")
    handed = phone.locator("details").filter(has_text=table.says("Hand over the scoring"))
    link = handed.locator("a[href*='/in/']").get_attribute("href")
    assert link
    webkit.open(link)
    webkit.open(url)
    webkit.wait("return !document.querySelector('.moved') && !document.getAnimations().length")
    leads = webkit.run(LEADS)
    assert len(leads) == 3
    assert webkit.run(TOUCHED) == leads
    webkit.click(".sheet tbody:nth-of-type(2) th a")
    webkit.wait(f"return location.pathname === '{leads[1][0]}'")

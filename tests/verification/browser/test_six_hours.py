"""An evening of six hours by the clock: phones sleep, are handed on, and lose the signal."""

from collections import Counter
from contextlib import contextmanager
from random import Random

from playwright.sync_api import expect

from tests.browser.table import SOON, GameTable, second_phone
from tests.verification.browser.pocket import losers, written
from tests.verification.browser.test_switches import FAKES, heard

HOURS, GAMES = 6, 8
REST = "52:00"
"""What is left of an hour in which the table drinks."""
IN_SIGHT = 30
"""Rows of a sheet before its older ones are asked for."""


@contextmanager
def asleep(page):
    """While a phone lies in a pocket: its page is frozen."""
    line = page.context.new_cdp_session(page)
    line.send("Page.setWebLifecycleState", {"state": "frozen"})
    yield
    line.send("Page.setWebLifecycleState", {"state": "active"})
    line.detach()


def test_an_evening_of_six_hours(open_phone, standing_server):
    """Another phone writes each hour; the one that slept knows all when it wakes."""
    luck = Random(6)
    table = GameTable(open_phone(base_url=standing_server.url), "faraon")
    table.page.add_init_script(FAKES)
    table.page.clock.install()
    table.open()
    code = table.page.url.partition("#")[0].rpartition("/")[2]
    other = GameTable(second_phone(table, open_phone).page, "faraon")
    other.page.clock.install()
    order = []
    for hour in range(HOURS):
        writes, sleeps = (table, other) if hour % 2 == 0 else (other, table)
        with asleep(sleeps.page):
            for _ in range(GAMES):
                order.append(luck.randrange(4))
                writes.lose(order[-1])
                writes.page.clock.run_for(5_000)
            writes.page.clock.fast_forward(REST)
        sleeps.page.clock.fast_forward("55:00")
        lost = Counter(order)
        for each in (writes, sleeps):
            totals = each.page.locator(".totals .fig")
            expect(totals).to_have_text([str(lost[seat]) for seat in range(4)], timeout=SOON)
    assert losers(written(standing_server, code)) == order
    assert heard(table.page).count("released") >= 1, "nobody tapped for twenty minutes"
    for each in (table, other):
        expect(each.page.locator("table.sheet tbody")).to_have_count(IN_SIGHT)

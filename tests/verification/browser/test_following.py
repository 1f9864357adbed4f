"""Pages of groups follow what is written at the tables, whatever the line is;
what somebody is doing on them stays as it is.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIRequestContext, expect

from tests.browser.forms import send, sit_down
from tests.browser.table import NAMES, SOON, MatchPage
from tests.verification.browser.cutting import FaultyProxy
from tests.verification.browser.evenings import CARDS
from tests.verification.browser.groups import EVENING

POLLS = 7_000
"""Milliseconds in which a page notices that its stream says nothing, and asks."""
LATE = 40_000
"""Milliseconds after which the stream is tried again."""


@dataclass(frozen=True)
class Pub:
    """A phone that writes, without its browser."""

    phone: APIRequestContext

    def group(self):
        group = send(self.phone, "/c/new", "/c/new", {"name": "Tovéř", "members": NAMES[0]})
        code = group.rpartition("/")[2]
        return group, sit_down(self.phone, "kocka", NAMES, group=code)

    def write(self, match):
        send(self.phone, f"{match}/new/round", f"{match}/entries", CARDS)


@pytest.fixture
def pub(phone):
    return Pub(phone.request)


@pytest.fixture
def look(phone, open_phone):
    def open_page(url, width=360, height=592):
        page = open_phone(width, height)
        page.context.add_cookies(phone.context.cookies())
        page.goto(url)
        expect(page.locator("#life")).to_have_text(MatchPage(page).says("live"))
        return page

    return open_page


def test_a_group_follows_other_phones(pub, look):
    group, match = pub.group()
    book = look(group)
    pub.write(match)
    row = book.locator(f"#group a[href$='{urlsplit(match).path}']")
    expect(row).to_contain_text("Petr −1 bod", timeout=SOON)


def test_what_was_unfolded_stays_so(pub, look):
    match = pub.group()[1]
    pub.write(match)
    page = look(f"{match}/accounts")
    summary = page.locator("#table summary")
    summary.tap()
    summary.focus()
    rows = page.locator("#table tbody tr")
    before = rows.count()
    pub.write(match)
    expect(rows).to_have_count(before + 1, timeout=SOON)
    expect(rows.first).to_be_visible()
    expect(summary).to_be_focused()


def test_what_is_typed_is_told_and_stays(pub, look):
    group, match = pub.group()
    page = look(group)
    page.goto(str(page.locator(EVENING).get_attribute("href")))
    table = MatchPage(page)
    expect(page.locator("#life")).to_have_text(table.says("live"))
    page.locator("summary").filter(has_text=table.says("Somebody bought a round")).tap()
    page.fill("#what", "rum")
    page.locator("#what").blur()
    pub.write(match)
    told = page.locator("main > .strip")
    expect(told).to_contain_text(table.says("There is news from a match."), timeout=SOON)
    expect(page.locator("#what")).to_have_value("rum")
    expect(page.locator("#what")).to_be_visible()
    told.get_by_role("link").tap()
    expect(page.locator("#evening .evening")).to_contain_text("Petr −1 bod")


@pytest.fixture
def line(live_server):
    """A line to the server through a proxy that holds streams back."""
    line = FaultyProxy(int(live_server.rpartition(":")[2]), holds=True)
    yield line
    line.door.close()


def test_a_stream_that_is_held_back_is_noticed(pub, phone, open_phone, line):
    match = pub.group()[1]
    page = open_phone(base_url=line.url)
    page.context.add_cookies(phone.context.cookies())
    page.clock.install()
    page.goto(f"{line.url}{urlsplit(match).path}/accounts")
    life, polled = page.locator("#life"), MatchPage(page).says("every %(n)d s", n=5)
    page.clock.run_for(POLLS)
    expect(life).to_have_text(polled)
    pub.write(match)
    pub.write(match)
    page.clock.run_for(POLLS)
    expect(page.locator("#table tbody tr")).to_have_count(3)
    expect(life).to_have_text(polled)
    line.holds = False
    page.clock.fast_forward(LATE)
    expect(life).to_have_text(MatchPage(page).says("live"))

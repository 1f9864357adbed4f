"""What one phone writes is on the others at once: watchers, a second scorer, and an open form."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import glance, hear_all
from tests.browser.table import SOON, TYPICAL, MatchPage, second_phone

SLEEP = 700_000
"""Milliseconds; two tries of the stream are never so far apart."""
HEIGHT = "title => title.offsetHeight"
COME_BACK = 8_000
"""Milliseconds: a poll, a second until the stream is tried, and what that takes."""


@pytest.fixture
def begun(table):
    table.open(dealer=3)
    return table


def live(table):
    """The table, once news come to its phone."""
    expect(table.page.locator("#life")).to_have_text(table.says("live"))
    return table


def test_a_player_confirms_on_his_own_phone(begun, open_phone):
    """The writer, a second scorer with an open form, a player's seat, and the board."""
    board = live(second_phone(begun, open_phone, "watch")).page
    board.set_viewport_size({"width": 1280, "height": 720})
    board.goto(f"{begun.page.url}/board")
    seat = str(begun.page.request.get(f"{begun.page.url}/seats?of=3").text())
    (link,) = set(re.findall(r'href="([^"]*/seat/3/[^"]*)"', seat))
    eva = MatchPage(open_phone())
    eva.page.goto(link)
    live(eva)
    busy = live(second_phone(begun, open_phone))
    busy.write()
    busy.cards({0: ["QS"]}, rest=1)
    begun.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    expect(board.locator(".scores .fig").first).to_have_text("7", timeout=SOON)
    own = eva.page.locator(".own-rows li")
    expect(own).to_have_count(1, timeout=SOON)
    told = busy.page.locator("main > .strip")
    expect(told).to_have_count(1, timeout=SOON)
    said = told.inner_text()
    eva.tap(own.locator("summary"))
    glance(eva.page)
    eva.tap(eva.button("I agree"))
    confirmed = begun.says("confirmed: %(names)s", names=eva.page.locator("h1").inner_text())
    expect(own).to_contain_text(confirmed, timeout=SOON)
    expect(begun.page.locator(".sheet .marks").first).to_contain_text(confirmed, timeout=SOON)
    expect(told).to_have_text(said)
    expect(busy.page.locator("input[name='cards-QS'][value='0']")).to_be_checked()


def test_without_a_stream_it_is_asked_for(begun, open_phone, complaints):
    complaints.expect("status of 404")
    page = open_phone()
    page.route("**/live?*", lambda route: route.fulfill(status=404, body=""))
    page.clock.install()
    page.goto(begun.link_to("watch"))
    begun.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    page.clock.run_for(5_000)
    expect(page.locator("tbody .fig").first).to_have_text("7")


def test_a_stream_that_was_long_away_is_there_again_soon(own_server, open_phone, complaints):
    complaints.expect(r"net::ERR_|Failed to fetch")
    table = MatchPage(open_phone(base_url=own_server.url))
    table.page.clock.install()
    live(table.open())
    life = table.page.locator("#life")
    height = table.title.evaluate(HEIGHT)
    own_server.kill()
    expect(life).to_contain_text("bez spojení", timeout=SOON)
    for _attempt in range(3):
        with table.page.expect_event("requestfailed", lambda sent: sent.url.endswith("/live")):
            table.page.clock.fast_forward(SLEEP)
    expect(life).to_contain_text("bez spojení")
    assert table.title.evaluate(HEIGHT) <= 2 * height, "it breaks between words only"
    own_server.start()
    expect(life).to_have_text(table.says("live"), timeout=COME_BACK)


def test_a_thumb_on_its_way_hits_nothing_unseen(begun, open_phone):
    begun.durch(0)
    second = live(second_phone(begun, open_phone))
    second.expect_rows(1)
    second.page.evaluate(
        """() => document.addEventListener("htmx:after:swap", () => {
             document.getElementById("undo").click();
           }, { once: true })"""
    )
    posted = []

    def note(request):
        if request.method == "POST":
            posted.append(request.url)

    second.page.on("request", note)
    begun.durch(1)
    second.expect_rows(2)
    glance(second.page)
    hear_all(second.page)
    assert posted == []
    second.expect_rows(2)
    second.tap(second.undo)
    second.expect_rows(1)

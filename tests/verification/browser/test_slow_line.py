"""A slow line is told no lie: what is said of a save is true, whatever became of it.

A save may be refused (there is no line), not arrive, arrive without an answer, be answered late.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import stop_time
from tests.browser.scripts import JS
from tests.browser.table import UNSAVED, UNSURE, GameTable, MatchPage
from tests.verification.breadth import sample
from tests.verification.browser.cutting import FaultyProxy
from tests.verification.browser.test_signal import FAULTS

SLOW = 30_000
"""Milliseconds that a page may take over a line of 4 s and 20 kB/s."""
DURCH = (-28, -1, -1, -1)


@pytest.fixture
def line(live_server):
    return FaultyProxy(int(live_server.rpartition(":")[2]))


@pytest.fixture
def table(open_phone, line, complaints):
    complaints.expect(FAULTS)
    table = MatchPage(open_phone(base_url=line.url)).open()
    yield table
    line.late.set()


def fill(table):
    table.write()
    table.say("durch", 0)
    expect(table.save_button()).to_be_enabled()


def saving(table):
    """The button says within 0.3 s that it is at work."""
    table.page.evaluate(
        """words => { window.tapped = 0; window.took = 0;
        addEventListener('submit', () => { tapped = performance.now(); }, true);
        new MutationObserver(() => {
          const busy = document.querySelector('[aria-busy]');
          if (tapped && !took && busy?.textContent === words) took = performance.now() - tapped;
        }).observe(document.body, { subtree: true, childList: true, attributes: true }); }""",
        table.says("Saving …"),
    )
    table.tap(table.save_button())
    table.page.wait_for_function("() => window.took > 0")
    assert table.page.evaluate("took") < 300


def slow(page, latency):
    """Chromium holds the line to a latency in milliseconds and to 20 kB/s."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    limits = {"downloadThroughput": 20_000, "uploadThroughput": 20_000}
    session.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": latency, **limits}
    )
    return session


@pytest.mark.parametrize(
    ("latency", "live"),
    [pytest.param(2_000, False, id="2000-polled"), pytest.param(4_000, True, id="4000-live")],
)
def test_a_save_over_a_slow_line(table, line, latency, *, live):
    line.holds = not live
    fill(table)
    slow(table.page, latency)
    saving(table)
    expect(table.page.get_by_role("table")).to_be_visible(timeout=SLOW)
    table.expect_rows(1)
    table.expect_row(1, DURCH)


def test_an_answer_that_is_late_is_waited_for(table, line):
    """Nobody knows meanwhile; the first try is not given up before its time."""
    fill(table)
    stop_time(table.page)
    line.holds = True
    line.late.clear()
    with table.page.expect_request(re.compile("/entries$")):
        table.tap(table.save_button())
    table.page.clock.run_for(3_000)
    table.expect_said(UNSURE)
    line.late.set()
    table.expect_sheet()
    table.expect_rows(1)


@pytest.mark.parametrize("live", [True, False])
def test_what_was_saved_is_found_while_its_answer_hangs(table, line, *, live):
    """The sheet comes, by the stream or as it is asked for, and no word of somebody quicker."""
    line.holds = not live
    fill(table)
    stop_time(table.page)
    line.late.clear()
    table.tap(table.save_button())
    for _ in range(4):
        table.page.clock.run_for(2_500)
    table.expect_sheet()
    table.expect_rows(1)


def test_news_of_an_own_save_that_comes_late_is_no_news(table, line):
    """It comes when the answer is late already, and before the phone says so."""
    page = table.page
    page.add_init_script(JS.HEAR)
    fill(table)
    page.wait_for_function("() => window.heard === '1'")
    stop_time(page)
    page.evaluate("window.late = true")
    line.late.clear()
    table.tap(table.save_button())
    page.wait_for_function("() => window.heard === '2'")
    page.clock.run_for(2_500)
    with page.expect_response(re.compile("/since")):
        page.evaluate("window.hear()")
    for _ in range(4):
        page.clock.run_for(2_000)
        expect(page.locator(".came")).to_have_count(0)
    table.expect_sheet()
    table.expect_rows(1)


# --- cut at every byte ----------------------------------------------------------------------------

QUESTION, ANSWER = 1400, 800
"""Bytes that a save and its answer have at most."""


def cut(table, line, cuts):
    """Saves over a line that is cut after so many bytes of the question, or of the answer."""
    table.page.add_init_script(JS.REMEMBER)
    for rows, (part, size) in enumerate(cuts, 1):
        fill(table)
        setattr(line, part, size)
        table.tap(table.save_button())
        table.expect_sheet()
        setattr(line, part, None)
        table.expect_rows(rows)
    said = table.page.evaluate("sessionStorage.said ?? ''")
    assert table.says(UNSAVED) not in said
    assert cuts[0][0] == "question" or table.says(UNSURE) in said


@pytest.mark.parametrize(("part", "most"), [("question", QUESTION), ("answer", ANSWER)])
def test_a_save_that_is_cut_at_any_byte(table, line, part, most):
    cut(table, line, [(part, size) for size in (0, *sample(range(1, most), 6))])


def test_what_this_phone_saves_is_no_news_to_it(table, line):
    """The stream is quicker than the answer to the form, which is waited for all the same."""
    page, asked = table.page, list[str]()
    page.add_init_script(JS.HEAR)
    fill(table)
    page.wait_for_function("() => window.heard === '1'")
    page.on("request", lambda request: asked.append(request.url))
    line.late.clear()
    table.tap(table.save_button())
    page.wait_for_function("() => window.heard === '2'")
    line.late.set()
    table.expect_sheet()
    table.expect_rows(1)
    assert not [url for url in asked if "/since" in url]


def test_a_sheet_that_came_with_the_answer_is_not_fetched_again(open_phone):
    """The stream is slower than the answer."""
    page, asked = open_phone(), list[str]()
    page.add_init_script(JS.HEAR)
    table = GameTable(page, "faraon").open()
    expect(page.locator("#life")).to_have_text(table.says("live"))
    page.evaluate("window.late = true")
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    table.tap(table.lost(1))
    table.expect_totals((0, 1, 0, 0))
    page.evaluate("fetch('/static/icon.svg').then(() => null)")
    assert f"GET {page.url}" not in asked

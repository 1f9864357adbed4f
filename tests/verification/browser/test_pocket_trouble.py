"""What befalls a phone that took the app along: answers lost on the way, a storage that is wiped or
full, a browser that refuses, a pack that is two versions old.
"""

import json
import sqlite3
from contextlib import closing
from math import inf
from time import perf_counter

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import phone_options
from tests.browser.helpers import wait_until
from tests.browser.scripts import JS
from tests.verification.browser.pocket import BOOT, NO_LINE, Pocket, losers, written

pytestmark = pytest.mark.pack
WIPED = "indexeddb,cache_storage,service_workers,local_storage"
"""What browsers wipe of a site that was not visited for a week; cookies may stay."""
REFUSED = "The phone refused. In a private window nothing can be kept."
KEPT = "The phone may clear it if it is not opened for a week. On the home screen it is safe."
REGISTER = "navigator.serviceWorker.register = async () => {{ throw new {}; }};"
NO_FETCH = "fetch = async () => { throw new TypeError('Failed to fetch'); };"
REFUSALS = {
    "register": (REGISTER.format("DOMException('', 'SecurityError')"), REFUSED),
    "storage": (
        "indexedDB.open = () => { throw new DOMException('', 'InvalidStateError'); }",
        REFUSED,
    ),
    "old": (
        "delete Navigator.prototype.serviceWorker",
        "This browser is too old for that; a newer one will do.",
    ),
    "line": (REGISTER.format("TypeError()") + NO_FETCH, "Connection lost. Try again."),
}
"""What a browser does instead of taking the app along, and what is said then."""
TURNED_AWAY = (
    "Something on the way to the server turned away what this phone sent."
    " It is kept here and tried again: tell whoever runs the server."
)
MEASURES = 60_000
"""Milliseconds within which a browser measures anew how much room a site has."""
WAITED = 2
"""Seconds: a page for which a server was waited for takes four and more."""
HOME = 6_000
"""Milliseconds after which what waits is at home, once there is a line."""
UPDATE = "navigator.serviceWorker.getRegistration().then((all) => all.update()).then(() => null)"
WAITS = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"

HOLD_TAP = """() => {
  const send = fetch;
  fetch = async (url, options) => {
    if (String(url).endsWith("/tap")) await new Promise((pass) => { globalThis.pass = pass; });
    return send(url, options);
  };
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.there) globalThis.there = true;
  });
}"""
"""A page holds its next tap until `pass()`; that the server is `there` is remembered."""

THEN_TAP = """(button) => {
  const message = new MessageEvent("message", { data: { waits: "", there: true } });
  navigator.serviceWorker.dispatchEvent(message);
  globalThis.stays = true;
  setTimeout(() => button.click());
}"""
"""The worker says that the server is there, and a button is tapped; a page knows that it `stays`.
Playwright would wait for the other page before it taps.
"""


def test_what_was_stored_but_not_answered_is_there_once(pocket, line, standing_server):
    """The server opens the match, and writes the game; the phone does both, too, and is told."""
    pocket.names = ("Líza", "Fída", "Nora")
    pocket.page.goto("/new/faraon")
    pocket.fill_names()
    line.mute = True
    pocket.start()
    here = pocket.code
    line.mute = False
    pocket.send()
    there = only_match(standing_server, pocket.names)
    assert (len(there), len(here)) == (4, 8)
    pocket.page.goto(f"/pocket/m/{here}")
    pocket.tap(pocket.button("We have seen it"))
    expect(pocket.strip).to_be_hidden()
    pocket.page.goto(f"/m/{there}")
    pocket.expect_kept(there, 1)
    line.mute = True
    pocket.lose(2)
    line.mute = False
    pocket.send()
    expect(pocket.strip).to_be_hidden()
    assert losers(written(standing_server, there)) == [2]


def test_a_line_that_hangs_lets_nobody_wait_twice(pocket, line, standing_server):
    """Nothing waits to be sent: whoever only looks up a rule is not kept waiting, either."""
    code, sheet = pocket.begin(), pocket.url
    line.mute = True
    pocket.wake()
    slow = {}
    for path in ("/rules/faraon", "/", sheet, "/referee/makao", "/rules/taroky", sheet):
        began = perf_counter()
        pocket.page.goto(path)
        if (took := perf_counter() - began) > WAITED:
            slow[path] = took
    assert not slow
    expect(pocket.strip).to_contain_text(pocket.says("no signal"))
    pocket.lose(2)
    pocket.expect_waiting(1)
    line.mute = False
    expect(pocket.strip).to_be_hidden(timeout=HOME)
    assert losers(written(standing_server, code)) == [2]


def test_a_sheet_loads_itself_anew_after_the_tap_that_is_on_its_way(pocket, line, standing_server):
    """The server is there again while a tap still asks the worker, which may end just then."""
    code = pocket.begin()
    line.down = True
    pocket.wake()
    pocket.page.evaluate(HOLD_TAP)
    pocket.lost(1).click()
    wait_until(pocket.page, "() => globalThis.pass")
    line.down = False
    wait_until(pocket.page, "() => globalThis.there", BOOT)
    pocket.page.evaluate("pass()")
    pocket.expect_totals((0, 1, 0, 0))
    expect(pocket.page.locator("[data-phone]")).to_have_count(0, timeout=BOOT)
    assert losers(written(standing_server, code)) == [1]


def test_a_tap_stops_the_sheet_that_loads_itself_anew(pocket, line):
    pocket.begin()
    line.down = True
    pocket.wake()
    expect(pocket.lost(1)).to_be_enabled()  # it rests after the tap that began the match
    line.down, line.mute = False, True
    pocket.lost(1).evaluate(THEN_TAP)
    pocket.expect_totals((0, 1, 0, 0))
    assert pocket.page.evaluate("Boolean(globalThis.stays)")


def test_python_that_begins_late_is_waited_for(browser, pack, line):
    """Each try of a slow phone gives up before Python is there; none of them begins it anew."""
    line.other = (b"START = 30000", b"START = 1.000")
    page = browser.new_context(**phone_options(360, 592, {"base_url": line.url})).new_page()
    pocket = Pocket(page, "faraon")
    pocket.take_along()
    pocket.begin()
    line.down = True
    pocket.end_worker()
    pocket.lose(2)
    pocket.expect_waiting(1)
    page.context.close()


def only_match(server, names):
    """The code of the one match of these people."""
    with closing(sqlite3.connect(server.instance / "scorekeeper.db")) as db:
        opened = "select match, body from events where kind = 'opened'"
        found = [(json.loads(body).get("names"), code) for code, body in db.execute(opened)]
    (code,) = (code for seated, code in found if seated == [*names])
    return str(code)


def test_a_wiped_phone_had_said_what_was_not_sent(pocket, line, standing_server):
    pocket.sit()
    sheet, code = pocket.url, pocket.code
    pocket.lose(1)
    pocket.expect_kept(code, 2)
    line.down = True
    pocket.wake()
    pocket.lose(2)
    pocket.expect_waiting(1)
    # Before the line is back: the phone sends by itself what waits.
    pocket.tell_browser("Storage.clearDataForOrigin", storageTypes=WIPED)
    line.down = False
    pocket.page.goto(sheet)
    pocket.expect_totals((0, 1, 0, 0))
    expect(pocket.strip).to_have_count(0)
    pocket.take_along()
    expect(pocket.said).to_contain_text(pocket.says(KEPT))
    pocket.page.goto(sheet)
    pocket.lose(3)
    pocket.expect_kept(code, 3)
    assert losers(written(standing_server, code)) == [1, 3]


@pytest.mark.parametrize("answer", [b"413 Too Large", b"502 Bad Gateway", b""])
def test_what_a_proxy_turns_away_goes_in_smaller_parts_or_is_told(
    pocket, line, standing_server, answer
):
    code, sheet = pocket.begin(), pocket.url
    line.down, line.turned_away, line.most = True, answer, 0
    pocket.wake()
    pocket.lose(1, 2, 3, 1, 2)
    line.down = False
    pocket.send()
    expect(pocket.page.locator("[role=alert]")).to_have_text(pocket.says(TURNED_AWAY))
    expect(pocket.strip).to_contain_text(pocket.says("not sent: look at it"))
    assert not losers(written(standing_server, code))
    line.most = 2_000
    pocket.send()
    expect(pocket.strip).to_be_hidden()
    expect(pocket.page.locator("[role=alert]")).to_have_count(0)
    assert losers(written(standing_server, code)) == [1, 2, 3, 1, 2]
    pocket.page.goto(sheet)
    pocket.expect_kept(code, 6)


def test_what_a_full_server_cannot_save_the_phone_does(pocket, line, standing_server):
    code = pocket.begin()
    line.what, line.turned_away, line.most = b"POST /", b"503 Service Unavailable", 0
    pocket.lose(1, 2)
    pocket.expect_waiting(2)
    assert not losers(written(standing_server, code))
    line.most = inf
    pocket.send()
    expect(pocket.strip).to_be_hidden()
    assert losers(written(standing_server, code)) == [1, 2]


def test_a_stalled_answer_holds_up_nothing(pocket, line):
    code = pocket.begin()
    line.stalls = b"POST /pocket/follow"
    pocket.lose(1)
    pocket.expect_kept(code, 2)
    assert line.stalled
    pocket.lose(2)
    pocket.expect_kept(code, 3)


def test_a_copy_of_everything_is_left_to_the_server(pocket, line, complaints):
    """Its address is good once, and it may be longer in the making than the phone waits."""
    complaints.expect("Failed to load resource")
    pocket.begin()
    line.down = True
    answered = "(path) => fetch(path).then(() => 'answered', () => 'no answer')"
    answers = {path: pocket.page.evaluate(answered, path) for path in ("/rules", "/backup/x")}
    assert answers == {"/rules": "answered", "/backup/x": "no answer"}


def test_what_finds_no_room_is_not_written(pocket, line, standing_server):
    code = pocket.begin()
    line.down = True
    pocket.tell_browser("Storage.overrideQuotaForOrigin", quotaSize=1)
    wait_until(pocket.page, JS.FULL, MEASURES)
    pocket.tap(pocket.lost(1))
    words = "The phone has no room for this. It is not saved: make room, then tap again."
    expect(pocket.page.locator("#status")).to_have_text(pocket.says(words), timeout=BOOT)
    assert len(pocket.lines(code)) == 1
    pocket.tell_browser("Storage.overrideQuotaForOrigin")
    pocket.expect_totals((0, 1, 0, 0))
    line.down = False
    pocket.send()
    assert losers(written(standing_server, code)) == [1]


def test_a_phone_without_room_says_so(open_phone, complaints, pack):
    complaints.expect("QuotaExceeded|Quota")
    pocket = Pocket(open_phone())
    pocket.page.goto("/pocket")
    pocket.tell_browser("Storage.overrideQuotaForOrigin", quotaSize=1_000_000)
    pocket.tap(pocket.page.locator("#take"))
    expect(pocket.said).to_have_text(
        pocket.says("There is no room for it on this phone."), timeout=3 * BOOT
    )
    expect(pocket.page.locator("#take")).to_be_enabled()
    assert pocket.page.evaluate("navigator.serviceWorker.getRegistration()") is None


def test_a_browser_that_refuses_is_told(open_phone, complaints, pack, faults):
    complaints.expect(NO_LINE)
    for refusal, (script, words) in REFUSALS.items():
        pocket = Pocket(open_phone())
        pocket.page.add_init_script(script)
        pocket.page.goto("/pocket")
        with faults.at(refusal):
            if refusal != "old":
                pocket.tap(pocket.page.locator("#take"))
            expect(pocket.said).to_have_text(pocket.says(words))


def test_a_newer_app_takes_over_between_entries(pocket, line, standing_server):
    """What the older one wrote without a signal is read, and sent, by the newer one."""
    newer = begin_beside_a_newer_app(pocket, line)
    sheet, code = pocket.url, pocket.code
    line.down = True
    pocket.wake()
    pocket.lose(1, 2)
    assert newer in pocket.packs()
    pocket.page.goto("/")
    wait_until(pocket.page, f"async () => !(await caches.keys()).includes('scorekeeper/{newer}')")
    pocket.page.goto(sheet)
    pocket.expect_totals((0, 1, 1, 0))
    line.down = False
    pocket.send()
    assert losers(written(standing_server, code)) == [1, 2]


def test_a_newer_app_that_is_let_waits_for_the_tap_that_is_on_its_way(pocket, line):
    begin_beside_a_newer_app(pocket, line)
    line.down = True
    pocket.wake()
    pocket.page.evaluate(HOLD_TAP)
    pocket.lost(1).click()
    wait_until(pocket.page, "() => globalThis.pass")
    newer = pocket.page.locator("#newer")
    newer.get_by_role("button").click()
    expect(newer).to_have_text(pocket.says("The new version is running."))
    pocket.page.evaluate("pass()")
    pocket.expect_totals((0, 1, 0, 0))


def begin_beside_a_newer_app(pocket, line):
    """A match begins, and a newer app is there that has not taken over; the name of its pack."""
    (newer,) = pocket.packs()
    line.other = (newer.encode(), b"f" * len(newer))
    pocket.sit()
    pocket.page.evaluate(UPDATE)
    wait_until(pocket.page, WAITS, 3 * BOOT)
    pocket.expect_kept(pocket.code, 1)
    line.other = (b"", b"")
    return newer

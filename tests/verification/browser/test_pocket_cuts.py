"""Cuts of the line and ends of the worker in the middle of saves: nothing is lost or doubled."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.verification.breadth import SEED, WHOLE
from tests.verification.browser.pocket import BOOT, saves, written

pytestmark = pytest.mark.pack
TIMES = 200 if WHOLE else 30
"""Taps, in each of which something goes wrong."""
LONGEST = 120
"""Milliseconds after a tap in which the line is cut, or the worker ended."""
ANSWERED = """(before) => {
  const match = document.querySelector("#match");
  return Number(match?.dataset.version) > before || document.querySelector("main .strip.refused");
}"""
"""A tap has its answer: more is on the sheet than before, or it says that somebody was quicker. So
says a phone that has not got yet what the server showed before the line broke.
"""


def test_what_was_answered_is_there_once_and_in_order(pocket, line, standing_server):
    print(f"SEED={SEED}")
    code, sheet = pocket.begin(), pocket.url
    with pocket.listening() as (sent, responses):
        suffer(pocket, line, Random(SEED), sent)
    answered = saves(each.request for each in responses if each.status < 400)
    line.down = False
    settle(pocket)
    pocket.page.goto(sheet)
    events = written(standing_server, code)
    pocket.expect_kept(code, len(events))
    there = [event.key for event in events]
    assert [event["key"] for event in pocket.lines(code)] == there
    # What came back twice was answered twice.
    assert [key for key in there if key in answered] == list(dict.fromkeys(answered))
    # Of an answer that a reload overtakes nobody hears; most of the others come.
    assert len(answered) >= TIMES / 6


def suffer(pocket, line, random, sent):
    """Games are lost, and each time something goes wrong."""
    seat = 0
    for _ in range(TIMES):
        seat = (seat + random.randint(1, 3)) % 4
        before, taps = pocket.version, len(saves(sent))
        pocket.lost(seat).dispatch_event("click")
        befall(pocket, line, random)
        if random.random() < 0.3:
            with pocket.page.expect_event("load", timeout=3 * BOOT):
                pocket.reload()
        elif len(saves(sent)) > taps:
            # A tap on what came by itself just then is not sent at all.
            pocket.page.wait_for_function(ANSWERED, arg=before, timeout=3 * BOOT)


def befall(pocket, line, random):
    """The line breaks or comes back, the worker ends, or both, in either order."""
    deeds = random.sample(["line", "worker"], random.choice((1, 1, 2)))
    for deed in deeds:
        # Time itself is meant: a line is cut at any moment of a save, not after some step of it.
        pocket.page.wait_for_timeout(random.uniform(0, LONGEST))
        if deed == "line":
            line.down = not line.down
        else:
            pocket.end_worker()


def settle(pocket):
    """Sends what waits; what only the server had taken is put before it."""
    pocket.send()
    if pocket.link("Settle it").count():
        pocket.tap(pocket.link("Settle it"))
        pocket.tap(pocket.button("Ours after theirs"))
        expect(pocket.lost(0)).to_be_visible()
    expect(pocket.strip).to_be_hidden(timeout=BOOT)

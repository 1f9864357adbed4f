"""No signal: what could not be sent is said at once, stays on the screen, and is sent once."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import (
    SOON,
    assert_accessible_in_both_themes,
    glance,
    set_offline,
)
from tests.browser.referee import Referee
from tests.browser.table import ENTRIES, TYPICAL, TYPICAL_POINTS, UNSAVED, UNSURE, MatchPage

WAITING = "Waiting for an answer. What you tapped is kept."
STALE = "as of %(time)s – no connection"
FAULT = "Something went wrong here. What was saved is safe; try again."
FAULTS = r"net::ERR_|Failed to fetch|status of (403|500|503)"
UNDO = re.compile(r"/m/\w+/undo$")


@pytest.fixture
def begun(table, complaints):
    """A table that has just sat down, in a pub with a bad line."""
    complaints.expect(FAULTS)
    table.open()
    return table


def expect_quiet(table):
    expect(table.page.locator("#status")).to_have_class("vh")
    # Where a strip went the page moved: for a moment no tap is taken (static/app.js).
    expect(table.page.locator("body")).not_to_have_class(re.compile(r"\bmoved\b"))


def test_a_save_that_is_tapped_again(begun):
    """The second tap sends the same key: what the first one wrote is written once."""
    begun.page.clock.install()
    begun.write().cards(TYPICAL, rest=2)
    keys = begun.lose_answers(2)
    begun.page.clock.run_for(3_000)  # what lies where the form was opened rests so long
    # Else it sends by itself, where the machine is too busy for the second tap to come in time.
    begun.page.clock.pause_at(begun.page.evaluate("Date.now()") / 1000 + SOON)
    begun.tap(begun.save_button())
    begun.expect_said(UNSURE)
    begun.page.clock.run_for(400)  # quicker, and it would be the same tap
    begun.tap(begun.page.locator("[aria-busy]"))
    begun.expect_said(UNSURE)
    begun.page.clock.run_for(10_000)
    begun.page.clock.resume()
    begun.expect_sheet()
    begun.expect_rows(1)
    assert len(keys) == 2
    assert len(set(keys)) == 1


def test_what_is_changed_while_it_waits_is_not_sent_by_itself(begun):
    begun.write().cards(TYPICAL, rest=2)
    set_offline(begun.page)
    begun.tap(begun.save_button())
    begun.expect_said(UNSAVED)
    begun.say("rest", 3)
    with begun.page.expect_response(re.compile("/preview$")):
        set_offline(begun.page, False)
    expect_quiet(begun)
    begun.say_who_took({2})
    begun.save()
    begun.expect_rows(1)
    begun.expect_row(1, (7, 6, 0, 15))


def test_a_silent_line_is_said_before_it_is_given_up(begun):
    begun.page.clock.install()
    begun.write().cards(TYPICAL, rest=2)
    begun.page.route(ENTRIES, lambda route: None, times=1)
    begun.tap(begun.save_button())
    begun.page.clock.run_for(3_000)
    begun.expect_said(UNSURE)
    begun.page.clock.run_for(10_000)
    begun.expect_sheet()
    begun.expect_rows(1)


@pytest.mark.parametrize(("status", "words"), [(500, FAULT), (503, "")])
def test_a_server_that_fails(begun, status, words):
    """A server's own words are said; a proxy has none."""
    page = f"<main><p class=empty>{begun.says(words)}</p></main>" if words else "<h1>503</h1>"
    begun.write().cards(TYPICAL, rest=2)

    def fail(route):
        route.fulfill(status=status, body=page, content_type="text/html")

    begun.page.route(ENTRIES, fail)
    begun.tap(begun.save_button())
    begun.expect_said(words or UNSURE)
    begun.page.unroute(ENTRIES)
    begun.expect_sheet()
    begun.expect_rows(1)


def test_undo_and_redo_without_signal(begun):
    begun.durch(0)
    begun.durch(1)
    for step, rows in ((begun.undo, 1), (begun.redo, 2)):
        set_offline(begun.page)
        begun.tap(step)
        begun.expect_said(UNSAVED)
        begun.expect_rows(3 - rows)
        set_offline(begun.page, False)
        begun.expect_rows(rows)
        expect_quiet(begun)
        glance(begun.page)  # where the news of it was quicker than its answer, it came by itself


def test_undo_of_a_failing_server_keeps_the_sheet(begun):
    begun.durch(0)
    begun.durch(1)
    page = '<main><p class="empty">403</p></main>'

    def refuse(route):
        route.fulfill(status=403, body=page, content_type="text/html")

    begun.page.route(UNDO, refuse, times=1)
    with begun.page.expect_response(UNDO):
        begun.tap(begun.undo)
    begun.expect_said("403")
    begun.expect_rows(2)


def test_a_preview_without_signal(begun):
    """What would be scored stands there late, but it stands there."""
    begun.write().cards(TYPICAL, rest=2)
    begun.expect_strip(TYPICAL_POINTS)
    set_offline(begun.page)
    begun.say("rest", 3)
    begun.expect_said(WAITING)
    set_offline(begun.page, False)
    begun.expect_strip((7, 6, 0, 15))
    expect_quiet(begun)


def test_cards_are_picked_without_signal(phone, complaints):
    complaints.expect(FAULTS)
    referee = Referee(phone).open()
    referee.dispute()
    referee.question()
    set_offline(referee.page)
    referee.pick(["KD", "QS"], wait=False)
    referee.expect_said(WAITING)
    set_offline(referee.page, False)
    referee.settled()
    expect_quiet(referee)
    set_offline(referee.page)
    referee.tap(referee.main)
    referee.expect_said(WAITING)
    set_offline(referee.page, False)
    expect(referee.word).to_be_visible()


def test_watchers_are_told_how_old_the_sheet_is(begun, open_phone):
    watcher = MatchPage(open_phone())
    watcher.page.clock.install(time=datetime(2026, 11, 20, 20, 48, tzinfo=UTC))
    watcher.page.goto(begun.link_to("watch"))
    sheet = watcher.page.locator("#watch")
    expect(sheet).not_to_have_class(re.compile("stale"))
    set_offline(watcher.page)
    watcher.page.clock.run_for(3_000)
    life = watcher.page.locator("#life")
    expect(life).to_have_text(watcher.says(STALE, time="21:48"))
    expect(sheet).to_have_class(re.compile("stale"))
    assert_accessible_in_both_themes(watcher.page)
    set_offline(watcher.page, False)  # it is asked for at once
    expect(sheet).not_to_have_class(re.compile("stale"))
    expect(life).to_have_text(watcher.says("live"))
    expect_quiet(watcher)
    expect(watcher.page.get_by_role("listitem")).to_have_count(4)

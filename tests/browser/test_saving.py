"""A save whose answer is lost, a line that is gone, a thumb that trembles: written once."""

import re

from playwright.sync_api import expect

from tests.browser.helpers import Finger, middle_of, set_offline
from tests.browser.table import (
    ENTRIES,
    TYPICAL,
    TYPICAL_POINTS,
    UNSAVED,
    UNSURE,
    GameTable,
    key_of,
)
from tests.browser.taroky import TarokyTable

REST = 3_500
"""Milliseconds after which what writes rests no more: three seconds, and frames."""
SEEN = 370
"""Milliseconds after which a tap is meant for what is there, and frames."""
RESTS = "Just saved. Another tap here counts in three seconds."


def filled(table):
    """The form of a round, ready to be saved."""
    table.open().write()
    table.cards(TYPICAL, rest=2)
    return table


def expect_one_round(table):
    table.expect_sheet()
    table.expect_rows(1)
    table.expect_row(1, TYPICAL_POINTS)


def test_a_save_whose_answer_is_lost(table, complaints):
    """It is sent again with the same key, and nothing is said that is not known."""
    complaints.expect("net::ERR_|Failed to fetch")
    keys = filled(table).lose_answers(1)
    table.page.route(re.compile("/since"), lambda route: route.abort())
    with table.page.expect_request_finished(lambda sent: bool(ENTRIES.search(sent.url))) as again:
        table.tap(table.save_button())
        table.expect_said(UNSURE)
    assert keys == [key_of(again.value)]
    expect_one_round(table)


def test_a_save_without_signal(table, complaints):
    complaints.expect("net::ERR_|Failed to fetch")
    filled(table)
    set_offline(table.page)
    table.tap(table.save_button())
    table.expect_said(UNSAVED)
    expect(table.option("rest", 2)).to_be_checked()
    set_offline(table.page, False)
    expect_one_round(table)


def test_save_tapped_twice(table):
    """The second tap comes before the phone hears of the first."""
    filled(table)
    table.page.route(ENTRIES, lambda route: route.fulfill(response=route.fetch(max_redirects=0)))
    place = middle_of(table.save_button())
    for _ in range(2):
        table.page.touchscreen.tap(*place)
    expect_one_round(table)


def test_a_second_tap_on_who_lost_writes_nothing(phone):
    """It says why; and after three seconds the same tap is the next game."""
    table = GameTable(phone, "makao").open()
    finger = Finger(phone)
    finger.tap(table.lost(1))
    table.expect_totals((0, 1, 0, 0))
    finger.wait(1_000)
    finger.again()
    expect(phone.locator(".rests")).to_have_text(table.says(RESTS))
    finger.wait(REST)
    finger.tap(table.lost(2))
    table.expect_totals((0, 1, 1, 0))
    finger.wait(REST)
    finger.again()
    table.expect_totals((0, 1, 2, 0))


def test_what_only_leads_and_is_ticked_answers_at_once(phone):
    """Announcements are opened for what lies in them, also where the finger is; and Done."""
    table = TarokyTable(phone).open().write()
    finger = Finger(phone)
    finger.tap(phone.locator("#way"))
    finger.wait(SEEN)
    finger.tap(table.pick("pagat-seat", "declared-0"))
    expect(table.control("pagat-seat", "declared-0")).to_be_checked()
    finger.tap(table.done)
    finger.wait(SEEN)
    finger.tap(phone.locator("#way"))
    expect(table.done).to_be_visible()


def test_a_durch_and_a_caught_one_switch(table):
    """What excludes each other does not stand together: what was tapped last counts."""
    table.open().write()
    table.say("durch_caught", 2)
    table.say("durch", 1)
    expect(table.page.locator("[name=durch_caught][value='']")).to_be_checked()
    table.expect_strip((-1, -28, -1, -1))
    table.take(0, ["QS"])
    expect(table.page.locator("[name=durch][value='']")).to_be_checked()

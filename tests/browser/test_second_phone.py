"""A second phone follows what the first one writes, and writes itself."""

from playwright.sync_api import expect

from tests.browser.fixtures import OpenPhone
from tests.browser.helpers import assert_fits
from tests.browser.table import TYPICAL, TYPICAL_POINTS, MatchPage, second_phone

SOON = 4_000
"""Milliseconds; below the poll of five seconds."""


def test_a_second_phone_follows_and_writes(table: MatchPage, open_phone: OpenPhone) -> None:
    """Who watches has it at once; an open form keeps what was tapped, and hears of the news."""
    table.open(dealer=3)
    watcher = second_phone(table, open_phone, "watch")
    busy = second_phone(table, open_phone)
    for each in (table, watcher, busy):
        expect(each.page.locator("#life")).to_have_text(each.says("live"))
    busy.write()
    busy.cards({1: ["QS"]}, rest=3)
    table.round_by_cards(TYPICAL, rest=2)
    expect(watcher.page.locator("tbody .fig").first).to_have_text("7", timeout=SOON)
    told = busy.page.locator("main > .strip")
    expect(told).to_contain_text("1", timeout=SOON)
    expect(busy.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()

    busy.tap(busy.save_button())
    message = busy.says(
        "Not saved: %(mine)s. Somebody was quicker: %(what)s. Look at it and save again.",
        mine=busy.book.label("entries", "round", "title").format(n=2),
        what=busy.row_name(1),
    )
    expect(busy.page.get_by_role("alert").filter(has_text=message)).to_be_visible()
    expect(busy.page.get_by_text(busy.says("Is it the same one as yours?"))).to_be_visible()
    assert_fits(busy.page)
    busy.tap(busy.page.get_by_role("link", name=busy.says("Look at mine")))
    expect(busy.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    expect(busy.option("rest", 3)).to_be_checked()
    busy.save()
    busy.expect_rows(2)
    busy.expect_row(1, TYPICAL_POINTS)
    busy.expect_row(2, (0, 10, 0, 18))
    expect(table.page.locator(".totals .fig").last).to_have_text("18", timeout=SOON)

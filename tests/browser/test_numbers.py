"""A round of Černá kočka by its keys: quick, and asked where nobody told."""

from playwright.sync_api import expect

from tests.browser.helpers import assert_fits
from tests.browser.table import MatchPage


def test_a_round_by_numbers_is_eight_taps(table: MatchPage) -> None:
    table.open()
    with table.counting() as count:
        table.write()
        table.to_numbers()
        for key in "0721":
            table.tap(table.page.locator(f"[data-key='{key}']"))
        expect(table.page.locator("#part-took")).to_be_visible()
        assert_fits(table.page)
        table.say_who_took([0, 3], no_trick=[0])
        table.save()
    assert count.taps <= 8
    table.expect_row(1, (-1, 7, 21, 0))

"""A dispute by taps: from the sheet to the verdict, and the penalty on the sheet."""

from playwright.sync_api import Page, expect

from tests.browser.helpers import assert_fits
from tests.browser.referee import Referee


def test_a_move_is_checked_and_the_penalty_written(phone: Page) -> None:
    """The bound is that of the design: five taps, and one and a half for each card."""
    referee, cards = Referee(phone, "taroky").open(), ("KH", "XX", "4H", "I")
    with referee.counting() as count:
        referee.dispute()
        referee.question()
        referee.pick(cards)
        referee.judge()
        referee.expect_word("NOT ALLOWED")
        assert_fits(phone)
        referee.tap(referee.offender("Karel"))
        referee.expect_sheet()
    assert count.taps <= 5 + 1.5 * len(cards)
    referee.expect_totals_signed((10, 10, -30, 10))


def test_picked_cards_outlive_a_reload_and_come_back_from_the_verdict(phone: Page) -> None:
    kocka = Referee(phone).open()
    kocka.dispute()
    kocka.question()
    kocka.pick(["KD", "QS", "7D"])
    expect(kocka.held("hand")).to_have_value("7D")
    phone.reload()
    expect(kocka.held("hand")).to_have_value("7D")
    kocka.judge()
    kocka.expect_word("NOT ALLOWED")
    phone.go_back()
    expect(kocka.held("hand")).to_have_value("7D")

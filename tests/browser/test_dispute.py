"""A dispute by taps: from the sheet to the verdict, and the penalty on the sheet."""

import re

from playwright.sync_api import expect

from tests.browser.helpers import assert_accessible_in_both_themes, assert_fits
from tests.browser.referee import Referee


def test_a_move_is_checked_and_the_penalty_written(phone):
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
    referee.expect_totals((10, 10, -30, 10))


def test_picked_cards_outlive_a_reload_and_come_back_from_the_verdict(phone):
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


def test_a_sentence_is_judged_as_it_is_typed_and_the_penalty_written(phone):
    """Three taps beside the keyboard: the form of the question takes some for each card besides."""
    taroky = Referee(phone, "taroky").open()
    said = phone.locator("#said")
    with taroky.counting() as count:
        taroky.dispute()
        phone.locator("#q").fill("Karel hodil pagáta na srdcového krále a měl srdcovou čtyřku")
        expect(said.locator(".word")).to_have_text(taroky.says("NOT ALLOWED"))
        assert [chip.inner_text().split()[-1] for chip in said.locator(".chips a").all()] == [
            *("K", "I", "4")
        ]
        expect(said.locator(".word")).to_be_in_viewport(ratio=1)
        heard, not_allowed = phone.locator(".vh[role=status]"), taroky.says("NOT ALLOWED")
        in_order = re.compile(f"{taroky.book.card('KH')}.*{not_allowed}")
        expect(heard.filter(has_text=not_allowed)).to_have_text(in_order)
        assert_fits(phone)
        assert_accessible_in_both_themes(phone)
        taroky.tap(said.get_by_role("button"))
        taroky.expect_word("NOT ALLOWED")
        taroky.tap(taroky.offender("Karel"))
        taroky.expect_sheet()
    assert count.taps == 3
    taroky.expect_totals((10, 10, -30, 10))

"""A round of Černá kočka on a real phone: typed on the page's keys, asked where it must be."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import at_each_size
from tests.browser.scripts import JS
from tests.browser.table import NAMES, MatchPage
from tests.verification.browser.evenings import send_evening

ASK = "kocka.round.no-trick.ask"
SIZES = ((360, 592), (360, 512), (320, 568))


def by_numbers(page):
    """A table with the form of its first round open, by numbers."""
    table = MatchPage(page).open()
    page.goto(f"{page.url}/new/round?by=numbers")
    return table


def press(page, keys):
    for key in keys:
        page.locator(f"[data-key='{key}']").tap()


def points(page):
    fields = page.locator("[name^='points-']")
    return [str(value) for value in fields.evaluate_all("all => all.map(e => e.value)")]


def test_the_keys_and_the_button_are_whole(phone):
    by_numbers(phone)
    for size in at_each_size(phone, SIZES):
        assert phone.evaluate(JS.HIDDEN) == [], size
    press(phone, "28")
    expect(phone.locator("#part-took")).to_be_visible()
    for size in at_each_size(phone, SIZES):
        assert phone.evaluate(JS.HIDDEN) == [], size
        expect(phone.locator("[name='points-0']")).to_be_in_viewport(ratio=1)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def test_keys_lead_from_one_player_to_the_next(phone):
    table = by_numbers(phone)
    assert phone.locator("[name='points-1']").evaluate("e => e.inputMode") == "none"
    press(phone, "0" + "11" + "3")
    assert points(phone) == ["0", "11", "3", ""]
    table.expect_strip((0, 11, 3, 14))
    phone.locator("[name='points-2']").tap()
    press(phone, "4")
    assert points(phone) == ["0", "11", "4", ""]
    table.say_who_took([0])
    table.save()
    table.expect_row(1, (0, 11, 4, 13))


def test_a_key_ends_a_number_or_passes_a_player_over(phone):
    by_numbers(phone)
    press(phone, "1")
    phone.locator("[data-key=next]").tap()
    press(phone, "2")
    for _ in range(2):
        phone.locator("[data-key=next]").tap()
    press(phone, "5")
    assert points(phone) == ["1", "2", "", "5"]
    press(phone, "1")
    assert points(phone) == ["1", "2", "1", "5"]


def test_the_question_moves_no_key_and_is_put_anew_to_others(phone):
    table = by_numbers(phone)
    key = phone.locator("[data-key='1']")
    before = key.bounding_box()
    press(phone, "0721")
    asked = phone.locator("#part-took")
    expect(asked).to_be_visible()
    assert key.bounding_box() == before
    table.say_who_took([3])
    table.expect_strip((-1, 7, 21, 0))
    expect(asked.locator(".pick:has([value='0']) small")).to_be_visible()
    phone.locator("[name='points-1']").tap()
    press(phone, "0")
    phone.locator("[name='points-2']").tap()
    press(phone, "28")
    expect(table.save_button()).to_contain_text(table.book.label("short", ASK))
    expect(asked.locator(":checked")).to_have_count(0)


def test_an_answer_waits_for_points_that_are_changed(phone):
    table = by_numbers(phone)
    press(phone, "071110")
    table.say_who_took([0], no_trick=[0])
    table.expect_strip((-1, 7, 11, 10))
    phone.locator("[name='points-1']").tap()
    press(phone, "3")
    expect(phone.locator("#part-took")).to_have_count(0)
    phone.locator("[name='points-3']").tap()
    press(phone, "14")
    table.expect_strip((-1, 3, 11, 14))
    table.save()


def test_a_barrage_by_taps(phone):
    page, table = phone, MatchPage(phone)
    page.goto(f"/m/{send_evening(page.request, NAMES, 'barrage')}")
    with table.counting() as count:
        table.write("barrage")
        expect(page.locator("[data-most]")).to_have_count(2)
        for size in at_each_size(page, SIZES):
            assert page.evaluate(JS.HIDDEN) == [], size
        table.tap(page.locator("[data-into='points-0'][data-key='-28']"))
        expect(page.locator("[name='points-1']")).to_have_value("−1")
        table.tap(page.locator("[data-into='points-0'][data-key='-1']"))
        table.tap(page.locator("[name='points-1']"))
        table.tap(page.locator("[data-key='9']"))
        expect(page.locator("[name='points-0']")).to_have_value("−1")
        table.tap(table.save_button("barrage"))
        table.expect_sheet()
    assert count.taps == 6
    table.expect_totals((111, 121, 0, 0))


def test_a_sign_is_one_tap(phone):
    table = MatchPage(phone).open()
    phone.goto(f"{phone.url}/new/paper")
    field = table.points(1, "paper")
    assert field.evaluate("e => e.inputMode") == "numeric"
    field.fill("45")
    for value in ("−45", "45", "−45"):
        phone.locator("[data-sign='points-1']").tap()
        expect(field).to_have_value(value)


def test_after_a_refusal_the_first_digit_starts_anew(phone):
    table = by_numbers(phone)
    press(phone, "1")
    phone.locator("[name='points-1']").tap()
    press(phone, "11" + "3" + "5")
    table.tap(table.save_button())
    expect(phone.locator("#form[data-draft=sent]")).to_be_visible()
    assert points(phone) == ["1", "11", "3", "5"]
    press(phone, "2")
    assert points(phone) == ["2", "11", "3", "5"]


@pytest.mark.parametrize(("who", "cells"), [("1", (28, 0, -1, -1)), ("nobody", (-28, -1, -1, -1))])
def test_all_the_rest_of_the_cards_is_one_tap_and_one_answer(phone, who, cells):
    table = MatchPage(phone).open()
    phone.goto(f"{phone.url}/new/round")
    table.say("rest", 0)
    asked = phone.locator("#part-took")
    expect(asked).to_be_visible()
    asked.locator(f".pick:has([value='{who}'])").tap()
    table.expect_strip(cells)
    table.save()
    table.expect_row(1, cells)

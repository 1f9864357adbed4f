"""A round of Černá kočka on a real phone: typed on the page's keys, asked where it must be."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import OpenPhone
from tests.browser.table import MatchPage
from tests.verification.browser.test_taroky_fit import HIDDEN

SIZES = ((360, 592), (360, 512), (320, 568))


def by_numbers(page: Page) -> MatchPage:
    """A table with the form of its first round open, by numbers."""
    table = MatchPage(page).open()
    page.goto(f"{page.url}/new/round?by=numbers")
    return table


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.locator(f"[data-key='{key}']").tap()


def points(page: Page) -> list[str]:
    fields = page.locator("[name^='points-']")
    return [str(value) for value in fields.evaluate_all("all => all.map(e => e.value)")]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_keys_and_the_button_are_whole(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page = open_phone(*size)
    by_numbers(page)
    assert page.evaluate(HIDDEN) == []
    press(page, "28")
    expect(page.locator("#part-took")).to_be_visible()
    assert page.evaluate(HIDDEN) == []
    in_sight = page.locator("[name='points-0']")
    expect(in_sight).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_keys_lead_from_one_player_to_the_next(phone: Page) -> None:
    table = by_numbers(phone)
    assert phone.locator("[name='points-1']").evaluate("e => e.inputMode") == "none"
    press(phone, "0" + "11" + "3")
    assert points(phone) == ["0", "11", "3", ""]
    table.expect_strip((0, 11, 3, 14))
    phone.locator("[name='points-2']").tap()
    press(phone, "4")
    assert points(phone) == ["0", "11", "4", ""]
    table.save()
    table.expect_row(1, (0, 11, 4, 13))


def test_after_a_refusal_the_first_digit_starts_anew(phone: Page) -> None:
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
def test_all_the_rest_of_the_cards_is_one_tap_and_one_answer(
    phone: Page, who: str, cells: tuple[int, ...]
) -> None:
    table = MatchPage(phone).open()
    phone.goto(f"{phone.url}/new/round")
    table.say("rest", 0)
    asked = phone.locator("#part-took")
    expect(asked).to_be_visible()
    asked.locator(f".pick:has([value='{who}'])").tap()
    table.expect_strip(cells)
    table.save()
    table.expect_row(1, cells)

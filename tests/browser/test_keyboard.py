"""By keyboard: the focus stays where the hand is, whatever an answer changes on the page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.referee import Referee


@pytest.fixture
def kocka(phone: Page) -> Referee:
    referee = Referee(phone)
    referee.sit()
    return referee


def test_after_a_picked_card_the_focus_is_at_the_next_key(kocka: Referee) -> None:
    kocka.page.goto(f"{kocka.url}/disputes/play")
    kocka.key("AS").focus()
    kocka.page.keyboard.press("Enter")
    expect(kocka.held("trick")).to_have_value("AS")
    expect(kocka.key("KS")).to_be_focused()
    kocka.page.keyboard.press("Enter")
    expect(kocka.held("card")).to_have_value("KS")
    expect(kocka.key("KS")).to_be_focused()


def test_who_led_is_chosen_by_arrows(phone: Page) -> None:
    """The answer folds the choice away; the focus is then at what unfolds it."""
    phone.goto("/referee/kocka/audit")
    first = phone.locator("details.first")
    first.locator("input[type=radio]").first.focus()
    with phone.expect_response("**/referee/kocka/audit"):
        phone.keyboard.press("ArrowDown")
    expect(first).not_to_have_attribute("open", "")
    expect(first.locator("summary")).to_be_focused()

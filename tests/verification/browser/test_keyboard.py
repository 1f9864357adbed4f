"""By keyboard: the focus stays where the hand is, and an evening is played by names as read."""

import re
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.referee import Referee


@dataclass
class Ear:
    """Somebody who hears the page: finds things by role and spoken name, acts by keys only.

    A screen reader moves among what has a name; what is counted is what is done with it.
    """

    page: Page
    acts: int = 0

    def act(self, role, name, key="Enter"):
        """Goes to the one thing of this name in the accessibility tree and presses a key."""
        self.page.wait_for_load_state()  # who acts before its scripts run is not heard
        target = self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        expect(target).to_have_count(1)
        target.focus()
        expect(target).to_be_focused()
        self.page.keyboard.press(key)
        self.acts += 1

    def type(self, name, text):
        self.page.get_by_role("textbox", name=name, exact=True).focus()
        self.page.keyboard.type(text)
        self.acts += len(text)

    def hears(self, *words):
        """All of it is announced, without being looked for."""
        for word in words:
            expect(self.page.locator("#status")).to_contain_text(word)

    @contextmanager
    def at_most(self, acts):
        before = self.acts
        yield
        assert self.acts - before <= acts


@pytest.fixture
def kocka(phone):
    return Referee(phone).open()


def test_after_a_picked_card_the_focus_is_at_the_next_key(kocka):
    kocka.page.goto(f"{kocka.url}/disputes/play")
    kocka.key("AS").focus()
    kocka.page.keyboard.press("Enter")
    expect(kocka.held("trick")).to_have_value("AS")
    expect(kocka.key("KS")).to_be_focused()
    kocka.page.keyboard.press("Enter")
    expect(kocka.held("card")).to_have_value("KS")
    expect(kocka.key("KS")).to_be_focused()


def test_who_led_is_chosen_by_arrows(phone):
    """The answer folds the choice away; the focus is then at what unfolds it."""
    phone.goto("/referee/kocka/audit")
    first = phone.locator("details.first")
    first.locator("input[type=radio]").first.focus()
    with phone.expect_response("**/referee/kocka/audit"):
        phone.keyboard.press("ArrowDown")
    expect(first).not_to_have_attribute("open", "")
    expect(first.locator("summary")).to_be_focused()


def test_a_deal_a_dispute_and_an_undo_without_eyes(phone):
    """In at most one and a half times the taps of a thumb (5, 3 and 1 from the sheet)."""
    table = Referee(phone, "taroky").open()
    ear, book = Ear(phone), table.book
    with ear.at_most(5 * 1.5):
        ear.act("link", book.label("entries", "deal", "record").format(n=1))
        ear.act("radio", "Karel", "Space")
        ear.type(f"{book.label('fields', 'deal', 'points', 'label')}: Petr Karel", "40")
        ear.act("button", book.label("entries", "deal", "save"))
        ear.hears("Petr +5", "Jana −5", "Karel +5", "Eva −5")
    with ear.at_most(3 * 1.5):
        ear.act("link", table.says("Dispute"))
        ear.act("link", next(iter(book.data["offences"].values())))
        ear.act("button", re.compile("^Eva"))
        ear.hears("Eva −35")
    with ear.at_most(1):
        start = table.says("Undo: %(name)s").partition("%")[0]
        ear.act("button", re.compile(f"^{re.escape(start)}"))
        ear.hears("Petr +5", "Jana −5", "Karel +5", "Eva −5")

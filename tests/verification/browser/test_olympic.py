"""An Olympic Faraón by taps, from the first page to the last player with cards."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.forms import sit_down
from tests.browser.helpers import assert_accessible_in_both_themes, assert_fits
from tests.browser.table import LOCALES, GameTable

EACH_PHONE = pytest.mark.parametrize(
    ("size", "language", "scheme"), [((360, 592), "be", "light"), ((320, 568), "sk", "dark")]
)
PETR, JANA, KAREL, EVA = range(4)
MEANT = 350
"""Milliseconds after which a tap on the same name is the next game (static/taps.js)."""
ROWS_IN_VIEW = 3
"""So many whole rows at least, while somebody is asked if he begs."""


class OlympicTable(GameTable):
    """A table that plays until one has cards."""

    def begin(self):
        """From the first page to the sheet, with the house rule tapped."""
        self.name_players()
        self.house_rules()
        olympic = self.book.label("house", "mode", "choices", "olympic")
        self.tap(self.page.locator("label").filter(has_text=olympic))
        self.tap(self.button("Done"))
        self.start()

    @property
    def begs(self):
        return self.page.locator("#take-beggar button")

    def begs_and_plays_on(self, seat):
        text = self.book.label("entries", "beggar", "take").format(name=self.names[seat])
        expect(self.begs).to_have_text(text)
        self.tap(self.begs)
        expect(self.begs).to_have_count(0)

    def expect_cards(self, *cards):
        figures = self.page.locator(".totals td > .fig")
        expect(figures).to_have_text([str(each) for each in cards])

    def expect_state(self, seat, text):
        below = self.page.locator(".totals td").nth(seat).locator("small")
        expect(below).to_have_text(self.book.label("texts", text))

    def lose_in_turn(self, *seats):
        for seat in seats:
            self.lose(seat)
            self.page.wait_for_timeout(MEANT)

    def whole_rows(self):
        return int(
            self.page.evaluate("""() => {
              const rows = [...document.querySelectorAll("tbody")];
              const box = (e) => e.getBoundingClientRect();
              const end = box(document.querySelector(".foot")).top;
              return rows.filter((row) => box(row).bottom <= end).length;
            }""")
        )


@EACH_PHONE
def test_an_olympic_evening_by_taps(open_phone, size, language, scheme):
    phone = open_phone(*size, locale=LOCALES[language], color_scheme=scheme)
    table = OlympicTable(phone, "faraon", language=language)
    table.begin()
    with table.counting() as count:
        table.lose_in_turn(*[EVA] * 5)
        table.expect_cards(5, 5, 5, 0)
        assert_fits(phone)
        assert table.whole_rows() >= ROWS_IN_VIEW
        table.begs_and_plays_on(EVA)
        table.expect_state(EVA, "beggar")
        table.lose(EVA)
        table.expect_state(EVA, "out")
        expect(table.begs).to_have_count(0)
        table.lose_in_turn(*[KAREL] * 5, *[JANA] * 4)
        expect(table.lost(KAREL)).to_have_count(0)
        table.expect_cards(5, 1, 0, 0)
        table.lose(JANA)
        expect(phone.locator(".end-card")).to_contain_text(table.names[PETR])
        assert_fits(phone)
        table.begs_and_plays_on(JANA)
        table.expect_cards(5, 1, 0, 0)
        table.lose(JANA)
    assert count.taps == 19, "one for each game, one for each žobrák"
    expect(phone.locator("li").first).to_have_text(re.compile(rf"^1\.\s*{table.names[PETR]}\s*5"))
    expect(table.begs).to_have_count(0)
    assert_accessible_in_both_themes(phone)


def test_without_a_script_a_zobrak_is_one_button_too(open_phone):
    phone = open_phone(java_script_enabled=False)
    table = OlympicTable(phone, "faraon")
    rules = {"house": "y", "mode": "olympic", "olympic_start": "1"}
    phone.goto(sit_down(phone.request, "faraon", table.names, **rules))
    table.lost(EVA).tap()
    table.expect_cards(1, 1, 1, 0)
    table.begs.tap()
    table.expect_cards(1, 1, 1, 1)
    table.expect_state(EVA, "beggar")

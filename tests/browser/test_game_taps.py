"""How many taps a game of Faraón, Makao and Durak takes, by a real thumb.

Who lost is one tap on the sheet, and undone by one. Who has more to tell opens the form, says who
lost and saves: two taps there.
"""

from functools import cached_property

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.browser.helpers import assert_no_sideways_scroll, assert_targets
from tests.browser.table import MatchPage


class GameTable(MatchPage):
    """A table of a game whose form is read off its declaration."""

    def __init__(self, page: Page, game: str) -> None:
        super().__init__(page)
        self.game = game

    @cached_property
    def book(self) -> Rulebook:
        return open_rulebook(GAMES[self.game].folder, self.language)

    def row_name(self, n: int) -> str:
        return f"{self.book.label('entries', 'game', 'name')} {n}"

    def save_button(self, type: str = "game") -> Locator:
        return super().save_button(type)

    def save(self, type: str = "game") -> None:
        super().save(type)

    def action(self, type: str) -> Locator:
        """The way to the form, for who has more to tell than who lost."""
        more = self.book.label("entries", type, "more").format(n=1)
        return self.page.get_by_role("link", name=more, exact=True)

    def lost(self, seat: int) -> Locator:
        """A player's name under the question of the sheet: who lost?"""
        asked = self.page.locator("#tap")
        return asked.get_by_role("button", name=self.names[seat], exact=True)

    def pick(self, part: str, seat: int) -> Locator:
        """A player's button in a part of the form."""
        return self.part(part, "game").locator("label.pick").filter(has_text=self.names[seat])


@pytest.fixture(params=[("faraon", "loser"), ("makao", "lost"), ("durak", "fool")], ids=str)
def sitting(request: pytest.FixtureRequest, phone: Page) -> tuple[GameTable, str]:
    """Four at a table that has just sat down, and the field that says who lost."""
    game, field = request.param
    table = GameTable(phone, game)
    table.open()
    return table, field


def expect_one_lost(table: GameTable, seat: int) -> None:
    table.expect_row(1, [int(player == seat) for player in range(4)])
    table.expect_totals([int(player == seat) for player in range(4)])


@pytest.mark.parametrize("seat", [0, 3])
def test_a_game_from_the_sheet(sitting: tuple[GameTable, str], seat: int) -> None:
    table, _ = sitting
    expect(table.lost(seat)).to_be_in_viewport(ratio=1)
    with table.counting() as count:
        table.tap(table.lost(seat))
        expect_one_lost(table, seat)
    assert count.taps == 1
    with table.counting() as count:
        table.tap(table.undo)
        table.expect_totals((0, 0, 0, 0))
    assert count.taps == 1


def test_two_games_are_two_taps(sitting: tuple[GameTable, str]) -> None:
    table, _ = sitting
    table.tap(table.lost(1))
    table.expect_totals((0, 1, 0, 0))
    table.tap(table.lost(2))
    table.expect_totals((0, 1, 1, 0))
    expect(table.lost(2)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("seat", [0, 3])
def test_a_game_from_the_form(sitting: tuple[GameTable, str], seat: int) -> None:
    table, field = sitting
    table.tap(table.action("game"))
    expect(table.pick(field, seat)).to_be_in_viewport(ratio=1)
    expect(table.save_button()).to_be_in_viewport(ratio=1)
    with table.counting() as count:
        table.tap(table.pick(field, seat))
        table.save()
    assert count.taps == 2
    expect_one_lost(table, seat)


def test_the_form_of_a_game_fits_the_phone_and_the_thumb(sitting: tuple[GameTable, str]) -> None:
    table, _ = sitting
    table.tap(table.action("game"))
    expect(table.save_button()).to_be_visible()
    assert_no_sideways_scroll(table.page)
    assert_targets(table.page)


def test_the_order_is_one_tap_a_name(phone: Page) -> None:
    table = GameTable(phone, "faraon")
    table.open()
    table.tap(table.action("game"))
    expect(table.save_button()).to_be_visible()
    table.tap(table.page.locator("summary").filter(has_text=table.says("More details")))
    order = table.part("order", "game")
    with table.counting() as count:
        for place, seat in enumerate((1, 0, 3, 2), 1):
            table.tap(order.get_by_role("button", name=table.names[seat]))
            expect(
                order.get_by_role("button", name=f"{place}. {table.names[seat]}")
            ).to_be_visible()
        table.save()
    assert count.taps == 5
    expect_one_lost(table, 2)

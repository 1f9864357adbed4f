"""How many taps the usual things take, by a real thumb; and that the right thing is written.

The bounds are those of the design (flows 1, 4 and 6, tasks T1, T2, T6, T9). What is typed on the
phone's own keyboard (names, digits) is not a tap.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.forms import Fields
from tests.browser.table import TYPICAL, TYPICAL_POINTS, MatchPage, by_numbers

ROUND, LARGE = by_numbers(7, 6, 15), by_numbers(0, 27, 1)


@pytest.fixture
def begun(table: MatchPage) -> MatchPage:
    """A table that has just sat down."""
    table.open()
    return table


def test_a_typical_round_by_cards(begun: MatchPage) -> None:
    begun.write()
    with begun.counting() as count:
        begun.cards(TYPICAL, rest=2)
        begun.save()
    assert count.taps == 9
    begun.expect_row(1, TYPICAL_POINTS)


def test_a_typical_round_with_one_without_a_trick(begun: MatchPage) -> None:
    begun.write()
    with begun.counting() as count:
        begun.cards(TYPICAL, rest=2, no_trick=[3])
        begun.save()
    assert count.taps == 11
    begun.expect_row(1, (7, 6, 15, -1))


def test_the_worst_round_by_cards(begun: MatchPage) -> None:
    """All four took cards, and the largest pile is the rest."""
    begun.write()
    with begun.counting() as count:
        begun.cards({0: ["AH", "KH"], 1: ["QH", "JH"], 3: ["QS", "7H"]}, rest=2)
        begun.save()
    assert count.taps <= 13
    begun.expect_row(1, (9, 5, 3, 11))


@pytest.mark.parametrize(("seat", "taps"), [(0, 3), (2, 4)])
def test_a_durch_from_the_sheet(begun: MatchPage, seat: int, taps: int) -> None:
    with begun.counting() as count:
        begun.durch(seat)
    assert count.taps == taps
    begun.expect_row(1, [-28 if player == seat else -1 for player in range(4)])


def test_a_caught_durch_from_the_sheet(begun: MatchPage) -> None:
    with begun.counting() as count:
        begun.durch(3, caught=True)
    assert count.taps == 4
    begun.expect_row(1, (0, 0, 0, 28))


def test_a_vagon_from_the_sheet(begun: MatchPage) -> None:
    with begun.counting() as count:
        begun.round_by_cards({}, rest=1, took=[0])
    assert count.taps == 5  # one answers who else took a trick
    begun.expect_row(1, (0, 28, -1, -1))


def test_a_round_by_numbers(begun: MatchPage) -> None:
    begun.write()
    with begun.counting() as count:
        begun.to_numbers()
        begun.numbers((7, 6, None, 0))
        begun.save()
    assert count.taps == 5  # and four digits
    begun.expect_row(1, (7, 6, 15, 0))


def test_a_wrong_card_costs_one_tap(begun: MatchPage) -> None:
    begun.write()
    begun.take(0, ["AH", "KH"])
    with begun.counting() as count:
        begun.take(1, ["KH"])
    assert count.taps == 2  # the next player, whom one picks anyway, and the card
    begun.say("rest", 1)
    begun.save()
    begun.expect_row(1, (5, 23, 0, 0))


def test_undo(begun: MatchPage) -> None:
    begun.write_rounds(ROUND)
    with begun.counting() as count:
        begun.tap(begun.undo)
        begun.expect_rows(0)
    assert count.taps == 1
    begun.expect_totals((0, 0, 0, 0))


def test_a_wrong_figure_three_rounds_back(begun: MatchPage) -> None:
    begun.write_rounds(ROUND, LARGE, by_numbers(1, 2, 25), by_numbers(3, 4, 10))
    with begun.counting() as count:
        begun.tap(begun.row(1))
        begun.type_points(0, 8)
        begun.type_points(2, 14)
        begun.save()
    assert count.taps == 4
    begun.expect_row(1, (8, 6, 14, 0))
    begun.expect_totals((12, 39, 50, 11))
    expect(begun.page.get_by_text(begun.says("corrected"))).to_be_visible()


def test_a_wrong_card_three_rounds_back(begun: MatchPage) -> None:
    cards: Fields = {f"cards-{card}": str(seat) for seat in TYPICAL for card in TYPICAL[seat]}
    begun.write_rounds({**cards, "rest": "2"}, *[{"durch": "0"}] * 3)
    begun.tap(begun.row(1))
    expect(begun.tile("AH")).to_be_visible()
    begun.seat = 0
    with begun.counting() as count:
        begun.take(1, ["AH"])
        begun.tap(begun.save_button())
        begun.expect_sheet()
    assert count.taps == 3  # and the one on the row
    begun.expect_row(1, (2, 11, 15, 0))
    begun.expect_totals((-82, 8, 12, -3))


def test_a_round_struck_out(begun: MatchPage) -> None:
    begun.write_rounds(ROUND, ROUND)
    with begun.counting() as count:
        begun.tap(begun.row(1))
        begun.tap(begun.button("Strike out"))
        begun.expect_totals((7, 6, 15, 0))
    assert count.taps == 2
    with begun.counting() as count:
        begun.tap(begun.undo)
        begun.expect_totals((14, 12, 30, 0))
    assert count.taps == 1


def test_what_a_row_was_and_why_is_one_tap(begun: MatchPage) -> None:
    begun.write_rounds(ROUND, ROUND)
    with begun.counting() as count:
        begun.tap(begun.story(1))
        expect(begun.page.get_by_text(begun.book.step("kocka.points"))).to_be_visible()
    assert count.taps == 1
    with begun.counting() as count:
        begun.tap(begun.button("Strike out"))
        begun.expect_totals((7, 6, 15, 0))
    assert count.taps == 1
    begun.tap(begun.undo)
    begun.expect_totals((14, 12, 30, 0))
    begun.tap(begun.story(1))
    begun.tap(begun.link("Correct"))
    expect(begun.save_button()).to_be_visible()


def test_a_new_company(table: MatchPage) -> None:
    """From the first page to the first round: two taps and the names until the sheet is there."""
    table.home()
    with table.counting() as count:
        table.choose_game()
        table.type_names(table.names)
        table.page.keyboard.press("Enter")  # Go on the phone's keyboard
        table.expect_totals((0, 0, 0, 0))
    assert count.taps <= 2
    with table.counting() as count:
        table.durch(0)
    assert count.taps == 3
    table.expect_row(1, (-28, -1, -1, -1))


def test_a_known_company_goes_on(begun: MatchPage) -> None:
    begun.write_rounds(ROUND)
    begun.home()
    with begun.counting() as count:
        begun.tap(begun.page.get_by_role("link", name=", ".join(begun.names)))
        begun.durch(0)
    assert count.taps <= 5
    begun.expect_totals((-21, 5, 14, -1))


def test_a_known_company_starts_anew(begun: MatchPage) -> None:
    begun.write_rounds(LARGE, LARGE)
    begun.dokladacka(1)
    begun.write_rounds(LARGE, LARGE)
    with begun.counting() as count:
        begun.tap(begun.link("New game with the same people"))
        begun.start()
    assert count.taps == 2
    begun.expect_totals((0, 0, 0, 0))
    for name in begun.names:
        expect(begun.page.get_by_role("columnheader", name=name)).to_be_visible()


def test_known_names_are_one_tap_each(begun: MatchPage) -> None:
    begun.home()
    begun.choose_game()
    with begun.counting() as count:
        for name in begun.names:
            begun.tap(begun.button(name))
        begun.start()
    assert count.taps == 5
    begun.expect_totals((0, 0, 0, 0))


def test_handing_over_to_a_watcher(
    begun: MatchPage, open_phone: OpenPhone, live_server: str
) -> None:
    with begun.counting() as count:
        begun.tap(begun.link("Share"))
        expect(begun.page.get_by_role("img", name=begun.says("QR code of the link for watching")))
    assert count.taps == 1
    other = open_phone(base_url=live_server)
    other.goto(begun.page.get_by_role("link", name="/in/").first.get_attribute("href") or "")
    expect(other.get_by_role("listitem").filter(has_text="Petr")).to_be_visible()

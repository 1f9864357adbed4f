"""Whole evenings, entered tap by tap: a short one by cards, and the record game of 1996.

That takes a quarter of a minute: `make test` plays it without a browser in tests/web.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import TYPICAL, TYPICAL_POINTS, MatchPage

CASES = Path(__file__).parents[1] / "games"


@pytest.mark.walk("a whole evening, five minutes")
def test_the_evening_of_1996(phone: Page) -> None:
    case = json.loads((CASES / "kocka" / "1996.score.jsonl").read_text("utf-8"))
    table = MatchPage(phone, case["players"])
    table.open_by_hand()
    for number, (entry, totals) in enumerate(told(case["entries"]), start=1):
        if entry["type"] == "dokladacka":
            assert number == 5
            expect_dokladacka_is_due(table, reached=1)
            table.dokladacka(entry["loser"])
            table.expect_no_notice("dokladacka")
        else:
            table.round_by_numbers(with_one_left_out(entry["points"], number), entry["no_trick"])
        table.expect_totals(totals)

    assert totals == case["expect"]["totals"]
    expect_the_end(table, case["expect"]["state"]["loser"], totals)
    beer = table.book.label("texts", "stake")
    table.expect_notice("pays", [1], n=1, why=["for-game"], stake=beer, money="")
    phone.reload()
    table.expect_totals(totals)


def told(entries: list[dict]) -> Iterator[tuple[dict, list[int]]]:
    """The entries, each with the totals after it."""
    totals = [0, 0, 0, 0]
    for entry in entries:
        if entry["type"] == "round":
            for seat, points in enumerate(entry["points"]):
                totals[seat] += points - (seat in entry["no_trick"])
        yield entry, totals


def with_one_left_out(points: list[int], which: int) -> list[int | None]:
    """As one does at the table: three are typed, the fourth is computed."""
    return [None if seat == which % 4 else value for seat, value in enumerate(points)]


def expect_dokladacka_is_due(table: MatchPage, reached: int) -> None:
    table.expect_notice("dokladacka", [reached])
    expect(table.action("dokladacka")).to_be_visible()
    expect(table.action("skip-dokladacka")).to_be_visible()
    expect(table.action("round")).to_have_count(0)


def expect_the_end(table: MatchPage, loser: int, totals: list[int]) -> None:
    table.expect_notice("over", [loser], n=totals[loser])
    beer = table.book.label("texts", "stake")
    table.expect_notice("pays", [loser], n=1, why=["for-game"], stake=beer, money="")
    expect(table.action("round")).to_have_count(0)
    expect(table.link("New game with the same people")).to_be_visible()
    expect(table.undo).to_be_visible()


def test_a_shorter_evening_by_cards(phone: Page, table: MatchPage) -> None:
    table.open_by_hand(dealer=0)
    table.round_by_cards(TYPICAL, rest=2)
    table.expect_row(1, TYPICAL_POINTS)
    table.durch(3)
    table.expect_row(2, (-1, -1, -1, -28))
    table.expect_totals((6, 5, 14, -28))
    table.durch(1, caught=True)
    table.expect_row(3, (0, 28, 0, 0))
    table.round_by_cards({1: ["QS", "AH", "KH"]}, rest=2, no_trick=[0])
    table.expect_row(4, (-1, 19, 9, 0))
    table.expect_totals((5, 52, 23, -28))

    expect_dokladacka_is_due(table, reached=1)
    table.dokladacka(1)
    table.round_by_cards({}, rest=2, no_trick=[0, 3])
    table.expect_row(5, (-1, 0, 28, -1))
    table.round_by_cards({2: ["AH", "KH", "QH"]}, rest=1)
    table.expect_totals((4, 68, 63, -29))
    table.round_by_cards({1: ["AH", "KH"]}, rest=2)
    table.expect_totals((4, 77, 82, -29))
    table.round_by_cards({2: ["QS", "7H", "8H"]}, rest=1)
    table.expect_totals((4, 93, 94, -29))
    table.round_by_cards({1: ["QS", "QH", "9H"]}, rest=2, no_trick=[0, 3])
    table.expect_totals((3, 107, 108, -30))
    table.expect_notice("over", [2], n=108)


def test_three_without_a_trick_asks_for_a_durch(table: MatchPage) -> None:
    table.open()
    table.write()
    table.cards({}, rest=2, no_trick=[0, 1, 3])
    table.tap(table.save_button())
    question = table.told("kocka.round.durch.ask", seat=2)
    expect(table.page.get_by_text(question)).to_be_visible()
    yes = table.book.say("questions", "kocka.round.durch.ask.yes", {"seat": 2}, table.names)
    table.tap(table.page.get_by_role("button", name=yes))
    table.expect_row(1, (-1, -1, -28, -1))


@pytest.mark.walk("30 taps to get there")
def test_a_barrage_decides(table: MatchPage) -> None:
    table.open()
    for _ in range(3):
        table.round_by_numbers((14, 14, 0, None))
    table.round_by_numbers((14, 14, 0, None))
    table.dokladacka(0)
    for _ in range(4):
        table.round_by_numbers((14, 14, None, 0))
    table.expect_notice("barrage", [0, 1])
    expect(table.action("round")).to_have_count(0)

    table.write("barrage")
    for seat, points in ((0, "3"), (1, "10")):
        table.tap(table.points(seat, "barrage"))
        table.page.keyboard.type(points)
    table.save("barrage")
    table.expect_totals((115, 122, 0, 0))
    table.expect_notice("over", [1], n=122)


def test_the_dokladacka_can_be_left_out(table: MatchPage) -> None:
    table.open()
    table.round_by_numbers((28, 0, 0, None))
    table.round_by_numbers((28, 0, 0, None))
    table.write("skip-dokladacka")
    table.save("skip-dokladacka")
    table.expect_no_notice("dokladacka")
    table.expect_rows(2)


def test_a_renonc_makes_a_round_void_or_costs_points(table: MatchPage) -> None:
    table.open()
    table.round_by_numbers((28, 0, 0, None))
    table.write("renonc")
    table.tap(table.part("seat", "renonc").get_by_role("radio", name="Karel"))
    table.save("renonc")
    table.expect_totals((28, 0, 0, 0))

    table.write("renonc")
    table.tap(table.part("seat", "renonc").get_by_role("radio", name="Jana"))
    table.tap(table.page.get_by_label(table.book.label("fields", "renonc", "points", "label")))
    table.page.keyboard.type("5")
    table.save("renonc")
    table.expect_totals((28, 5, 0, 0))
    table.expect_rows(1)


def test_undo_and_redo(table: MatchPage) -> None:
    table.open()
    table.round_by_numbers((28, 0, 0, None))
    table.round_by_numbers((0, 28, 0, None))
    expect(table.undo).to_have_accessible_name(table.says("Undo: %(name)s", name=table.row_name(2)))
    table.tap(table.undo)
    table.expect_totals((28, 0, 0, 0))
    table.tap(table.redo)
    table.expect_totals((28, 28, 0, 0))
    table.expect_rows(2)

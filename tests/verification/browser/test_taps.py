"""How many taps the usual things take, by a real thumb; and that the right thing is written.

The bounds are those of the design (flows 1, 2, 4 and 6, tasks T1 to T4, T6, T9). What is typed on
the phone's own keyboard (names, digits) is not a tap.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.forms import Fields
from tests.browser.table import TYPICAL, TYPICAL_POINTS, GameTable, MatchPage, by_numbers
from tests.browser.taroky import PLAIN, TarokyTable, saves_of

ROUND, LARGE = by_numbers(7, 6, 15), by_numbers(0, 27, 1)


# --- Černá kočka ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """What is tapped, how often at most, and what stands in the first row and below it then."""

    do: Callable[[MatchPage], object]
    taps: int
    row: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    written: tuple[Fields, ...] = ()
    """The rounds that are there before."""
    ready: Callable[[MatchPage], object] = lambda table: None
    """What is done before it is counted."""


def by_cards(*told, **more):
    def do(table):
        table.cards(*told, **more)  # type: ignore[arg-type]
        table.save()

    return do


def by_figures(table):
    table.by("numbers")
    table.numbers((7, 6, None, 0))
    table.save()


def a_wrong_figure(table):
    table.tap(table.row(1))
    table.type_points(0, 8)
    table.type_points(2, 14)
    table.save()
    expect(table.page.get_by_text(table.says("corrected"))).to_be_visible()


def why(table):
    """What a row was and why is one tap, and to strike it out from there one more."""
    table.tap(table.story(1))
    expect(table.page.get_by_text(table.book.step("kocka.points"))).to_be_visible()
    table.tap(table.button("Strike out"))


TASKS = {
    # The tenth says that Eva, who has no points, took a trick.
    "typical": Task(by_cards(TYPICAL, rest=2), 10, TYPICAL_POINTS, ready=MatchPage.write),
    "durch": Task(lambda table: table.durch(0), 3, (-28, -1, -1, -1)),
    # One of the five answers who else took a trick.
    "vagon": Task(
        lambda table: table.round_by_cards({}, rest=1, no_trick=[2, 3]), 5, (0, 28, -1, -1)
    ),
    "by numbers": Task(by_figures, 6, (7, 6, 15, 0), ready=MatchPage.write),
    "undo": Task(lambda table: table.tap(table.undo), 1, (), (0, 0, 0, 0), (ROUND,)),
    "wrong figure three rounds back": Task(
        a_wrong_figure,
        4,
        (8, 6, 14, 0),
        (12, 39, 50, 11),
        (ROUND, LARGE, by_numbers(1, 2, 25), by_numbers(3, 4, 10)),
    ),
    "struck out from why": Task(why, 2, (), (7, 6, 15, 0), (ROUND, ROUND)),
}


@pytest.mark.parametrize("name", TASKS)
def test_taps_of_a_task(begun, name):
    task = TASKS[name]
    if task.written:
        begun.write_rounds(*task.written)
    task.ready(begun)
    with begun.counting() as count:
        task.do(begun)
        if task.row:
            begun.expect_row(1, task.row)
        if task.totals:
            begun.expect_totals(task.totals)
    assert count.taps <= task.taps


def test_a_new_group(table):
    """From the first page to the first round: two taps and the names until the sheet is there."""
    table.page.goto("/")
    with table.counting() as count:
        table.choose_game()
        table.type_names()
        table.page.keyboard.press("Enter")  # Go on the phone's keyboard
        table.expect_totals((0, 0, 0, 0))
    assert count.taps <= 2


def test_a_table_needs_no_names(table):
    table.page.goto("/")
    with table.counting() as count:
        table.choose_game()
        table.start()
    assert count.taps == 2
    expect(table.link("Give the players names")).to_be_visible()


def test_a_known_group_starts_anew(begun):
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


def test_handing_over(begun, open_phone):
    """To a watcher one tap, to another scorer two; the code is in sight."""
    codes = begun.page.get_by_role("img")
    with begun.counting() as count:
        begun.tap(begun.link("Share"))
        expect(codes.first).to_have_accessible_name(begun.says("QR code of the link for watching"))
    assert count.taps == 1
    watching = begun.page.get_by_role("link", name="/in/").first.get_attribute("href")
    begun.unfold("Hand over the scoring")
    code = begun.page.get_by_role("img", name=begun.says("QR code of the link for scoring"))
    expect(code).to_be_in_viewport(ratio=1)
    other = open_phone()
    other.goto(watching or "")
    expect(other.get_by_role("listitem").filter(has_text="Petr")).to_be_visible()


# --- Taroky --------------------------------------------------------------------------------------

ANNOUNCED = {**PLAIN, "fleks": {"game": "flek"}, "announcements": {0: ["tarocky"]}}
LOADED = {
    "declarer": 0,
    "contract": "druha",
    "called": "XVIII",
    "partner": 2,
    "points": 40,
    "fleks": {"game": "reflek", "pagat": "flek"},
    "pagat": {"seat": 0, "declared": True, "made": True},
    "announcements": {0: ["trul", "tarocky"], 1: ["barvy"], 2: ["kralovske-honery"]},
}


def with_pagat(**told):
    return {**PLAIN, "pagat": {"seat": 2, **told}}


# The points are reckoned by hand: (points − 35) × rate × flek, then what goes on top.
DEALS = {
    "not played": (
        {"declarer": 0, "contract": "zakladni", "variant": "folded"}, 3, (0, 0, 0, 0),
    ),
    "plain": (PLAIN, 4, (6, -6, 6, -6)),
    "solo": ({"declarer": 0, "contract": "solo", "points": 37}, 7, (48, -16, -16, -16)),
    "typical": (ANNOUNCED, 8, (17, -17, 17, -17)),  # 12 + 5
    "declared pagat": (with_pagat(declared=True, made=True), 8, (16, -16, 16, -16)),  # 6 + 10
    "declared valat": (  # 35 + 20
        {**PLAIN, "points": 70, "valat": {"side": "declarer", "declared": True, "made": True}},
        8, (55, -55, 55, -55),
    ),
    # 5 × 4, pagát 10 × 2, trul 5, taročky 5, royal honours 10; barvy are of those who lost
    "loaded": (LOADED, 20, (60, -60, 60, -60)),
}  # fmt: skip


@pytest.mark.parametrize("name", DEALS)
def test_taps_of_a_deal(phone, name):
    """And it is sent with a single request."""
    deal, bound, row = DEALS[name]
    table = TarokyTable(phone).open().write()
    saves = saves_of(phone)
    with table.counting() as count:
        table.fill(deal)
        table.save()
    assert count.taps <= bound
    assert len(saves) == 1
    table.expect_row(1, row)
    table.expect_totals(row)


def test_a_deal_ticked_while_it_is_bid(phone):
    """With what was announced ticked before, a typical deal is four taps after the play."""
    table = TarokyTable(phone).open().write()
    table.fill_contract(ANNOUNCED)
    table.fill_announcements(ANNOUNCED)
    table.choose_value("fleks-game", "flek")
    with table.counting() as count:
        table.fill_deal(ANNOUNCED)
        table.save()
    assert count.taps == 4
    table.expect_row(1, (17, -17, 17, -17))


# --- games of which only who lost is told --------------------------------------------------------


def test_the_order_is_one_tap_a_name(phone):
    table = GameTable(phone, "faraon").open()
    table.tap(table.action("game"))
    expect(table.save_button()).to_be_visible()
    table.unfold("More details")
    order = table.part("order", "game")
    with table.counting() as count:
        for place, seat in enumerate((1, 0, 3, 2), 1):
            name = table.names[seat]
            table.tap(order.get_by_role("button", name=name))
            expect(order.get_by_role("button", name=f"{place}. {name}")).to_be_visible()
        table.save()
    assert count.taps == 5
    table.expect_row(1, (0, 0, 1, 0))

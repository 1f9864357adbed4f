"""The form of a deal: what everybody gets before it is saved, what is refused, what is kept."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import held_back
from tests.browser.taroky import PLAIN, TarokyTable

DRUHA = {
    "declarer": 2,
    "contract": "druha",
    "partner": 3,
    "points": 38,
    "fleks": {"game": "flek"},
    "pagat": {"seat": 2, "declared": True, "made": True},
}


@pytest.fixture
def form(phone):
    return TarokyTable(phone).open().write()


# --- what everybody gets -------------------------------------------------------------------------


def test_line_by_line_on_demand(form):
    form.fill({**PLAIN, "announcements": {0: ["tarocky"], 1: ["honery"]}})
    form.expect_strip((6, -6, 6, -6))
    base = form.book.label("steps", "taroky.settle.base")
    title = form.lines.get_by_role("heading", name=re.compile(f"^{base}"))
    expect(title).not_to_be_visible()
    form.tap(form.lines.locator("summary").first)
    expect(title).to_be_visible()
    for rule in ("taroky.announce.tarocky", "taroky.announce.honery"):
        expect(form.lines).to_contain_text(form.book.rules[rule].title)
    lines = form.lines.locator(".figures").all()
    assert len(lines) == 3
    for line in lines:
        figures = line.locator(".fig").all_inner_texts()
        assert sum(int(figure.replace("\N{MINUS SIGN}", "-")) for figure in figures) == 0

    # They stay open while one taps on, and follow.
    form.tap(form.lines.locator("summary").first)
    with held_back(form.page, "**/preview"):
        with form.page.expect_request("**/preview"):
            form.choose_value("fleks-game", "flek")
        form.tap(form.lines.locator("summary").first)
    expect(form.lines.locator(".figures").first).to_contain_text("+12")
    expect(title).to_be_visible()


# --- what is taken back --------------------------------------------------------------------------


def test_a_second_tap_takes_a_pagat_back_with_its_flek(form):
    form.view(1)
    form.choose_value("pagat-seat", "declared-1")
    form.choose_value("fleks-pagat", "flek")
    form.choose_value("pagat-seat", "silent-1")
    expect(form.control("fleks-pagat", "flek")).not_to_be_visible()
    form.view("deal")
    form.choose_value("pagat-made", "y")
    form.view(1)
    form.tap(form.pick("pagat-seat", "silent-1"))
    form.view("deal")
    expect(form.control("pagat-made", "y")).not_to_be_visible()
    form.fill_deal(PLAIN)
    form.save()
    form.expect_row(1, (6, -6, 6, -6))


def test_a_silent_valat_asks_for_no_outcome(form):
    """There is none that is not made; a declared one may have been told before."""
    lost = {"side": "opponents", "declared": True, "made": False}
    form.fill_announcements({**PLAIN, "valat": lost})
    form.choose_value("valat-made", "n")
    form.fill_announcements({**PLAIN, "valat": {**lost, "declared": False}})
    expect(form.control("valat-made", "n")).not_to_be_visible()
    form.fill_deal({**PLAIN, "points": 3})
    form.save()
    form.expect_row(1, (-42, 42, -42, 42))


# --- what is kept --------------------------------------------------------------------------------


def test_what_was_ticked_survives_a_reload(form):
    """The form may be opened during the bidding."""
    form.fill({**DRUHA, "called": "XVIII", "announcements": {1: ["barvy"]}})
    expected = (-16, -16, 16, 16)
    form.expect_strip(expected)
    form.page.reload()
    form.expect_held(
        contract="druha",
        declarer=2,
        called="XVIII",
        partner=3,
        fleks_game="flek",
        pagat_made="y",
        announcements_1="barvy",
    )
    expect(form.page.locator("#points")).to_have_value("38")
    form.expect_strip(expected)
    form.save()
    form.expect_row(1, expected)
    form.write()
    form.expect_held(contract="zakladni", called="XIX", declarer=1)
    expect(form.page.locator("#points")).to_have_value("")


def test_a_draft_that_came_back_says_so_and_goes_with_a_tap(form):
    strip = form.page.get_by_role("button", name=form.says("Start again"))
    form.page.reload()
    expect(form.save_button()).to_be_visible()
    expect(strip).to_have_count(0)  # nothing was begun
    form.fill({**PLAIN, "announcements": {1: ["barvy"]}})
    form.expect_strip((6, -6, 6, -6))
    form.page.reload()
    form.tap(strip)
    form.expect_strip((None, None, None, None))
    expect(form.control("announcements-1", "barvy")).not_to_be_checked()
    form.tap(form.button("Bring back what was unfinished"))
    form.expect_strip((6, -6, 6, -6))
    form.choose_value("fleks-game", "flek")  # somebody writes on
    expect(strip).to_have_count(0)
    form.save()
    form.expect_row(1, (12, -12, 12, -12))


def test_counting_there_and_back(form):
    """Five counts and the tricks; what was ticked before is there again, with the points."""
    form.fill({**PLAIN, "points": None, "announcements": {0: ["tarocky"]}})
    form.choose_value("fleks-game", "flek")
    form.tap(form.page.get_by_role("button", name=form.book.label("texts", "count"), exact=True))
    # 3 × 5 + 2 × 4 + 3 + 2 × 2 = 30, and the ones of 6 tricks and 4 cards laid aside: 28 cards.
    with form.counting() as count:
        for worth, n in ((5, 3), (4, 2), (3, 1), (2, 2)):
            form.tap(form.pick(f"pile-{worth}", n))
        form.tap(form.pick("pile-tricks", 6))
    assert count.taps == 5
    form.page.locator("select[name='pile-aside']").select_option("4")
    # 30 + 20 ones = 50; nine threes and one left: less 19.
    expect(form.page.locator("#tally")).to_contain_text("31 : 39")
    form.tap(form.page.get_by_role("button", name=form.book.label("texts", "count-done")))
    expect(form.page.locator("#points")).to_have_value("31")
    form.expect_held(partner=2, fleks_game="flek", announcements_0="tarocky")
    form.expect_strip((-8, 8, -8, 8))
    form.save()
    form.expect_row(1, (-8, 8, -8, 8))


# --- numbers by the keys -------------------------------------------------------------------------


def test_piles_below_eight_are_ended_by_a_key(form):
    page = form.page
    expect(page.locator("#way")).to_be_visible()
    expect(page.locator("[data-key=next]")).to_be_hidden()
    form.view("contract")
    form.choose_value("contract", "varsava")
    form.view("deal")
    expect(page.locator("#way")).to_be_hidden()
    for key in ("5", "next", "1", "2", "3", "0"):
        form.tap(page.locator(f"[data-key='{key}']"))
    typed = page.locator("[name^='points-']").evaluate_all("all => all.map(e => e.value)")
    assert typed == ["5", "12", "30", ""]
    form.save()
    form.expect_row(1, (25, 18, -50, 7))


def test_one_digit_is_no_result_before_it_is_looked_at(form):
    """The first tap on Save shows what it would write, the second one writes it."""
    rest = form.page.locator("#said-rest")
    form.choose_value("partner", 2)
    form.key(4)
    expect(rest).to_have_text("–")
    form.expect_strip((None,) * 4)
    form.tap(form.save_button())
    expect(rest).to_have_text("66")
    form.expect_strip((-31, 31, -31, 31))
    expect(form.page.locator("#form")).to_be_visible()
    form.save()
    form.expect_row(1, (-31, 31, -31, 31))


def test_a_second_digit_ends_a_number_and_so_does_any_other_tap(form):
    rest = form.page.locator("#said-rest")
    form.choose_value("partner", 2)
    form.key(4)
    form.choose_value("fleks-game", "flek")
    expect(rest).to_have_text("66")
    form.expect_strip((-62, 62, -62, 62))
    form.key(1)
    expect(rest).to_have_text("29")
    form.save()
    form.expect_row(1, (12, -12, 12, -12))

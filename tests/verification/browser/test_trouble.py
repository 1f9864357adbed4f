"""What goes wrong in a pub: hasty thumbs, a lost signal, two phones, a server that dies."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.fixtures import OpenPhone
from tests.browser.helpers import Complaints, assert_fits
from tests.browser.server import Server
from tests.browser.table import TYPICAL, TYPICAL_POINTS, MatchPage

ENTRIES = re.compile(r"/m/\w+/entries$")


@pytest.fixture
def begun(table: MatchPage) -> MatchPage:
    """A table that has just sat down."""
    table.open()
    return table


@pytest.fixture
def plain(open_phone: OpenPhone) -> MatchPage:
    """A table at a phone that runs no scripts."""
    return MatchPage(open_phone(java_script_enabled=False)).open()


def open_without_next(table: MatchPage) -> None:
    """A new match where every name is tapped: Next is a script."""
    table.home()
    table.choose_game()
    for seat, name in enumerate(table.names):
        table.tap(table.name_field(seat))
        table.page.keyboard.type(name)
    table.start()


def tap_twice(target: Locator) -> None:
    """Two taps so quick that the second one does not wait for what the first one does."""
    box = target.bounding_box()
    assert box is not None
    for _ in range(2):
        target.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def second_phone(table: MatchPage, open_phone: OpenPhone, role: str = "score") -> MatchPage:
    """Another phone, brought in by the link that the first one shows."""
    sheet = table.page.url
    table.tap(table.link("Share"))
    links = table.page.get_by_role("link", name="/in/")
    if role == "score":
        table.tap(table.page.get_by_text(table.says("Hand over the scoring")))
    link = (links.last if role == "score" else links.first).get_attribute("href")
    table.page.goto(sheet)
    other = MatchPage(open_phone(), table.names)
    other.page.goto(link or "")
    return other


# --- without scripts -----------------------------------------------------------------------------


def test_cards_are_told_and_taken_back_without_scripts(plain: MatchPage) -> None:
    """What stands in a form that was refused is kept."""
    plain.write()
    plain.take(0, ["AH"])
    for name in ("rest", "durch", "durch_caught", "no_trick"):
        plain.say(name, 0)
        expect(plain.option(name, 0)).to_be_checked()
        back = plain.option(name, 0) if name == "no_trick" else plain.nobody(plain.part(name))
        plain.tap(back)
        expect(plain.option(name, 0)).not_to_be_checked()
    plain.tap(plain.nobody(plain.tile("AH")))
    plain.take(1, ["QS", "AH"])
    plain.tap(plain.save_button())
    expect(plain.page.get_by_role("alert")).to_be_visible()
    expect(plain.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    plain.say("rest", 2)
    plain.say("no_trick", 3)
    plain.save()
    plain.expect_row(1, (0, 15, 13, -1))


def test_figures_are_corrected_and_taken_back_without_scripts(plain: MatchPage) -> None:
    plain.round_by_numbers((7, 6, None, 0))
    plain.tap(plain.row(1))
    plain.type_points(0, 8)
    plain.type_points(2, 14)
    plain.save()
    plain.expect_row(1, (8, 6, 14, 0))
    plain.tap(plain.undo)
    plain.expect_row(1, TYPICAL_POINTS)
    plain.tap(plain.redo)
    plain.expect_row(1, (8, 6, 14, 0))


# --- hasty thumbs, lost answers ------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False])
def test_save_tapped_twice(open_phone: OpenPhone, scripts: bool) -> None:
    table = MatchPage(open_phone(java_script_enabled=scripts))
    open_without_next(table)
    table.write()
    table.cards(TYPICAL, rest=2)
    table.page.route(ENTRIES, answer_when_written)
    tap_twice(table.save_button())
    table.expect_sheet()
    table.expect_rows(1)
    table.expect_row(1, TYPICAL_POINTS)


def answer_when_written(route: Route) -> None:
    """The second tap has come before the phone hears of the first."""
    route.fulfill(response=route.fetch(max_redirects=0))


def test_undo_tapped_twice_takes_one_back(begun: MatchPage) -> None:
    begun.durch(0)
    begun.durch(0)
    tap_twice(begun.undo)
    begun.expect_rows(1)
    begun.expect_totals((-28, -1, -1, -1))


def test_a_lost_connection_and_reloading_without_scripts(
    plain: MatchPage, complaints: Complaints
) -> None:
    complaints.expect("net::ERR_")
    plain.write()
    plain.cards(TYPICAL, rest=2)
    plain.page.route(ENTRIES, reset_after_writing, times=1)
    with plain.page.expect_event("requestfailed"):
        plain.tap(plain.save_button())
    plain.page.wait_for_url("chrome-error://**")
    plain.page.reload()  # the browser sends the form again
    plain.expect_sheet()
    plain.expect_rows(1)


def reset_after_writing(route: Route) -> None:
    assert route.fetch(max_redirects=0).status == 303
    route.abort("connectionreset")


def test_the_way_back_after_a_save_writes_nothing_twice(begun: MatchPage) -> None:
    begun.round_by_cards(TYPICAL, rest=2)
    begun.page.go_back()
    begun.page.reload()
    expect(begun.title).to_have_text(begun.book.label("entries", "round", "title").format(n=2))
    begun.page.go_back()
    begun.expect_rows(1)
    begun.expect_row(1, TYPICAL_POINTS)


# --- several phones ------------------------------------------------------------------------------


def test_two_phones_at_once(begun: MatchPage, open_phone: OpenPhone) -> None:
    other = second_phone(begun, open_phone)
    begun.write()
    other.write()
    other.cards({1: ["QS"]}, rest=3)
    begun.cards(TYPICAL, rest=2)
    begun.save()

    other.tap(other.save_button())
    message = other.says(
        "Not saved: %(mine)s. Somebody was quicker: %(what)s. Look at it and save again.",
        mine=other.book.label("entries", "round", "title").format(n=2),
        what=other.row_name(1),
    )
    expect(other.page.get_by_role("alert").filter(has_text=message)).to_be_visible()
    expect(other.page.get_by_text(other.says("Is it the same one as yours?"))).to_be_visible()
    assert_fits(other.page)
    other.tap(other.page.get_by_role("link", name=other.says("Look at mine")))
    expect(other.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    expect(other.option("rest", 3)).to_be_checked()
    other.save()
    other.expect_rows(2)
    other.expect_row(1, TYPICAL_POINTS)
    other.expect_row(2, (0, 10, 0, 18))


def test_a_round_that_another_phone_wrote_is_thrown_away_or_the_next(
    begun: MatchPage, open_phone: OpenPhone
) -> None:
    other = second_phone(begun, open_phone)
    answers = other.link("Yes, drop mine"), other.page.locator(".rival .main")
    for answer, rows in zip(answers, (1, 3), strict=True):
        other.write()
        other.say("durch", 1)
        begun.durch(0)
        other.tap(other.save_button())
        expect(other.page.get_by_text(other.says("Is it the same one as yours?"))).to_be_visible()
        with other.counting() as count:
            other.tap(answer)
            other.expect_rows(rows)
        assert count.taps == 1


# --- the server dies -----------------------------------------------------------------------------


def test_a_killed_server(own_server: Server, open_phone: OpenPhone, complaints: Complaints) -> None:
    complaints.expect("Failed to fetch|net::ERR_")
    table = MatchPage(open_phone(base_url=own_server.url)).open()
    table.round_by_cards(TYPICAL, rest=2)
    table.durch(3)
    table.write()
    table.take(1, ["QS"])
    own_server.kill()
    table.say("rest", 0)
    own_server.start()
    table.save()
    table.expect_row(1, TYPICAL_POINTS)
    table.expect_row(2, (-1, -1, -1, -28))
    table.expect_row(3, (18, 10, 0, 0))
    table.expect_totals((24, 15, 14, -28))


# --- ways back ------------------------------------------------------------------------------------


def test_an_early_save_says_what_is_missing(begun: MatchPage) -> None:
    begun.write()
    begun.take(1, ["QS", "AH"])
    short = begun.book.say("short", "kocka.round.cards.missing", {"sum": 15, "n": 7})
    expect(begun.save_button()).to_contain_text(short)
    begun.tap(begun.save_button())
    expect(begun.page.get_by_role("alert")).to_be_visible()
    expect(begun.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    expect(begun.tile("KH").get_by_role("radio", name="Jana")).not_to_be_checked()


def test_back_never_loses_the_sheet(begun: MatchPage) -> None:
    begun.round_by_cards(TYPICAL, rest=2)
    begun.write()
    begun.to_numbers()
    begun.page.go_back()
    begun.page.go_back()
    begun.expect_rows(1)
    begun.tap(begun.undo)
    begun.expect_rows(0)
    begun.write()
    begun.tap(begun.link("Back"))
    begun.expect_rows(0)
    expect(begun.redo).to_be_visible()


# --- the theme -----------------------------------------------------------------------------------


def test_the_theme_is_switched(begun: MatchPage) -> None:
    def background() -> str:
        return begun.page.evaluate("getComputedStyle(document.body).backgroundColor")

    light = background()
    begun.setting(begun.says("Dark"))
    expect(begun.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert background() != light
    begun.write()
    assert background() != light
    begun.tap(begun.link("Back"))
    begun.setting(begun.says("Light"))
    expect(begun.page.locator("html")).to_have_attribute("data-theme", "light")
    assert background() == light

"""What goes wrong in a pub: hasty thumbs, a lost signal, two phones, a server that dies."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import TYPICAL, TYPICAL_POINTS, MatchPage, same_person, second_phone


@pytest.fixture
def plain(open_phone):
    """A table at a phone that runs no scripts."""
    return MatchPage(open_phone(java_script_enabled=False)).open()


def open_without_next(table):
    """A new match where every name is tapped: Next is a script."""
    table.page.goto("/")
    table.choose_game()
    for seat, name in enumerate(table.names):
        table.tap(table.name_field(seat))
        table.page.keyboard.type(name)
    table.start()


# --- without scripts -----------------------------------------------------------------------------


def test_cards_are_told_and_taken_back_without_scripts(plain):
    """What stands in a form that was refused is kept."""
    plain.write()
    plain.take(0, ["AH"])
    nobody = plain.book.label("texts", "nobody")
    for name in ("rest", "durch", "durch_caught"):
        plain.say(name, 0)
        expect(plain.option(name, 0)).to_be_checked()
        plain.tap(plain.part(name).get_by_role("radio", name=nobody, exact=True))
        expect(plain.option(name, 0)).not_to_be_checked()
    plain.tap(plain.tile("AH").get_by_role("radio", name=nobody, exact=True))
    plain.take(1, ["QS", "AH"])
    plain.tap(plain.save_button())
    expect(plain.page.get_by_role("alert")).to_be_visible()
    expect(plain.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    plain.say("rest", 2)
    plain.tap(plain.save_button())
    plain.say_who_took([0, 3], no_trick=[3])
    plain.save()
    plain.expect_row(1, (0, 15, 13, -1))


# --- several phones ------------------------------------------------------------------------------


def test_a_round_that_another_phone_wrote_is_thrown_away_or_the_next(begun, open_phone):
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


def test_a_killed_server_comes_back_with_all_and_is_followed_again(
    own_server, open_phone, complaints
):
    complaints.expect(r"Failed to fetch|net::ERR_|status of 50\d")
    table = MatchPage(open_phone(base_url=own_server.url)).open()
    second = same_person(table.page, open_phone, base_url=own_server.url)
    for page in (table.page, second):
        expect(page.locator("#life")).to_have_text(table.says("live"))
    table.round_by_cards(TYPICAL, rest=2)
    table.durch(3)
    table.write()
    table.take(1, ["QS"])
    own_server.kill()
    table.say("rest", 0)
    own_server.start()
    table.say_who_took({2, 3})
    table.save()
    table.expect_row(1, TYPICAL_POINTS)
    table.expect_row(2, (-1, -1, -1, -28))
    table.expect_row(3, (18, 10, 0, 0))
    table.expect_totals((24, 15, 14, -28))
    expect(second.locator("tbody .fig").first).to_have_text("18", timeout=12_000)


# --- ways back ------------------------------------------------------------------------------------


def test_an_early_save_says_what_is_missing(begun):
    begun.write()
    begun.take(1, ["QS", "AH"])
    short = begun.book.say("short", "kocka.round.cards.missing", {"sum": 15, "n": 7})
    expect(begun.save_button()).to_contain_text(short)
    begun.tap(begun.save_button())
    expect(begun.page.get_by_role("alert")).to_be_visible()
    expect(begun.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    expect(begun.tile("KH").get_by_role("radio", name="Jana")).not_to_be_checked()


# --- the theme -----------------------------------------------------------------------------------


def test_the_theme_is_switched(begun):
    def background():
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

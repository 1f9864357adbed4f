"""The referee's pages of Taroky and the dokládačka: languages, themes, small phones, long names."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from scorekeeper.games import GAMES
from tests.browser.conftest import OpenPhone
from tests.browser.helpers import (
    assert_accessible_in_both_themes,
    assert_fits,
    assert_no_sideways_scroll,
    assert_nothing_clipped,
    assert_targets,
)
from tests.browser.referee import Referee
from tests.browser.table import NAMES
from tests.contract.faults import Faults

LOCALES = {"cs": "cs-CZ", "en": "en-GB"}
LONG = ("Bartoloměj Kos", "Přemysl Novák.", "Kateřina Malá.", "Maxmilián Wolf")
LEAST_CELL = 44

Visit = Callable[[Referee], None]
Names = tuple[str, ...]


def kind(name: str) -> Visit:
    return lambda referee: show(referee, f"/disputes/{name}")


def show(referee: Referee, path: str) -> None:
    referee.page.goto(f"{referee.url}{path}")


def picked(*cards: str) -> Visit:
    """A move that is being checked."""

    def visit(referee: Referee) -> None:
        show(referee, "/disputes/play")
        referee.pick(cards)

    return visit


def judged(*cards: str) -> Visit:
    def visit(referee: Referee) -> None:
        picked(*cards)(referee)
        referee.judge()

    return visit


def audit(referee: Referee) -> None:
    show(referee, "/disputes/audit")
    referee.tap(referee.radio("contract", "zakladni"))
    referee.tap(referee.radio("declarer", "0"))
    expect(referee.page.locator(".board")).to_be_visible()
    referee.pick(["KC", "QC", "JC", "7C", "XX"])


def other_cards(referee: Referee) -> None:
    audit(referee)
    referee.tap(referee.page.get_by_text(referee.says("Other cards")))
    referee.tap(referee.role("talon"))
    expect(referee.page.locator(".board")).to_have_count(0)


PAGES: dict[str, Visit] = {
    "what happened": lambda referee: show(referee, "/disputes"),
    "move": picked("KH", "XX", "4H", "I"),
    "offence": judged("KH", "XX", "4H"),
    "undecidable": judged("KH", "XX"),
    "bid": kind("bid"),
    "announce": kind("announce"),
    "flek": kind("flek"),
    "audit": audit,
    "other cards": other_cards,
}


@pytest.fixture(scope="module")
def sitting() -> dict[Names, str]:
    """Language and names → the match of theirs that all tests of this file look at."""
    return {}


def seated(phone: Page, language: str, names: Names, sitting: dict[Names, str]) -> Referee:
    """A phone at the sheet of a match of Taroky, in which nothing is written."""
    referee = Referee(phone, "taroky", language, names)
    known = sitting.get((language, *names))
    if known:
        phone.goto(known)
    else:
        referee.open()
        sitting[language, *names] = referee.url
    return referee


@pytest.mark.at_once("each page is another")
@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", PAGES)
def test_page(
    standing_phone: OpenPhone,
    live_server: str,
    sitting: dict[Names, str],
    faults: Faults,
    name: str,
    language: str,
) -> None:
    phone = standing_phone(base_url=live_server, locale=LOCALES[language])
    PAGES[name](seated(phone, language, NAMES, sitting))
    with faults.at("as it comes"):
        assert_fits(phone)
    with faults.at("for everybody"):
        assert_accessible_in_both_themes(phone)


@pytest.mark.walk("the same pages on the smallest phone")
@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", PAGES)
def test_page_with_long_names_on_a_small_phone(
    standing_phone: OpenPhone,
    live_server: str,
    sitting: dict[Names, str],
    name: str,
    language: str,
) -> None:
    phone = standing_phone(320, 568, base_url=live_server, locale=LOCALES[language])
    PAGES[name](seated(phone, language, LONG, sitting))
    assert_fits(phone)


@pytest.mark.parametrize("game", GAMES)
def test_what_decides_is_in_sight_before_the_house_rules(
    standing_phone: OpenPhone, live_server: str, faults: Faults, game: str
) -> None:
    """Who asks without a match sees what is wanted first, and the house rules folded behind it."""
    phone = standing_phone(base_url=live_server)
    for kind in GAMES[game].kinds:
        phone.goto(f"/referee/{game}/{kind}")
        foot, house = box(phone, ".foot"), box(phone, "#house")
        wanted = box(phone, ".first") or box(phone, ".keys") or box(phone, ".scroll .part")
        with faults.at(kind):
            assert foot
            assert wanted
            assert wanted["y"] + min(wanted["height"], TWO_LINES) <= foot["y"]
            if house:
                assert house["y"] > (box(phone, ".keys") or wanted)["y"]
                assert not phone.locator("#house").evaluate("e => e.open")


TWO_LINES = 130
"""A label and two lines of choices."""


def box(phone: Page, css: str) -> FloatRect | None:
    """Where the first visible element of a selector is; None if there is none."""
    shown = phone.locator(css).filter(visible=True)
    return shown.first.bounding_box() if shown.count() else None


@pytest.mark.parametrize("language", LOCALES)
def test_the_table_of_a_dokladacka(
    standing_phone: OpenPhone, live_server: str, language: str
) -> None:
    phone = standing_phone(base_url=live_server, locale=LOCALES[language])
    referee = Referee(phone, "kocka", language)
    referee.open()
    show(referee, "/ask/dokladacka")
    phone.locator("button[value='JH']").tap()
    expect(phone.locator("#at-JH")).to_have_class("cell laid")
    assert_targets(phone, LEAST_CELL)
    assert_no_sideways_scroll(phone)
    assert_nothing_clipped(phone)
    assert_accessible_in_both_themes(phone)


def test_the_sentence_of_a_verdict_is_in_sight(standing_phone: OpenPhone, live_server: str) -> None:
    """Also where the table agrees on points, on the smallest phone."""
    phone = standing_phone(320, 568, base_url=live_server)
    referee = Referee(phone, "kocka", "cs", LONG)
    referee.open()
    judged("KD", "QS", "7D")(referee)
    for _ in ("penalty", "agreement"):
        foot = phone.locator(".foot").bounding_box()
        told = phone.locator(".told p").first.bounding_box()
        assert foot is not None
        assert told is not None
        assert told["y"] + told["height"] <= foot["y"]
        assert foot["y"] + foot["height"] <= 568
        referee.tap(phone.locator(".agree summary"))

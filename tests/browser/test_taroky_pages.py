"""The pages of Taroky: both languages and themes, small phones, the longest names."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.helpers import (
    assert_accessible,
    assert_accessible_in_both_themes,
    assert_no_sideways_scroll,
    assert_nothing_clipped,
    assert_targets,
    enlarge_text,
)
from tests.browser.table import NAMES
from tests.browser.taroky import TarokyTable

LOCALES = {"cs": "cs-CZ", "en": "en-GB"}
LONGEST = tuple(letter * 30 for letter in ("W", "M", "Ž", "Q", "Ř"))
TYPICAL_LONG = ("Bartoloměj Kos", "Přemysl Novák.", "Kateřina Malá.", "Maxmilián Wolf")

PLAIN = {"declarer": 0, "contract": "zakladni", "partner": 2, "points": 41}
LOADED = {
    "declarer": 1,
    "contract": "druha",
    "called": "XVIII",
    "partner": 3,
    "points": 40,
    "fleks": {"game": "superflek", "pagat": "flek", "valat": "flek"},
    "pagat": {"seat": 1, "declared": True, "made": True},
    "valat": {"side": "opponents", "declared": True, "made": False},
    "announcements": {0: ["barvy"], 1: ["trul", "tarocky"]},
}
PROMISED = {
    **PLAIN,
    "fleks": {"pagat": "flek", "valat": "flek"},
    "pagat": {"seat": 3, "declared": True, "made": False},
    "valat": {"side": "declarer", "declared": True, "made": False},
    "announcements": {3: ["kralovske-honery"]},
}
VARSAVA = {
    "declarer": 1,
    "contract": "zakladni",
    "variant": "varsava",
    "points": [10, 22, 12, 20],
}

Sit = Callable[..., TarokyTable]


@pytest.fixture
def sit(standing_phone: OpenPhone, live_server: str) -> Sit:
    """Opens a match of theirs."""

    def sat(
        language: str = "cs", size: tuple[int, int] = (360, 592), names: tuple[str, ...] = NAMES
    ) -> TarokyTable:
        phone = standing_phone(*size, base_url=live_server, locale=LOCALES[language])
        phone.clock.install()
        table = TarokyTable(phone, names, language)
        table.open()
        return table

    return sat


ALL = pytest.mark.parametrize("language", LOCALES)
SIZES = pytest.mark.parametrize(
    "size",
    [pytest.param((320, 568), id="smallest"), pytest.param((360, 592), id="ordinary")],
)


# What shows a surface is a radio button that only its labels are tapped for; not every surface
# has one.
VIEWS = "input[name='view']"


def fits(page: Page) -> None:
    page.wait_for_load_state()
    page.clock.run_for(250)  # what was tapped last asks for its figures a moment later
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert_targets(page, ignore=VIEWS)
    assert_no_sideways_scroll(page)
    assert_nothing_clipped(page)


def assert_no_scroll(page: Page) -> None:
    """As for other pages; the lines that are folded away do not count."""
    hidden = page.evaluate(
        """() => [document.scrollingElement, ...document.querySelectorAll('.scroll')]
          .map(e => e.scrollHeight - e.clientHeight).reduce((a, b) => Math.max(a, b), 0)"""
    )
    assert hidden <= 0, f"{hidden} px of the page do not fit the phone"


def fits_and_reads(page: Page) -> None:
    fits(page)
    assert_accessible_in_both_themes(page)


@ALL
@SIZES
def test_the_surfaces_of_a_deal(sit: Sit, language: str, size: tuple[int, int]) -> None:
    """With the longest names and everything that can be ticked."""
    table = sit(language, size, LONGEST[:4])
    table.write()
    fits_and_reads(table.page)
    table.fill(LOADED)
    expect(table.page.locator("#lines")).to_be_visible()
    for view in ("deal", "contract", "deal", 1):
        table.view(view)
        fits_and_reads(table.page)
    table.view("deal")
    enlarge_text(table.page)
    for view in ("deal", "contract", "deal", 1):
        table.view(view)
        fits(table.page)


@ALL
def test_other_faces_of_a_deal(sit: Sit, language: str) -> None:
    """A pagát and a valát below the announcements, the lines open, a refusal, a correction."""
    table = sit(language, (320, 568), LONGEST[:4])
    table.write()
    table.fill(PROMISED)
    table.view(3)
    fits_and_reads(table.page)
    table.view("deal")
    table.tap(table.lines.locator("summary").first)
    fits_and_reads(table.page)
    table.tap(table.lines.locator("summary").first)
    table.save()
    table.write()
    table.fill(VARSAVA)
    table.tap(table.save_button())
    expect(table.wrong).to_be_visible()
    fits_and_reads(table.page)
    table.page.goto(table.page.url.removesuffix("/entries"))
    table.tap(table.row(1))
    expect(table.save_button()).to_be_visible()
    fits_and_reads(table.page)


@ALL
@SIZES
def test_count_and_auction(sit: Sit, language: str, size: tuple[int, int]) -> None:
    table = sit(language, size, LONGEST[:4])
    table.write()
    table.tap(table.page.get_by_role("button", name=table.book.label("texts", "count"), exact=True))
    for way in ("cards", "threes", "varsava", "counts"):
        table.choose_value("pile-way", way)
        fits(table.page)
        assert_accessible(table.page)
    table.tap(table.button("Back"))
    expect(table.save_button()).to_be_visible()
    table.view("contract")
    table.tap(table.page.get_by_role("button", name=table.book.label("texts", "bidding")))
    expect(table.page.locator(".offers")).to_be_visible()
    fits(table.page)
    for turn in range(4):
        table.tap(table.page.locator(f".offers button[name=bid-{turn}]").last)
    expect(table.page.locator(".offers")).to_have_count(0)
    fits_and_reads(table.page)


@ALL
@SIZES
def test_settling_up(sit: Sit, language: str, size: tuple[int, int]) -> None:
    table = sit(language, size, LONGEST[:4])
    table.record(PLAIN)
    table.record({"declarer": 1, "contract": "solo", "points": 70})
    fits_and_reads(table.page)
    table.menu(table.says("Result"))
    expect(table.title).to_contain_text(table.says("Result"))
    fits_and_reads(table.page)
    table.tap(table.link("Chart and statistics"))
    table.tap(table.page.get_by_text(table.says("The same as a table")))
    fits_and_reads(table.page)
    enlarge_text(table.page)
    fits(table.page)


@ALL
@SIZES
def test_the_tariff(sit: Sit, language: str, size: tuple[int, int]) -> None:
    table = sit(language, size)
    table.page.goto("/new/taroky")
    table.house_rules()
    table.tap(
        table.page.get_by_role(
            "button", name=table.book.label("house", "tariff", "presets", "taroky.net")
        )
    )
    expect(table.page.locator("[name='tariff-point']")).to_have_value("0,05")
    fits_and_reads(table.page)
    enlarge_text(table.page)
    fits(table.page)


@ALL
def test_five_at_the_table(sit: Sit, language: str) -> None:
    table = sit(language, (320, 568), LONGEST)
    table.write()
    for view in ("deal", "contract", "deal", 1):
        table.view(view)
        fits(table.page)
        assert_accessible(table.page)


@ALL
@pytest.mark.parametrize("names", [NAMES, TYPICAL_LONG], ids=["short", "long"])
def test_a_deal_needs_no_scrolling(sit: Sit, language: str, names: tuple[str, ...]) -> None:
    """360 × 592 is what a small phone leaves below its address bar."""
    table = sit(language, (360, 592), names)
    table.write()
    for view in ("deal", "contract", "deal", 0, "deal"):
        table.view(view)
        assert_no_scroll(table.page)
    table.fill({**PLAIN, "fleks": {"game": "flek"}, "announcements": {1: ["honery"]}})
    expect(table.lines).to_be_visible()
    for view in ("deal", 1):
        table.view(view)
        assert_no_scroll(table.page)

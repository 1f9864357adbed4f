"""The pages of Taroky: both languages and themes, small phones, the longest names."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import (
    assert_accessible_in_both_themes,
    assert_fits,
    at_each_size,
    enlarge_text,
)
from tests.browser.table import LOCALES, LONG_NAMES, NAMES
from tests.browser.taroky import PLAIN, TarokyTable
from tests.verification.browser.test_design import assert_looks_alike

LONGEST = tuple(letter * 30 for letter in ("W", "M", "Ž", "Q", "Ř"))

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
VARSAVA = {"declarer": 1, "contract": "zakladni", "variant": "varsava", "points": [10, 22, 12, 20]}


@pytest.fixture
def sit(standing_phone):
    """Opens a match of theirs."""

    def sat(names, language="cs"):
        phone = standing_phone(locale=LOCALES[language])
        phone.clock.install()
        return TarokyTable(phone, names=names, language=language).open()

    return sat


# --- what is looked at, step by step -------------------------------------------------------------


def deal(table):
    """With everything that can be ticked."""
    table.write()
    yield "empty"
    table.fill(LOADED)
    expect(table.lines).to_be_visible()
    for view in ("deal", "contract", "deal", 1):
        table.view(view)
        yield view
    table.view("deal")


def large_deal(table):
    for _step in deal(table):
        pass
    enlarge_text(table.page)
    for view in ("deal", "contract", "deal", 1):
        table.view(view)
        yield view


def other_faces(table):
    """A pagát and a valát below the announcements, the lines open, a refusal, a correction."""
    table.write()
    table.fill(PROMISED)
    table.view(3)
    yield "promised"
    table.view("deal")
    table.tap(table.lines.locator("summary").first)
    yield "line by line"
    table.tap(table.lines.locator("summary").first)
    table.save()
    table.write()
    table.fill(VARSAVA)
    table.tap(table.save_button())
    expect(table.wrong).to_be_visible()
    yield "refused"
    table.page.goto(table.page.url.removesuffix("/entries"))
    table.tap(table.row(1))
    expect(table.save_button()).to_be_visible()
    yield "correction"


def count_and_auction(table):
    table.write()
    table.tap(table.page.get_by_role("button", name=table.book.label("texts", "count"), exact=True))
    for way in ("cards", "threes", "varsava", "counts"):
        table.choose_value("pile-way", way)
        yield way
    table.tap(table.button("Back"))
    expect(table.save_button()).to_be_visible()
    table.view("contract")
    table.tap(table.page.get_by_role("button", name=table.book.label("texts", "bidding")))
    expect(table.page.locator(".offers")).to_be_visible()
    yield "auction"
    for turn in range(4):
        table.tap(table.page.locator(f".offers button[name=bid-{turn}]").last)
    expect(table.page.locator(".offers")).to_have_count(0)
    yield "auction over"


def settling_up(table):
    table.record(PLAIN)
    table.record({"declarer": 1, "contract": "solo", "points": 70})
    yield "sheet"
    table.menu(table.says("Result"))
    expect(table.title).to_contain_text(table.says("Result"))
    yield "result"
    table.tap(table.link("Chart and statistics"))
    table.tap(table.page.get_by_text(table.says("The same as a table")))
    yield "chart"
    enlarge_text(table.page)
    yield "chart in large text"


def tariff(table):
    table.page.goto("/new/taroky")
    table.house_rules()
    preset = table.book.label("house", "tariff", "presets", "taroky.net")
    table.tap(table.page.get_by_role("button", name=preset))
    expect(table.page.locator("[name='tariff-point']")).to_have_value("0,05")
    yield "tariff"
    enlarge_text(table.page)
    yield "tariff in large text"


def five(table):
    table.write()
    for view in ("deal", "contract", "deal", 1):
        table.view(view)
        yield view


WAYS = {
    "deal": (deal, LONGEST[:4]),
    "deal in large text": (large_deal, LONGEST[:4]),
    "other faces": (other_faces, LONGEST[:4]),
    "count and auction": (count_and_auction, LONGEST[:4]),
    "settling up": (settling_up, LONGEST[:4]),
    "tariff": (tariff, NAMES),
    "five": (five, LONGEST),
}
VIEWS = "input[name='view']"
"""What shows a surface is a radio button that only its labels are tapped for; not every surface
has one.
"""


def settled(page):
    page.wait_for_load_state()
    page.clock.run_for(250)  # what was tapped last asks for its figures a moment later
    expect(page.locator(".htmx-request")).to_have_count(0)


@pytest.mark.parametrize("way", WAYS)
def test_pages_fit_and_read(sit, faults, way):
    """On an ordinary phone and on the smallest one."""
    go, names = WAYS[way]
    table = sit(names)
    for step in go(table):
        settled(table.page)
        for size in at_each_size(table.page, ((360, 592), (320, 568))):
            with faults.at(step, size):
                assert_fits(table.page, ignore=VIEWS)
            if "large" not in f"{way} {step}" and size[0] < 360:
                with faults.at(step, "for everybody"):
                    assert_accessible_in_both_themes(table.page)
                if go is not settling_up:  # so long names are set smaller on a sheet
                    with faults.at(step, "made of few things"):
                        assert_looks_alike(table.page)


HIDDEN = """() => [document.scrollingElement, ...document.querySelectorAll('.scroll')]
  .map(e => e.scrollHeight - e.clientHeight).reduce((a, b) => Math.max(a, b), 0)"""
"""How many pixels do not fit the phone; the lines that are folded away do not count."""


@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_deal_needs_no_scrolling(sit, language):
    """360 × 592 is what a small phone leaves below its address bar; with the longest names."""
    table = sit(LONG_NAMES, language).write()
    for view in ("deal", "contract", "deal", 0, "deal"):
        table.view(view)
        assert table.page.evaluate(HIDDEN) <= 0
    table.fill({**PLAIN, "fleks": {"game": "flek"}, "announcements": {1: ["honery"]}})
    expect(table.lines).to_be_visible()
    for view in ("deal", 1):
        table.view(view)
        assert table.page.evaluate(HIDDEN) <= 0

"""Every page: both themes, small phones, the longest names, text at 200 %."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import (
    assert_accessible,
    assert_accessible_in_both_themes,
    assert_fits,
    assert_no_scroll,
    assert_nothing_shifts,
    box_of,
    enlarge_text,
)
from tests.browser.scripts import JS
from tests.browser.table import LOCALES, LONG_NAMES, NAMES, TYPICAL
from tests.verification.browser.colours import alike_without_colours, faint_figures
from tests.verification.browser.evenings import EVENINGS, Evenings, Look, found_group, send_evening
from tests.verification.browser.groups import GROUP
from tests.verification.browser.test_design import assert_looks_alike

OFFENCE = ("KD", "QS", "7D", "AH")
LONGEST = tuple(letter * 30 for letter in ("W", "M", "Ž", "Q"))


@pytest.fixture(scope="session")
def open_evenings(browser, live_server):
    """Sends every evening to the server once for each group."""
    known = {}

    def opened(names):
        if names not in known:
            context = browser.new_context(base_url=live_server)
            codes = {each: send_evening(context.request, names, each) for each in EVENINGS}
            group = found_group(context.request, names, codes["rows"])
            known[names] = Evenings(names, codes, group, context.storage_state())
            context.close()
        return known[names]

    return opened


# --- what is done on a page before it is looked at ------------------------------------------------


def open_house_rules(table):
    table.house_rules()
    expect(table.button("Done")).to_be_visible()


def leave_names_out(table):
    table.name_field(1).fill("Jana")
    table.tap(table.button("Start the game"))
    expect(table.page.get_by_text(table.says("A name is missing here."))).to_be_visible()


def fill_a_round(table):
    table.cards(TYPICAL, rest=2, no_trick=[3])
    table.expect_strip((7, 6, 15, -1))


def be_refused(table):
    for seat, points in enumerate((10, 10, 10, 0)):
        table.type_points(seat, points)
    table.tap(table.save_button())
    expect(table.page.locator(".wrong, .errors").filter(visible=True).first).to_be_visible()


def correct(row):
    """A round is being corrected."""

    def tap(table):
        table.tap(table.row(row))
        expect(table.save_button()).to_be_visible()

    return tap


def explain_a_row(table):
    """What a round was and why, with the rule of a line unfolded."""
    table.tap(table.story(1))
    table.tap(table.page.locator(".why summary").first)


def judge(*cards):
    """The verdict on a move."""

    def ask(table):
        table.pick(cards)
        table.judge()

    return ask


def agree(table):
    """What the table agrees on instead of an offence."""
    judge(*OFFENCE)(table)
    table.tap(table.page.locator(".agree summary"))


def link_a_verdict(table):
    judge(*OFFENCE)(table)
    table.tap(table.link("Share"))
    table.page.wait_for_url(re.compile(r"/v/\w+"))


def rule(table):
    """The page of a player who has a ruling."""
    table.tap(table.page.locator(".strip-seats button").nth(2))
    expect(table.page.get_by_role("table")).to_be_visible()
    table.page.goto(f"{table.url}/players/2")


def look_at_ruling(table):
    rule(table)
    table.tap(table.page.locator(".rulings a").first)
    table.page.wait_for_url("**/rulings/*")


def audit_taroky(*cards):
    def pick(table):
        table.tap(table.radio("contract", "zakladni"))
        table.tap(table.radio("declarer", "0"))
        expect(table.page.locator(".board")).to_be_visible()
        table.pick(cards)

    return pick


def name_other_cards(table):
    audit_taroky("KC")(table)
    table.tap(table.page.get_by_text(table.says("Other cards")))
    table.tap(table.role("talon"))
    expect(table.page.locator(".board")).to_have_count(0)


def say_who_i_am(table):
    """The page of a player, who may say of each row what he thinks of it."""
    if table.page.locator(".own").count() == 0:
        table.tap(table.page.locator("main .b").last)
        expect(table.page.locator(".sheet")).to_be_visible()
        table.page.goto(f"{table.url}/me")
    expect(table.page.locator(".own-rows li").first).to_be_visible()


# --- the pages -----------------------------------------------------------------------------------

ASKED = "/m/{code}/disputes"
REFEREE = {
    "what happened": Look(ASKED),
    "disputes of which game": Look("/referee"),
    "question": Look(f"{ASKED}/play"),
    "question told": Look(f"{ASKED}/claim"),
    "question at no table": Look("/referee/durak/transfer"),
    "deal settled": Look("/referee/taroky/settle"),
    "audit": Look(f"{ASKED}/audit", then=lambda table: table.pick(("7C", "8C", "9C", "AC", "KC"))),
    "offence": Look(f"{ASKED}/play", then=judge(*OFFENCE)),
    "agreement": Look(f"{ASKED}/play", then=agree),
    "legal": Look(f"{ASKED}/play", then=judge("KD", "8D")),
    "undecidable": Look(f"{ASKED}/play", then=judge(*OFFENCE[:2])),
    "verdict's link": Look(f"{ASKED}/play", then=link_a_verdict),
    "player": Look("/m/{code}/offences/kocka.follow", "ruled", rule),
    "ruling": Look("/m/{code}/offences/kocka.follow", "ruled", look_at_ruling),
}
TAROKY = {
    "what happened in Taroky": Look(ASKED, "taroky"),
    "move": Look(f"{ASKED}/play", "taroky", lambda table: table.pick(("KH", "XX", "4H", "I"))),
    "offence in Taroky": Look(f"{ASKED}/play", "taroky", judge("KH", "XX", "4H")),
    "undecidable in Taroky": Look(f"{ASKED}/play", "taroky", judge("KH", "XX")),
    "bid": Look(f"{ASKED}/bid", "taroky"),
    "announce": Look(f"{ASKED}/announce", "taroky"),
    "flek": Look(f"{ASKED}/flek", "taroky"),
    "audit of Taroky": Look(f"{ASKED}/audit", "taroky", audit_taroky("KC", "QC", "JC", "7C", "XX")),
    "other cards": Look(f"{ASKED}/audit", "taroky", name_other_cards),
}
PAGES = {
    "home": Look("/"),
    "names": Look("/new/kocka"),
    "names again": Look("/new/kocka?again={code}"),
    "names missing": Look("/new/kocka", then=leave_names_out),
    "house rules": Look("/new/kocka", then=open_house_rules),
    "sheet empty": Look("/m/{code}", "empty"),
    "sheet": Look("/m/{code}", "rows"),
    "sheet due": Look("/m/{code}", "due"),
    "sheet barrage": Look("/m/{code}", "barrage"),
    "sheet end": Look("/m/{code}", "end"),
    "menu": Look("/m/{code}", then=lambda table: table.unfold("Menu")),
    "settings": Look("/m/{code}", then=lambda table: table.menu(table.says("Settings"))),
    "round": Look("/m/{code}/new/round?by=cards"),
    "round filled": Look("/m/{code}/new/round?by=cards", then=fill_a_round),
    "round by numbers": Look("/m/{code}/new/round?by=numbers"),
    "round refused": Look("/m/{code}/new/round?by=numbers", then=be_refused),
    "dokladacka": Look("/m/{code}/new/dokladacka", "due"),
    "skip dokladacka": Look("/m/{code}/new/skip-dokladacka", "due"),
    "barrage": Look("/m/{code}/new/barrage", "barrage"),
    "renonc": Look("/m/{code}/new/renonc"),
    "correction by cards": Look("/m/{code}", then=correct(1)),
    "correction by numbers": Look("/m/{code}", then=correct(3)),
    "row explained": Look("/m/{code}", then=explain_a_row),
    "people": Look("/m/{code}/people"),
    "share": Look("/m/{code}/share", then=lambda table: table.unfold("Hand over the scoring")),
    "own page": Look("/m/{code}/me", then=say_who_i_am),
    "players' phones": Look("/m/{code}/seats"),
    "watch": Look("/m/{code}/watch", "due"),
    "board": Look("/m/{code}/board", "due"),
    "history": Look("/m/{code}/history"),
    "result": Look("/m/{code}/result", "end"),
    "paper": Look("/m/{code}/print"),
    "rules": Look("/rules/kocka"),
    "rules on one page": Look("/rules/kocka/one-page"),
    "rules of all games": Look("/rules"),
    "rules found": Look("/rules?q=renonc"),
    "no rule found": Look("/rules/kocka?q=xyzzyx"),
    "rule": Look("/rules/kocka/kocka.follow"),
    "rule at a table": Look("/m/{code}/rules/kocka.game.pay"),
    "decided quarrels": Look("/rules/kocka/decisions"),
    "decided quarrel": Look("/rules/taroky/decisions/1"),
    "glossary": Look("/rules/taroky/glossary"),
    "word found": Look("/rules?q=talon"),
    "house rules to be sent": Look("/m/{code}/rules/house"),
    "error": Look("/nowhere"),
    **REFEREE,
    **TAROKY,
    **GROUP,
}

OTHERWISE = re.compile(r"/(board|me|one-page)$|\?q=")
"""Pages with sizes of letters of their own, and those that mark words."""


@pytest.fixture
def visit(request, standing_phone, open_evenings, complaints):
    """Opens the page of this test on a phone of some size, with these names."""
    name = request.param
    if name == "error":
        complaints.expect("status of 404")

    def visited(names, size, **options):
        evenings = open_evenings(names)
        options |= {"storage_state": evenings.cookies, "locale": LOCALES["cs"]}
        table = PAGES[name].at(standing_phone(*size, **options), evenings)
        expect(table.title).to_be_visible()
        table.page.wait_for_load_state()
        return table

    return visited


EVERY = pytest.mark.parametrize("visit", PAGES, indirect=True)


def assert_fits_enlarged(page):
    """But for the tabs of five suits, which are too narrow for words of 200 %."""
    enlarge_text(page)
    if page.locator(".suits .pick").count() < 5:
        assert_fits(page)


# What moves within half a second of a tap is meant, and that may be over before a busy machine
# moves it: so pages are looked at that nobody taps on before.
STILL = [name for name, look in PAGES.items() if not look.then or look.path.endswith("/deck")]


@pytest.mark.parametrize("visit", STILL, indirect=True)
def test_nothing_shifts(visit):
    """In a window of that size: of a phone that is emulated, Chromium reports no shifts."""
    assert_nothing_shifts(visit(NAMES, (360, 592), is_mobile=False).page)


LATE = [
    ("deal settled", ".foot"),
    ("round", ".foot"),
    ("sheet", ".foot"),
    ("home", ".menu > summary"),
]


@pytest.mark.parametrize(("visit", "late"), LATE, indirect=["visit"])
def test_what_comes_late_moves_nothing(visit, late):
    """A page that comes in pieces is shown before all of it is known."""
    page = visit(NAMES, (360, 592), is_mobile=False).page
    page.evaluate(JS.COMES_LATE, late)
    assert_nothing_shifts(page)


@EVERY
def test_page(visit, faults):
    page = visit(NAMES, (360, 592)).page
    with faults.at("as it comes"):
        assert_fits(page)
    with faults.at("for everybody"):
        assert_accessible_in_both_themes(page)
    with faults.at("in sunlight"):
        assert faint_figures(page) == []
    with faults.at("without colours"):
        assert alike_without_colours(page) == []
    if not OTHERWISE.search(page.url):
        with faults.at("made of few things"):
            assert_looks_alike(page)
    with faults.at("with large text"):
        assert_fits_enlarged(page)


@EVERY
def test_page_with_long_names_on_the_smallest_phone(visit, faults):
    page = visit(LONG_NAMES, (320, 568)).page
    with faults.at("as long as names are"):
        assert_fits(page)
    with faults.at("with large text"):
        assert_fits_enlarged(page)
    page = visit(LONGEST, (320, 568)).page
    with faults.at("as long as names can be"):
        assert_fits(page)
    page.emulate_media(color_scheme="dark")
    with faults.at("for everybody"):
        assert_accessible(page)


@pytest.mark.parametrize("visit", ["round"], indirect=True)
def test_a_round_by_cards_needs_no_scrolling_and_is_large(visit):
    table = visit(LONG_NAMES, (360, 592))
    assert_no_scroll(table.page)
    for group in table.page.get_by_role("group").filter(has=table.page.get_by_role("radio")).all():
        assert_large(group, 80, 48)
    for card in ("AH", "9H", "QS"):
        assert_large(table.tile(card), 110, 84)
    table.take(0, ["AH", "7H", "8H"])
    assert_no_scroll(table.page)
    table.take(1, ["KH", "JH"])
    table.say("rest", 2)
    table.expect_strip((7, 6, 15, 0))
    # Now it is asked who took a trick, over the button; the tiles give it their room.
    asked = table.page.get_by_role("group", name=table.book.label("texts", "took"), exact=True)
    expect(asked).to_be_in_viewport(ratio=1)
    expect(table.save_button()).to_be_in_viewport(ratio=1)


def assert_large(target, width, height):
    box = box_of(target)
    assert box["width"] >= width
    assert box["height"] >= height

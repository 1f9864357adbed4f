"""Every page: both themes, small phones, the longest names, text at 200 %."""

import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.fixtures import OpenPhone
from tests.browser.helpers import (
    Complaints,
    assert_accessible,
    assert_accessible_in_both_themes,
    assert_fits,
    assert_no_scroll,
    assert_nothing_shifts,
    enlarge_text,
)
from tests.browser.referee import Referee
from tests.browser.table import LOCALES, LONG_NAMES, NAMES, TYPICAL, MatchPage
from tests.contract.faults import Faults
from tests.verification.browser.colours import alike_without_colours, faint_figures
from tests.verification.browser.evenings import EVENINGS, Evenings, found_group, plain, send_evening
from tests.verification.browser.groups import GROUP
from tests.verification.browser.test_design import assert_looks_alike

OFFENCE = ("KD", "QS", "7D", "AH")
LONGEST = tuple(letter * 30 for letter in ("W", "M", "Ž", "Q"))


@pytest.fixture(scope="session")
def open_evenings(browser: Browser, live_server: str) -> Callable[[Sequence[str]], Evenings]:
    """Sends every evening to the server once for each group."""
    known: dict[Sequence[str], Evenings] = {}

    def opened(names: Sequence[str]) -> Evenings:
        if names not in known:
            context = browser.new_context(base_url=live_server)
            codes = {each: send_evening(context.request, names, each) for each in EVENINGS}
            group = found_group(context.request, names, codes["rows"])
            known[names] = Evenings(names, codes, group, context.storage_state())
            context.close()
        return known[names]

    return opened


def house_rules(table: MatchPage, evenings: Evenings) -> None:
    table.page.goto("/new/kocka")
    table.house_rules()
    expect(table.button("Done")).to_be_visible()


def names_missing(table: MatchPage, evenings: Evenings) -> None:
    table.page.goto("/new/kocka")
    table.name_field(1).fill("Jana")
    table.tap(table.button("Start the game"))
    expect(table.page.get_by_text(table.says("A name is missing here."))).to_be_visible()


def round_filled(table: MatchPage, evenings: Evenings) -> None:
    plain("/m/{code}/new/round?by=cards")(table, evenings)
    table.cards(TYPICAL, rest=2, no_trick=[3])
    table.expect_strip((7, 6, 15, -1))


def round_refused(table: MatchPage, evenings: Evenings) -> None:
    plain("/m/{code}/new/round?by=numbers")(table, evenings)
    for seat, points in enumerate((10, 10, 10, 0)):
        table.type_points(seat, points)
    table.tap(table.save_button())
    expect(table.page.locator(".wrong, .errors").filter(visible=True).first).to_be_visible()


def row_corrected(row: int) -> Callable[[MatchPage, Evenings], None]:
    """A round that is being corrected."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        plain("/m/{code}")(table, evenings)
        table.tap(table.row(row))
        expect(table.save_button()).to_be_visible()

    return visit


def row_explained(row: int) -> Callable[[MatchPage, Evenings], None]:
    """What a round was and why, with the rule of a line unfolded."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        plain("/m/{code}")(table, evenings)
        table.tap(table.story(row))
        table.tap(table.page.locator(".why summary").first)

    return visit


def menu(table: MatchPage, evenings: Evenings) -> None:
    plain("/m/{code}")(table, evenings)
    table.tap(table.page.locator("summary").filter(has_text=table.says("Menu")))


def settings(table: MatchPage, evenings: Evenings) -> None:
    plain("/m/{code}")(table, evenings)
    table.menu(table.says("Settings"))


def shared(table: MatchPage, evenings: Evenings) -> None:
    plain("/m/{code}/share")(table, evenings)
    table.tap(table.page.get_by_text(table.says("Hand over the scoring")))


def judged(cards: Sequence[str], agree: bool = False) -> Callable[[MatchPage, Evenings], None]:
    """The verdict on a move, perhaps with what the table agrees on instead."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        plain("/m/{code}/disputes/play")(table, evenings)
        referee = Referee(table.page, "kocka", table.language, table.names)
        referee.pick(cards)
        referee.judge()
        if agree:
            referee.tap(referee.page.locator(".agree summary"))

    return visit


def audit_told(table: MatchPage, evenings: Evenings) -> None:
    plain("/m/{code}/disputes/audit")(table, evenings)
    Referee(table.page, "kocka", table.language, table.names).pick(["7C", "8C", "9C", "AC", "KC"])


def verdict_linked(table: MatchPage, evenings: Evenings) -> None:
    judged(OFFENCE)(table, evenings)
    table.tap(table.link("Share"))
    table.page.wait_for_url(re.compile(r"/v/\w+"))


def ruled(table: MatchPage, evenings: Evenings) -> None:
    plain("/m/{code}/offences/kocka.follow", "ruled")(table, evenings)
    table.tap(table.page.locator(".strip-seats button").nth(2))
    expect(table.page.get_by_role("table")).to_be_visible()
    plain("/m/{code}/players/2", "ruled")(table, evenings)


def ruling(table: MatchPage, evenings: Evenings) -> None:
    ruled(table, evenings)
    table.tap(table.page.locator(".rulings a").first)
    table.page.wait_for_url("**/rulings/*")


REFEREE: dict[str, Callable[[MatchPage, Evenings], None]] = {
    "what happened": plain("/m/{code}/disputes"),
    "disputes of which game": plain("/referee"),
    "question": plain("/m/{code}/disputes/play"),
    "question told": plain("/m/{code}/disputes/claim"),
    "question at no table": plain("/referee/durak/transfer"),
    "deal settled": plain("/referee/taroky/settle"),
    "audit": audit_told,
    "offence": judged(OFFENCE),
    "agreement": judged(OFFENCE, agree=True),
    "legal": judged(("KD", "8D")),
    "undecidable": judged(OFFENCE[:2]),
    "verdict's link": verdict_linked,
    "player": ruled,
    "ruling": ruling,
}


def taroky(path: str, *cards: str, judge: bool = False) -> Callable[[MatchPage, Evenings], None]:
    """A page of the referee of Taroky, where cards are picked, and perhaps judged."""

    def visit(table: MatchPage, evenings: Evenings) -> None:
        plain(f"/m/{{code}}/disputes{path}", "taroky")(table, evenings)
        referee = Referee(table.page, "taroky", table.language, table.names)
        if path == "/audit":
            referee.tap(referee.radio("contract", "zakladni"))
            referee.tap(referee.radio("declarer", "0"))
            expect(referee.page.locator(".board")).to_be_visible()
        referee.pick(cards)
        if judge:
            referee.judge()

    return visit


def other_cards(table: MatchPage, evenings: Evenings) -> None:
    taroky("/audit", "KC")(table, evenings)
    table.tap(table.page.get_by_text(table.says("Other cards")))
    table.tap(Referee(table.page, "taroky").role("talon"))
    expect(table.page.locator(".board")).to_have_count(0)


TAROKY: dict[str, Callable[[MatchPage, Evenings], None]] = {
    "what happened in Taroky": taroky(""),
    "move": taroky("/play", "KH", "XX", "4H", "I"),
    "offence in Taroky": taroky("/play", "KH", "XX", "4H", judge=True),
    "undecidable in Taroky": taroky("/play", "KH", "XX", judge=True),
    "bid": taroky("/bid"),
    "announce": taroky("/announce"),
    "flek": taroky("/flek"),
    "audit of Taroky": taroky("/audit", "KC", "QC", "JC", "7C", "XX"),
    "other cards": other_cards,
}


def own_page(table: MatchPage, evenings: Evenings) -> None:
    """The page of a player, who may say of each row what he thinks of it."""
    plain("/m/{code}/me")(table, evenings)
    if table.page.locator(".own").count() == 0:
        table.tap(table.page.locator("main .b").last)
        expect(table.page.locator(".sheet")).to_be_visible()
        plain("/m/{code}/me")(table, evenings)
    expect(table.page.locator(".own-rows li").first).to_be_visible()


PAGES: dict[str, Callable[[MatchPage, Evenings], None]] = {
    "home": plain("/"),
    "names": plain("/new/kocka"),
    "names again": plain("/new/kocka?again={code}"),
    "names missing": names_missing,
    "house rules": house_rules,
    "sheet empty": plain("/m/{code}", "empty"),
    "sheet": plain("/m/{code}", "rows"),
    "sheet due": plain("/m/{code}", "due"),
    "sheet barrage": plain("/m/{code}", "barrage"),
    "sheet end": plain("/m/{code}", "end"),
    "menu": menu,
    "settings": settings,
    "round": plain("/m/{code}/new/round?by=cards"),
    "round filled": round_filled,
    "round by numbers": plain("/m/{code}/new/round?by=numbers"),
    "round refused": round_refused,
    "dokladacka": plain("/m/{code}/new/dokladacka", "due"),
    "skip dokladacka": plain("/m/{code}/new/skip-dokladacka", "due"),
    "barrage": plain("/m/{code}/new/barrage", "barrage"),
    "renonc": plain("/m/{code}/new/renonc"),
    "correction by cards": row_corrected(1),
    "correction by numbers": row_corrected(3),
    "row explained": row_explained(1),
    "people": plain("/m/{code}/people"),
    "share": shared,
    "own page": own_page,
    "players' phones": plain("/m/{code}/seats"),
    "watch": plain("/m/{code}/watch", "due"),
    "board": plain("/m/{code}/board", "due"),
    "history": plain("/m/{code}/history"),
    "result": plain("/m/{code}/result", "end"),
    "paper": plain("/m/{code}/print"),
    "rules": plain("/rules/kocka"),
    "rules on one page": plain("/rules/kocka/one-page"),
    "rules of all games": plain("/rules"),
    "rules found": plain("/rules?q=renonc"),
    "no rule found": plain("/rules/kocka?q=xyzzyx"),
    "rule": plain("/rules/kocka/kocka.follow"),
    "rule at a table": plain("/m/{code}/rules/kocka.game.pay"),
    "decided quarrels": plain("/rules/kocka/decisions"),
    "decided quarrel": plain("/rules/taroky/decisions/1"),
    "glossary": plain("/rules/taroky/glossary"),
    "word found": plain("/rules?q=talon"),
    "house rules to be sent": plain("/m/{code}/rules/house"),
    "error": plain("/nowhere"),
    **REFEREE,
    **TAROKY,
    **GROUP,
}

OTHERWISE = re.compile(r"/(board|me|one-page)$|\?q=")
"""Pages with sizes of letters of their own, and those that mark words."""
LATE_FOOT = """async () => {
  const shown = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const foot = document.querySelector('.foot'), parent = foot.parentElement;
  foot.remove();
  await shown();
  parent.append(foot);
  await shown();
}"""

Visit = Callable[..., MatchPage]


@pytest.fixture
def visit(
    request: pytest.FixtureRequest,
    standing_phone: OpenPhone,
    open_evenings: Callable[[Sequence[str]], Evenings],
    complaints: Complaints,
) -> Iterator[Visit]:
    """Opens the page of this test on a phone of some size, with these names."""
    name = request.param
    if name == "error":
        complaints.expect("status of 404")

    def visited(names: Sequence[str], size: tuple[int, int], **options: object) -> MatchPage:
        evenings = open_evenings(names)
        options |= {"storage_state": evenings.cookies, "locale": LOCALES["cs"]}
        phone = standing_phone(*size, **options)
        table = MatchPage(phone, names)
        PAGES[name](table, evenings)
        expect(table.title).to_be_visible()
        phone.wait_for_load_state()
        return table

    return visited


EVERY = pytest.mark.parametrize("visit", PAGES, indirect=True)


def assert_fits_enlarged(page: Page) -> None:
    """But for the tabs of five suits, which are too narrow for words of 200 %."""
    enlarge_text(page)
    if page.locator(".suits .pick").count() < 5:
        assert_fits(page)


# What moves within half a second of a tap is meant, and that may be over before a busy machine
# moves it: so pages are looked at that nobody taps on before.
STILL = [name for name, visit in PAGES.items() if visit.__qualname__.startswith(("plain", "in_"))]


@pytest.mark.parametrize("visit", STILL, indirect=True)
def test_nothing_shifts(visit: Visit) -> None:
    """In a window of that size: of a phone that is emulated, Chromium reports no shifts."""
    assert_nothing_shifts(visit(NAMES, (360, 592), is_mobile=False).page)


@pytest.mark.parametrize("visit", ["deal settled", "round", "sheet"], indirect=True)
def test_a_foot_that_comes_late_moves_nothing(visit: Visit) -> None:
    """A page that comes in pieces is shown before its foot is known."""
    page = visit(NAMES, (360, 592), is_mobile=False).page
    page.evaluate(LATE_FOOT)
    assert_nothing_shifts(page)


@EVERY
def test_page(visit: Visit, faults: Faults) -> None:
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
def test_page_with_long_names_on_the_smallest_phone(visit: Visit, faults: Faults) -> None:
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
def test_a_round_by_cards_needs_no_scrolling_and_is_large(visit: Visit) -> None:
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


def assert_large(target: Locator, width: int, height: int) -> None:
    box = target.bounding_box()
    assert box is not None
    assert box["width"] >= width
    assert box["height"] >= height

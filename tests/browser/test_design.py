"""What the pages are made of, as the browser computes it: few sizes of letters, few spaces, lines
only round what can be typed or chosen, one filled button. On a phone, at normal text size.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.colours import faint_figures
from tests.browser.conftest import OpenPhone
from tests.browser.table import NAMES, TYPICAL, MatchPage
from tests.browser.taroky import TarokyTable
from tests.browser.test_game_taps import GameTable
from tests.browser.test_large_text import resize_text

pytestmark = pytest.mark.walk("looks in figures; each page is asked at once whether it fits")

SIZES, WEIGHTS = {13, 16, 20, 28, 36}, {"400", "600", "700"}
SPACES, CORNERS = {0, 4, 8, 12, 16, 24}, {0, 6, 10, 14}
FOOT = 130
ROWS = 6

SHOWN = """const shown = [...document.querySelectorAll('body, body *')].filter(e =>
  e.checkVisibility({visibilityProperty: true, opacityProperty: true})
  && !e.closest('svg, .vh, .skip') && e.getClientRects().length);
const told = e => `${e.tagName.toLowerCase()}.${e.className}`;
const style = e => getComputedStyle(e);"""

LETTERS = f"""() => {{ {SHOWN}
  return shown.filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => [told(e), parseFloat(style(e).fontSize), style(e).fontWeight]); }}"""
BOXES = f"""() => {{ {SHOWN}
  const px = text => parseFloat(text) || 0;
  return shown.flatMap(e => ['rowGap', 'columnGap', 'paddingTop', 'paddingRight', 'paddingBottom',
    'paddingLeft'].map(name => [told(e), name, px(style(e)[name])])); }}"""
ROUND = f"""() => {{ {SHOWN}
  return shown.map(style).map(
    ({{borderTopLeftRadius: a, borderBottomRightRadius: b}}) => [a, b]); }}"""
LINES = f"""() => {{ {SHOWN}
  const chosen = 'input, textarea, select, .pick *, .seat, .opt, .tile, .choice,'
    + ' [aria-pressed], .settings *, .names *, summary';
  const seen = (e, side) => parseFloat(style(e)[`border${{side}}Width`]) > 0
    && !/^none$/.test(style(e)[`border${{side}}Style`])
    && !/, 0\\)$|^transparent$/.test(style(e)[`border${{side}}Color`]);
  return shown.filter(e => ['Top', 'Right', 'Bottom', 'Left'].every(side => seen(e, side)))
    .filter(e => !e.matches(chosen)).map(told); }}"""
FILLED = f"""() => {{ {SHOWN}
  const probe = document.createElement('i');
  probe.style.cssText = 'position: absolute; background: var(--main)';
  document.body.append(probe);
  const fill = style(probe).backgroundColor;
  probe.remove();
  return shown.filter(e => e.matches('a, button') && style(e).backgroundColor === fill).map(told);
}}"""
HEIGHT = "selector => document.querySelector(selector).getBoundingClientRect().height"
IN_VIEW = """() => {
  const foot = document.querySelector('.foot').getBoundingClientRect().top;
  return [...document.querySelectorAll('.sheet tbody')].filter(
    e => e.getBoundingClientRect().bottom <= foot + 0.5).length;
}"""
CUT = """selector => [...document.querySelectorAll(selector)].filter(e => {
  const range = document.createRange();
  range.selectNodeContents(e);
  const rects = [...range.getClientRects()];
  return e.scrollWidth > e.clientWidth + 0.5 || new Set(rects.map(r => Math.round(r.top))).size > 1;
}).map(e => e.textContent)"""
# Of each total but the first: what is free between the line before it and the figure on its either
# side, and what the line is made of.
APART = """() => {
  const figures = [...document.querySelectorAll('.totals .fig')].map(e => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return [range.getBoundingClientRect(), e.closest('td')];
  });
  return figures.slice(1).map(([box, cell], at) => {
    const {borderLeftWidth: wide, borderLeftStyle: style} = getComputedStyle(cell);
    const left = cell.getBoundingClientRect().left;
    const free = [left - figures[at][0].right, box.left - left - parseFloat(wide)];
    return [Math.min(...free), parseFloat(wide), style];
  });
}"""
LARGEST = f"""() => {{ {SHOWN}
  const size = e => parseFloat(style(e).fontSize);
  const total = size(document.querySelector('.totals .fig'));
  return [total, Math.max(...shown.filter(e => e.textContent.trim()
    && !e.querySelector('*')).map(size))]; }}"""

SOLO = {"contract": "solo", "declarer": 3, "points": 52}
DEALS = [
    {"contract": "zakladni", "declarer": 0, "called": "XIX", "partner": 2, "points": 41},
    {**SOLO, "points": 37, "fleks": {"game": "flek"}},
    *[SOLO | {"points": points} for points in (39, 36, 38, 34, 41)],
]


def taroky(page: Page) -> None:
    table = TarokyTable(page)
    table.open()
    for deal in DEALS:
        table.record(deal)


def kocka(page: Page) -> None:
    table = MatchPage(page)
    table.open()
    table.round_by_cards(TYPICAL, 2)


def tapped(game: str) -> Callable[[Page], None]:
    def reach(page: Page) -> None:
        table = GameTable(page, game)
        table.open()
        table.tap(table.lost(2))
        table.expect_totals((0, 0, 1, 0))

    return reach


SHEETS = {
    "taroky": taroky,
    "kocka": kocka,
    **{game: tapped(game) for game in ("faraon", "makao", "durak")},
}


def look_anew(page: Page) -> None:
    """The same page, reached from another: nothing is said of what was written."""
    url = page.url
    page.goto("/settings")
    page.goto(url)


@pytest.fixture(params=SHEETS)
def sheet(request: pytest.FixtureRequest, phone: Page) -> Page:
    """The sheet of a game, looked at anew: nothing is said over it."""
    SHEETS[request.param](phone)
    look_anew(phone)
    return phone


def assert_design(page: Page) -> None:
    """The page keeps to the few things that all are made of."""
    letters = page.evaluate(LETTERS)
    assert not [each for each in letters if round(each[1], 1) not in SIZES]
    assert not [each for each in letters if each[2] not in WEIGHTS]
    assert not [each for each in page.evaluate(BOXES) if round(each[2], 1) not in SPACES]
    corners = {corner for pair in page.evaluate(ROUND) for corner in pair if "%" not in corner}
    assert {float(corner.removesuffix("px")) for corner in corners} <= CORNERS
    assert page.evaluate(LINES) == []
    assert len(page.evaluate(FILLED)) <= 1


def test_a_sheet_is_made_of_few_things(sheet: Page) -> None:
    assert_design(sheet)
    assert sheet.evaluate(HEIGHT, ".foot") <= FOOT
    total, most = sheet.evaluate(LARGEST)
    assert round(total) == round(most) == 28


@pytest.mark.parametrize("size", [(360, 592), (320, 568)], ids=str)
@pytest.mark.parametrize("points", [52, 70])
def test_large_totals_do_not_read_as_one_number(
    open_phone: OpenPhone, live_server: str, size: tuple[int, int], points: int
) -> None:
    page = open_phone(*size, base_url=live_server)
    table = TarokyTable(page)
    table.open()
    table.record({**SOLO, "points": points, "fleks": {"game": "flek"}})
    look_anew(page)
    assert "\N{MINUS SIGN}" in page.locator(".totals .fig").first.inner_text()
    apart = page.evaluate(APART)
    assert len(apart) == 3
    assert all(free >= 1.5 and wide == 1 and style == "solid" for free, wide, style in apart), apart


@pytest.mark.parametrize("locale", ["be-BY", "pl-PL"])
@pytest.mark.parametrize("game", ["taroky", "makao"])
def test_the_foot_is_low_where_words_are_long_and_the_phone_is_small(
    standing_phone: OpenPhone, live_server: str, game: str, locale: str
) -> None:
    page = standing_phone(320, 568, base_url=live_server, locale=locale)
    table = GameTable(page, game)
    table.open()
    if game == "makao":
        table.tap(table.lost(2))
    assert page.evaluate(HEIGHT, ".foot") <= FOOT
    over = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert page.locator(".foot .b").evaluate_all(over) == []


def test_six_deals_are_in_view(phone: Page) -> None:
    taroky(phone)
    look_anew(phone)
    assert phone.evaluate(IN_VIEW) >= ROWS


@pytest.mark.parametrize(
    ("size", "names"),
    [
        ((360, 592), ("Bohumila", "Vladimír", "Stanisla", "Magdalen")),
        ((360, 592), ("Zdeněk", "Franta", "Honza", "Míla", "Bohouš")),
        ((320, 568), ("Zdeněk", "Franta", "Honzík", "Míla")),
    ],
    ids=["eight letters", "five players", "small"],
)
@pytest.mark.parametrize("game", ["taroky", "makao"])
def test_names_are_whole(
    open_phone: OpenPhone,
    live_server: str,
    game: str,
    size: tuple[int, int],
    names: tuple[str, ...],
) -> None:
    page = open_phone(*size, base_url=live_server)
    table = GameTable(page, game)
    table.names = names
    table.open()
    assert page.evaluate(CUT, ".sheet .who b, .names .who b") == []


def test_a_pencil_says_that_a_row_can_be_corrected(phone: Page) -> None:
    taroky(phone)
    look_anew(phone)
    pencil = """all => all.map(e => {
      const {width, height, content} = getComputedStyle(e, '::before');
      return [width, height, content, e.scrollHeight <= e.closest('tbody').offsetHeight];
    })"""
    ways = phone.locator(".sheet tbody th > *")
    assert ways.evaluate_all(pencil) == [["12px", "12px", '""', True]] * len(DEALS)
    phone.goto(phone.url + "/watch")
    assert {content for _, _, content, _ in ways.evaluate_all(pencil)} == {"none"}


def test_a_name_of_24_letters_ends_in_dots_and_is_told(phone: Page) -> None:
    long = "Bartoloměj z Hradiště nad"[:24]
    table = GameTable(phone, "makao")
    table.names = (long, *NAMES[1:])
    table.open()
    head = phone.locator(".sheet .who b").first
    assert head.evaluate("e => getComputedStyle(e).textOverflow") == "ellipsis"
    assert phone.locator(".sheet .who").first.get_attribute("title") == long
    assert phone.evaluate(CUT, ".sheet .who b") == [long]


def test_large_text_shows_the_totals_of_all(phone: Page) -> None:
    taroky(phone)
    look_anew(phone)
    resize_text(phone, 200)
    for figure in phone.locator(".totals .fig").all():
        expect(figure).to_be_in_viewport(ratio=1)
        box, foot = figure.bounding_box(), phone.locator(".foot").bounding_box()
        assert box
        assert foot
        assert box["y"] + box["height"] <= foot["y"]


def test_figures_of_the_sheet_stand_out_in_sunlight_and_in_the_dark(phone: Page) -> None:
    taroky(phone)
    assert faint_figures(phone) == []


def test_the_sheet_turns_for_who_sits_opposite(phone: Page) -> None:
    kocka(phone)
    turned = "e => getComputedStyle(e).transform"
    sheet = phone.locator("#match > .scroll")
    assert sheet.evaluate(turned) == "none"
    phone.locator("[for=turn]").tap()
    assert sheet.evaluate(turned).startswith("matrix(-1, ")
    expect(phone.locator(".foot")).to_be_in_viewport(ratio=1)


def menu(page: Page) -> None:
    page.locator(".menu > summary").tap()


AT_A_TABLE = ("", "/watch", "/result", "/accounts", "/share", "/people", "/history")


def test_the_pages_of_a_table_are_made_of_few_things(phone: Page) -> None:
    taroky(phone)
    url = phone.url
    for path in AT_A_TABLE:
        phone.goto(url + path)
        assert_design(phone)
    phone.goto(url)
    phone.goto(phone.locator("tbody a.told").first.get_attribute("href") or "")
    assert_design(phone)
    for path in ("/", "/new/taroky", "/referee", "/referee/taroky"):
        phone.goto(path)
        assert_design(phone)


def test_the_first_page_goes_on_and_has_the_five_games_in_view(phone: Page) -> None:
    phone.goto("/")
    assert_design(phone)
    kocka(phone)
    phone.goto("/")
    assert phone.evaluate(HEIGHT, ".evening.main") >= 72
    title = phone.locator(".evening.main b").first
    assert title.evaluate("e => Math.round(parseFloat(getComputedStyle(e).fontSize))") == 28
    expect(phone.locator("main summary.b")).to_be_in_viewport(ratio=1)
    for mark in phone.locator(".tiles-2 .mark").all():
        expect(mark).to_be_in_viewport(ratio=1)
        assert mark.evaluate("e => e.getBoundingClientRect().width") == 44


def test_all_of_the_menu_is_in_view(phone: Page) -> None:
    taroky(phone)
    look_anew(phone)
    menu(phone)
    assert_design(phone)
    assert phone.locator(".menu h2").count() == 4
    for link in phone.locator(".menu a").all():
        expect(link).to_be_in_viewport(ratio=1)


def test_a_new_table_needs_no_names(phone: Page) -> None:
    table = MatchPage(phone)
    table.home()
    with table.counting() as count:
        table.choose_game()
        table.start()
    assert count.taps == 2
    expect(table.link("Give the players names")).to_be_visible()


def test_the_pencil_is_handed_over_in_two_taps(phone: Page) -> None:
    table = MatchPage(phone)
    table.open()
    with table.counting() as count:
        table.tap(table.link("Share"))
        table.tap(phone.locator("summary").filter(has_text=table.says("Hand over the scoring")))
    assert count.taps == 2
    codes = phone.get_by_role("img")
    expect(codes.first).to_have_accessible_name(table.says("QR code of the link for scoring"))
    expect(codes.first).to_be_in_viewport(ratio=1)


def test_who_won_is_large_and_who_pays_is_a_list(phone: Page) -> None:
    taroky(phone)
    phone.goto(phone.url + "/result")
    sizes = phone.locator(".podium > li > .who").evaluate_all(
        "all => all.map(e => Math.round(parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert sizes == [28, 20, 20, 20]
    for row in phone.locator(".pays li").all():
        box = row.bounding_box()
        assert box
        assert 48 <= box["height"] <= 56


def test_who_wants_no_motion_has_none(phone: Page) -> None:
    kocka(phone)
    phone.emulate_media(reduced_motion="reduce")
    name = "e => getComputedStyle(e).animationName"
    phone.goto(phone.url.partition("#")[0] + "#row-2")
    assert phone.locator(".sheet tbody").first.evaluate(name) == "none"

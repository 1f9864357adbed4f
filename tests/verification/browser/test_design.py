"""What the pages are made of, as the browser computes it: few sizes of letters, few spaces, lines
only round what can be typed or chosen, one filled button; names and figures that are whole.
"""

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.games import GAMES
from tests.browser.fixtures import OpenPhone
from tests.browser.forms import Fields, send, sit_down
from tests.browser.helpers import assert_no_sideways_scroll, at_each_size, box_of, resize_text
from tests.browser.referee import Referee
from tests.browser.table import NAMES, TYPICAL, GameTable, MatchPage
from tests.browser.taroky import SOLO, TarokyTable
from tests.contract.faults import Faults
from tests.verification.browser.colours import CONTRAST, faint_figures
from tests.verification.browser.writing import FORMS

SIZES, WEIGHTS = {13, 16, 20, 28, 36}, {"400", "600", "700"}
SPACES, CORNERS = {0, 4, 8, 12, 16, 24}, {0, 6, 10, 14}
FOOT = 130
ROWS = 6
SMALL = ((360, 592), (320, 568))

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
  const drawn = s => s.backgroundColor !== 'rgba(0, 0, 0, 0)' || s.borderTopWidth !== '0px';
  return shown.map(style).filter(drawn).map(
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
# Names that are broken into lines, or cut by whatever hides what is too much.
CUT = """(names) => {
  const cut = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode());) {
    const e = text.parentElement;
    if (e.closest('.vh') || !e.checkVisibility({ visibilityProperty: true })) continue;
    names.filter((name) => text.data.includes(name)).forEach((name) => {
      const range = document.createRange(), start = text.data.indexOf(name);
      range.setStart(text, start);
      range.setEnd(text, start + name.length);
      const r = range.getBoundingClientRect();
      if (!r.width) return;
      const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
      for (let p = e; p !== document.body; p = p.parentElement) {
        const box = p.getBoundingClientRect(), hides = getComputedStyle(p).overflowX !== 'visible';
        if (lines > 1 || hides && (r.left < box.left - 1 || r.right > box.right + 1)) {
          return void cut.push(`${name} in ${e.outerHTML.slice(0, 90)}`);
        }
      }
    });
  }
  return cut;
}"""

# The contrast of a line to what lies inside and outside of it.
EDGES = f"""(selector) => {{ {CONTRAST}
  return [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) =>
    contrast(getComputedStyle(e).borderTopColor, ground(e.parentElement)));
}}"""

# The ground, the line and the contrast of letters of what is tapped; the grounds it lies on.
GROUNDS = f"""(selector) => {{ {CONTRAST}
  return [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) => {{
    const {{ backgroundColor: colour, borderTopColor: line, color }} = getComputedStyle(e);
    return {{ colour, line, contrast: contrast(color, colour) }};
  }});
}}"""
GROUNDS_OF_PAGE = """() => ['body', '.foot', '.seg'].map(
  (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor)"""

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

DEALS: tuple[Fields, ...] = (
    {"contract": "zakladni", "declarer": "0", "called": "XIX", "partner": "2", "points": "41"},
    {"contract": "solo", "declarer": "3", "points": "37", "fleks-game": "flek"},
    *(
        {"contract": "solo", "declarer": "3", "points": points}
        for points in ("39", "36", "38", "34", "41")
    ),
)


EIGHT = ("Vladimír", "Bohuslav", "Markétka", "Zdeněk")
SIX = ("Franta", "Zdeněk", "Honza", "Míla")
DEAL = {
    "declarer": 0,
    "contract": "zakladni",
    "partner": 2,
    "points": 41,
    "fleks": {"game": "flek"},
    "announcements": {0: ["tarocky"]},
    "pagat": {"seat": 2, "declared": True, "made": True},
}


def size_of(target: Locator) -> int:
    """How large its letters are."""
    return int(target.evaluate("e => Math.round(parseFloat(getComputedStyle(e).fontSize))"))


# --- the pages -----------------------------------------------------------------------------------


def open_sheet(page: Page, game: str) -> None:
    """A sheet with a row; that of Taroky with more than are in view."""
    url, form = sit_down(page.request, game, NAMES), FORMS.get(game) or FORMS["kocka-numbers"]
    for fields in DEALS if game == "taroky" else (form.fields,):
        assert send(page.request, f"{url}/{form.path}", f"{url}/entries", fields) == url
    page.goto(url)


def filled(page: Page, names: tuple[str, ...] = EIGHT) -> TarokyTable:
    """A deal with all that its form can say."""
    table = TarokyTable(page, names=names).open().write()
    table.fill(DEAL)
    expect(table.lines).to_be_visible()
    return table


AT_A_TABLE = ("/watch", "/result", "/accounts", "/share", "/people", "/history", "/disputes")
ELSEWHERE = ("/", "/new/taroky", "/referee", "/referee/taroky")


def assert_looks_alike(page: Page) -> None:
    """Five sizes and three weights of letters, three corners, one filled button at most."""
    letters = page.evaluate(LETTERS)
    assert not [each for each in letters if round(each[1], 1) not in SIZES]
    assert not [each for each in letters if each[2] not in WEIGHTS]
    assert corners(page, 0) <= CORNERS
    assert len(page.evaluate(FILLED)) <= 1


def assert_design(page: Page) -> None:
    """And what is no form has few spaces, and lines only round what can be chosen."""
    assert_looks_alike(page)
    assert not [each for each in page.evaluate(BOXES) if round(each[2], 1) not in SPACES]
    assert page.evaluate(LINES) == []
    assert corners(page, 1) <= CORNERS


def corners(page: Page, which: int) -> set[float]:
    """How round what is drawn is: its upper left corners, or the lower right ones."""
    found = {pair[which] for pair in page.evaluate(ROUND)}
    return {float(corner.removesuffix("px")) for corner in found if "%" not in corner}


def test_pages_that_have_an_address_are_made_of_few_things(phone: Page, faults: Faults) -> None:
    open_sheet(phone, "taroky")
    url = phone.url
    why = phone.locator("tbody a.told").first.get_attribute("href") or ""
    for path in (*(url + path for path in AT_A_TABLE), why, *ELSEWHERE):
        phone.goto(path)
        with faults.at(path):
            assert_design(phone)


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_made_of_few_things(phone: Page, game: str) -> None:
    """And its figures stand out in sunlight and in the dark."""
    open_sheet(phone, game)
    assert_design(phone)
    assert phone.evaluate(HEIGHT, ".foot") <= FOOT
    total, most = phone.evaluate(LARGEST)
    assert round(total) == round(most) == 28
    assert faint_figures(phone) == []
    if game == "taroky":
        assert phone.evaluate(IN_VIEW) >= ROWS


# --- the sheet -----------------------------------------------------------------------------------


@pytest.mark.parametrize("points", ["52", "70"])
def test_large_totals_do_not_read_as_one_number(phone: Page, points: str) -> None:
    url = sit_down(phone.request, "taroky", NAMES)
    deal = {**DEALS[1], "points": points}
    assert send(phone.request, f"{url}/new/deal", f"{url}/entries", deal) == url
    phone.goto(url)
    assert "\N{MINUS SIGN}" in phone.locator(".totals .fig").first.inner_text()
    for size in at_each_size(phone, SMALL):
        apart = phone.evaluate(APART)
        assert len(apart) == 3
        wrong = [told for told in apart if told[0] < 1.5 or told[1:] != [1, "solid"]]
        assert wrong == [], size


@pytest.mark.parametrize("locale", ["be-BY", "pl-PL", "sk-SK"])
@pytest.mark.parametrize("game", ["taroky", "makao"])
def test_the_foot_is_low_where_words_are_long_and_the_phone_is_small(
    standing_phone: OpenPhone, game: str, locale: str
) -> None:
    page = standing_phone(320, 568, locale=locale)
    table = GameTable(page, game).open()
    if game == "makao":
        table.lose(2)
        expect(page.locator("#undo")).to_be_visible()
    assert page.evaluate(HEIGHT, ".foot") <= FOOT
    over = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert page.locator(".foot .b").evaluate_all(over) == []


LOSE_THE_LINE = """() => {
  const shown = document.querySelector("[data-version]");
  shown.classList.add("stale");
  shown.classList.toggle = () => {};
  WORDS.live = WORDS.polled = WORDS.stale.replace("{time}", "21:45");
  document.getElementById("life").textContent = WORDS.live;
}"""
OF_THE_LINE = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.getElementById("life"));
  const name = document.querySelector("h1").getBoundingClientRect();
  const bar = document.querySelector(".top").getBoundingClientRect();
  const beside = document.querySelector(".lamp").getBoundingClientRect();
  const rows = [...range.getClientRects()], apart = (r) => r.right <= name.left
    || r.left >= name.right || r.top >= name.bottom - 2;
  return [new Set(rows.map(({top}) => top)).size, rows.every((r) => apart(r) && r.top >= 0
    && r.bottom <= bar.bottom + 2 && r.right <= beside.left)];
}"""


@pytest.mark.parametrize("locale", ["pl-PL", "be-BY", "en-GB"])
def test_a_lost_line_is_said_whole_beside_the_name(standing_phone: OpenPhone, locale: str) -> None:
    page = standing_phone(locale=locale)
    GameTable(page, "kocka").open()
    page.evaluate(LOSE_THE_LINE)
    for size in at_each_size(page, SMALL):
        lines, whole = page.evaluate(OF_THE_LINE)
        assert lines <= 2, size
        assert whole, size


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
    open_phone: OpenPhone, game: str, size: tuple[int, int], names: tuple[str, ...]
) -> None:
    page = open_phone(*size)
    GameTable(page, game, names=names).open()
    assert page.evaluate(CUT, names) == []


def test_a_pencil_says_that_a_row_can_be_corrected(phone: Page) -> None:
    open_sheet(phone, "taroky")
    sheet = phone.url
    pencil = """all => all.map(e => {
      const {width, height, content} = getComputedStyle(e, '::before');
      return [width, height, content, e.scrollHeight <= e.closest('tbody').offsetHeight];
    })"""
    ways = phone.locator(".sheet tbody th > *")
    assert ways.evaluate_all(pencil) == [["12px", "12px", '""', True]] * len(DEALS)
    phone.goto(f"{sheet}/watch")
    assert {content for _, _, content, _ in ways.evaluate_all(pencil)} == {"none"}


def test_a_name_of_24_letters_ends_in_dots_and_is_told(phone: Page) -> None:
    long = "Bartoloměj z Hradiště nad"[:24]
    GameTable(phone, "makao", names=(long, *NAMES[1:])).open()
    head = phone.locator(".sheet .who b").first
    assert head.evaluate("e => getComputedStyle(e).textOverflow") == "ellipsis"
    assert phone.locator(".sheet .who").first.get_attribute("title") == long
    assert phone.evaluate(CUT, [long])


def test_the_sheet_turns_for_who_sits_opposite(phone: Page) -> None:
    open_sheet(phone, "kocka")
    turned = "e => getComputedStyle(e).transform"
    sheet = phone.locator("#match > .scroll")
    assert sheet.evaluate(turned) == "none"
    phone.locator("[for=turn]").tap()
    assert sheet.evaluate(turned).startswith("matrix(-1, ")
    expect(phone.locator(".foot")).to_be_in_viewport(ratio=1)


def test_the_first_page_has_the_five_games_in_view(phone: Page) -> None:
    open_sheet(phone, "kocka")
    phone.goto("/")
    assert phone.evaluate(HEIGHT, ".evening.main") >= 72
    assert size_of(phone.locator(".evening.main b").first) == 28
    expect(phone.locator("main summary.b")).to_be_in_viewport(ratio=1)
    for mark in phone.locator(".tiles-2 .mark").all():
        expect(mark).to_be_in_viewport(ratio=1)
        assert mark.evaluate("e => e.getBoundingClientRect().width") == 44


def test_all_of_the_menu_is_in_view(phone: Page) -> None:
    open_sheet(phone, "taroky")
    phone.locator(".menu > summary").tap()
    assert_design(phone)
    for link in phone.locator(".menu a").all():
        expect(link).to_be_in_viewport(ratio=1)


def test_who_won_is_large_and_who_pays_is_a_list(phone: Page) -> None:
    open_sheet(phone, "taroky")
    phone.goto(phone.url + "/result")
    assert [*map(size_of, phone.locator(".podium > li > .who").all())] == [28, 20, 20, 20]
    for row in phone.locator(".pays li").all():
        assert 48 <= box_of(row)["height"] <= 56


def test_who_wants_no_motion_has_none(phone: Page) -> None:
    open_sheet(phone, "kocka")
    phone.emulate_media(reduced_motion="reduce")
    name = "e => getComputedStyle(e).animationName"
    phone.goto(phone.url.partition("#")[0] + "#row-2")
    assert phone.locator(".sheet tbody").first.evaluate(name) == "none"


# --- forms ---------------------------------------------------------------------------------------


def test_a_deal_reads_as_it_is_said_and_shows_what_is_tapped_and_chosen(phone: Page) -> None:
    page, form = phone, filled(phone)
    expect(page.locator("#said-contract")).to_have_text("Vladimír hraje 1. povinnost, volá XIX")
    said = "Vladimír taročky · Markétka hlášený pagát"
    expect(page.locator("#said-announced")).to_have_text(said)
    assert size_of(page.locator("#points")) == size_of(page.locator("#said-rest")) == 36
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert_tapped_has_a_ground_or_an_edge(page)
    page.emulate_media(forced_colors="active")
    assert_chosen_is_told_without_colours(form)


@pytest.mark.parametrize(("width", "names"), [(360, EIGHT), (320, SIX)], ids=["eight", "six"])
def test_names_in_a_deal_are_whole(
    open_phone: OpenPhone, width: int, names: tuple[str, ...]
) -> None:
    page = open_phone(width, 592)
    form = filled(page, names)
    for view in ("deal", "contract", "deal", 1):
        form.view(view)
        assert page.evaluate(CUT, names) == [], view
        height = page.locator("h1").evaluate("e => [...e.getClientRects()].at(-1).height")
        assert height < 30, "the title is one line"


def test_names_in_strips_are_whole_on_the_smallest_phone(small_phone: Page) -> None:
    filled(small_phone)
    assert small_phone.evaluate(CUT, EIGHT) == []
    referee = Referee(small_phone, "taroky", names=EIGHT)
    small_phone.goto(f"{referee.url}/offences/taroky.play.follow")
    expect(small_phone.locator(".strip-seats")).to_be_visible()
    assert small_phone.evaluate(CUT, EIGHT) == []


@pytest.mark.parametrize("path", ["/", "/referee", "/referee/taroky", "/rules"])
def test_what_is_one_of_many_has_an_edge_and_large_words(
    standing_phone: OpenPhone, path: str
) -> None:
    page = standing_phone()
    page.goto(path)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(EDGES, ".choice")
        assert len(contrasts) >= 5
        assert min(contrasts) >= 3
        assert min(ground["contrast"] for ground in page.evaluate(GROUNDS, ".choice")) >= 7
    for size in at_each_size(page, SMALL):
        told = page.locator(".choice").evaluate_all(
            "all => all.filter(e => e.checkVisibility())"
            ".map(e => [e.offsetHeight, Math.round(parseFloat(getComputedStyle(e).fontSize))])"
        )
        assert {letters for _, letters in told} == {20}, size
        assert min(height for height, _ in told) >= 52, size


def test_the_names_of_games_are_whole_on_the_smallest_phone(standing_phone: OpenPhone) -> None:
    page = standing_phone(320, 568, locale="be-BY")
    for path in ("/", "/referee"):
        page.goto(path)
        told = page.locator(".tall > span").all_inner_texts()
        assert "Фараон" in told
        assert page.evaluate(CUT, [word for text in told for word in text.split()]) == []


def assert_tapped_has_a_ground_or_an_edge(page: Page) -> None:
    tapped = ".door, .face > .row > .b, .pair > .b, .keys .b, .save summary"
    grounds = page.evaluate(GROUNDS, tapped)
    edges = page.evaluate(EDGES, ".seg")
    assert len(edges) == 3
    assert min(edges) >= 3
    assert len(grounds) == 15
    assert {ground["line"] for ground in grounds} == {"rgba(0, 0, 0, 0)"}
    [tonal] = {ground["colour"] for ground in grounds}
    assert tonal not in page.evaluate(GROUNDS_OF_PAGE)
    assert min(ground["contrast"] for ground in grounds) >= 7


def assert_chosen_is_told_without_colours(form: TarokyTable) -> None:
    ground = "e => getComputedStyle(e.querySelector('span')).backgroundColor"
    levels = [form.pick("fleks-game", level) for level in ("flek", "reflek")]
    assert levels[0].evaluate(ground) != levels[1].evaluate(ground)
    form.view(1)
    form.choose_value("pagat-seat", "declared-1")
    tiles = [form.pick("pagat-seat", f"{how}-1").locator(".say") for how in ("declared", "silent")]
    assert drawn(tiles[0]) != drawn(tiles[1])
    assert drawn(form.to_view(1)) != drawn(form.to_view(2))


def test_who_leads_is_told_without_colours(phone: Page) -> None:
    table = MatchPage(phone).open()
    table.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    phone.emulate_media(forced_colors="active")
    line = "(e) => getComputedStyle(e).borderBottomWidth"
    others = phone.locator(".totals td:not(.leads)").first
    assert phone.locator(".totals td.leads").evaluate(line) != others.evaluate(line)


def drawn(target: Locator) -> str:
    """What of a thing is left without its colours: its ground, and the line below it."""
    look = "(e) => [getComputedStyle(e)].map((s) => s.backgroundColor + s.borderBottomWidth)[0]"
    return str(target.evaluate(look))


def test_the_browser_s_own_button_is_as_high_as_ours(standing_phone: OpenPhone) -> None:
    page = standing_phone()
    page.goto("/take-in")
    own = "e => parseFloat(getComputedStyle(e, '::file-selector-button').height)"
    assert page.locator("input[type=file]").evaluate(own) >= 48


# --- the referee ---------------------------------------------------------------------------------


def test_a_verdict_has_a_word_a_fault_and_a_figure(phone: Page) -> None:
    referee = Referee(phone, "taroky").open()
    phone.goto(f"{phone.url}/disputes/play")
    referee.pick(["KH", "XX", "4H", "I"])
    referee.judge()
    sizes = [size_of(phone.locator(each)) for each in (".word", ".fault", ".fee > .fig")]
    assert sizes == [28, 20, 36]
    rule = phone.locator(".quote").filter(has=phone.locator("> blockquote"))
    text = rule.locator("> blockquote").first
    expect(text).not_to_be_visible()
    rule.locator("summary").first.tap()
    expect(text).to_be_visible()
    king = phone.locator(".instead .laid")
    expect(king).to_have_count(1)
    box = box_of(king)
    assert box["height"] > box["width"], "a card stands upright"


def test_court_cards_and_german_suits_are_drawn(phone: Page) -> None:
    phone.goto("/referee/faraon/play")
    marks = "e => e.querySelectorAll('svg').length"
    for code, signs in (("KL", 2), ("OL", 2), ("UL", 2), ("TL", 1)):
        assert phone.locator(f".key[value='{code}']").evaluate(marks) == signs, code
    drawn = {phone.locator(f".key[value='7{s}'] path").get_attribute("d") for s in "LHBA"}
    assert len(drawn) == 4
    above = """e => {
      const top = (s) => e.querySelector(s).getBoundingClientRect().top;
      return top('svg') < top('b');
    }"""
    assert phone.locator(".key[value='OL']").evaluate(above)
    assert not phone.locator(".key[value='UL']").evaluate(above)


# --- large text ----------------------------------------------------------------------------------

LINES_OF_TEXT = """e => {
  const r = document.createRange();
  r.selectNodeContents(e);
  return new Set([...r.getClientRects()].map(({ top }) => top)).size;
}"""
FIGURES = """() => ['.totals .fig', '.sheet tbody .fig'].map(
  s => parseFloat(getComputedStyle(document.querySelector(s)).fontSize))"""
IN_ROWS = """() => {
  const name = document.querySelector('.sheet thead .who').getBoundingClientRect();
  const total = document.querySelector('.totals .fig').getBoundingClientRect();
  return Math.abs(name.top + name.height / 2 - total.top - total.height / 2) < 8;
}"""
WHOLE = """e => {
  const r = e.getBoundingClientRect();
  return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth;
}"""


def test_figures_are_never_smaller_and_turn_into_rows_of_players(phone: Page) -> None:
    page, table = phone, TarokyTable(phone)
    table.open()
    table.record({**SOLO, "declarer": 0, "points": 38, "fleks": {"game": "superflek"}})
    assert page.locator("#undo span").evaluate(LINES_OF_TEXT) <= 2
    usual = page.evaluate(FIGURES)
    for percent, in_rows in ((130, False), (150, True), (200, True)):
        resize_text(page, percent)
        figures = page.evaluate(FIGURES)
        assert all(now >= was for now, was in zip(figures, usual, strict=True)), percent
        assert page.evaluate(IN_ROWS) == in_rows, percent
        assert_no_sideways_scroll(page)
        assert table.action("deal").evaluate(WHOLE), percent
    for figure in page.locator(".totals .fig").all():
        expect(figure).to_be_in_viewport(ratio=1)
        box, foot = box_of(figure), box_of(page.locator(".foot"))
        assert box["y"] + box["height"] <= foot["y"]
    assert figures[0] >= 1.7 * usual[0]
    name = page.locator(".sheet tbody td").first
    assert name.evaluate("e => getComputedStyle(e, '::before').content") == '"Petr"'


def test_save_is_never_cut(phone: Page) -> None:
    """Upright and lying."""
    save = TarokyTable(phone).open().write().save_button()
    for size in at_each_size(phone, ((360, 592), (640, 320))):
        for percent in (100, 130, 150, 200):
            resize_text(phone, percent)
            expect(save).to_be_in_viewport(ratio=0.99)
            assert save.evaluate(WHOLE), (size, percent)


BROKEN_WORDS = """text => text.data.split(/(?<=\\s)/).filter((word, at, words) => {
  const range = document.createRange(), start = words.slice(0, at).join("").length;
  range.setStart(text, start);
  range.setEnd(text, start + word.trimEnd().length);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
})"""


def test_the_first_title_stays_in_words(small_phone: Page) -> None:
    small_phone.goto("/")
    title = small_phone.evaluate_handle("document.querySelector('h1').firstChild")
    for percent in (100, 150, 200):
        resize_text(small_phone, percent)
        assert title.evaluate(BROKEN_WORDS) == [], percent

"""What the pages are made of, as the browser computes it: few sizes of letters, few spaces, lines
only round what can be typed or chosen, one filled button; names and figures that are whole.
"""

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from tests.browser.forms import send, sit_down
from tests.browser.helpers import assert_no_sideways_scroll, at_each_size, box_of, resize_text
from tests.browser.referee import Referee
from tests.browser.scripts import JS
from tests.browser.table import NAMES, TYPICAL, GameTable, MatchPage
from tests.browser.taroky import SOLO, TarokyTable
from tests.verification.browser.colours import faint_figures
from tests.verification.browser.writing import FORMS

SIZES, WEIGHTS = {13, 16, 20, 28, 36}, {"400", "600", "700"}
SPACES, CORNERS = {0, 4, 8, 12, 16, 24}, {0, 6, 10, 14}
FOOT = 130
ROWS = 6
SMALL = ((360, 592), (320, 568))


HEIGHT = "selector => document.querySelector(selector).getBoundingClientRect().height"


GROUNDS_OF_PAGE = """() => ['body', '.foot', '.seg'].map(
  (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor)"""


DEALS = (
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


def size_of(target):
    """How large its letters are."""
    return int(target.evaluate("e => Math.round(parseFloat(getComputedStyle(e).fontSize))"))


# --- the pages -----------------------------------------------------------------------------------


def open_sheet(page, game):
    """A sheet with a row; that of Taroky with more than are in view."""
    url, form = sit_down(page.request, game, NAMES), FORMS.get(game) or FORMS["kocka-numbers"]
    for fields in DEALS if game == "taroky" else (form.fields,):
        assert send(page.request, f"{url}/{form.path}", f"{url}/entries", fields) == url
    page.goto(url)


def filled(page, names=EIGHT):
    """A deal with all that its form can say."""
    table = TarokyTable(page, names=names).open().write()
    table.fill(DEAL)
    expect(table.lines).to_be_visible()
    return table


AT_A_TABLE = ("/watch", "/result", "/accounts", "/share", "/people", "/history", "/disputes")
ELSEWHERE = ("/", "/new/taroky", "/referee", "/referee/taroky")


def assert_looks_alike(page):
    """Five sizes and three weights of letters, three corners, one filled button at most."""
    letters = page.evaluate(JS.LETTERS)
    assert not [each for each in letters if round(each[1], 1) not in SIZES]
    assert not [each for each in letters if each[2] not in WEIGHTS]
    assert corners(page, 0) <= CORNERS
    assert len(page.evaluate(JS.FILLED)) <= 1


def assert_design(page):
    """And what is no form has few spaces, and lines only round what can be chosen."""
    assert_looks_alike(page)
    assert not [each for each in page.evaluate(JS.BOXES) if round(each[2], 1) not in SPACES]
    assert page.evaluate(JS.LINES) == []
    assert corners(page, 1) <= CORNERS


def corners(page, which):
    """How round what is drawn is: its upper left corners, or the lower right ones."""
    found = {pair[which] for pair in page.evaluate(JS.ROUND)}
    return {float(corner.removesuffix("px")) for corner in found if "%" not in corner}


def test_pages_that_have_an_address_are_made_of_few_things(phone, faults):
    open_sheet(phone, "taroky")
    url = phone.url
    why = phone.locator("tbody a.told").first.get_attribute("href") or ""
    for path in (*(url + path for path in AT_A_TABLE), why, *ELSEWHERE):
        phone.goto(path)
        with faults.at(path):
            assert_design(phone)


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_made_of_few_things(phone, game):
    """And its figures stand out in sunlight and in the dark."""
    open_sheet(phone, game)
    assert_design(phone)
    assert phone.evaluate(HEIGHT, ".foot") <= FOOT
    total, most = phone.evaluate(JS.LARGEST)
    assert round(total) == round(most) == 28
    assert faint_figures(phone) == []
    if game == "taroky":
        assert phone.evaluate(JS.IN_VIEW) >= ROWS


# --- the sheet -----------------------------------------------------------------------------------


@pytest.mark.parametrize("points", ["52", "70"])
def test_large_totals_do_not_read_as_one_number(phone, points):
    url = sit_down(phone.request, "taroky", NAMES)
    deal = {**DEALS[1], "points": points}
    assert send(phone.request, f"{url}/new/deal", f"{url}/entries", deal) == url
    phone.goto(url)
    assert "\N{MINUS SIGN}" in phone.locator(".totals .fig").first.inner_text()
    for size in at_each_size(phone, SMALL):
        apart = phone.evaluate(JS.APART)
        assert len(apart) == 3
        wrong = [told for told in apart if told[0] < 1.5 or told[1:] != [1, "solid"]]
        assert wrong == [], size


@pytest.mark.parametrize("locale", ["be-BY", "pl-PL", "sk-SK"])
@pytest.mark.parametrize("game", ["taroky", "makao"])
def test_the_foot_is_low_where_words_are_long_and_the_phone_is_small(standing_phone, game, locale):
    page = standing_phone(320, 568, locale=locale)
    table = GameTable(page, game).open()
    if game == "makao":
        table.lose(2)
        expect(page.locator("#undo")).to_be_visible()
    assert page.evaluate(HEIGHT, ".foot") <= FOOT
    over = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert page.locator(".foot .b").evaluate_all(over) == []


@pytest.mark.parametrize("locale", ["pl-PL", "be-BY", "en-GB"])
def test_a_lost_line_is_said_whole_beside_the_name(standing_phone, locale):
    page = standing_phone(locale=locale)
    GameTable(page, "kocka").open()
    page.evaluate(JS.LOSE_THE_LINE)
    for size in at_each_size(page, SMALL):
        lines, whole = page.evaluate(JS.OF_THE_LINE)
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
def test_names_are_whole(open_phone, game, size, names):
    page = open_phone(*size)
    GameTable(page, game, names=names).open()
    assert page.evaluate(JS.CUT, names) == []


def test_a_pencil_says_that_a_row_can_be_corrected(phone):
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


def test_a_name_of_24_letters_ends_in_dots_and_is_told(phone):
    long = "Bartoloměj z Hradiště nad"[:24]
    GameTable(phone, "makao", names=(long, *NAMES[1:])).open()
    head = phone.locator(".sheet .who b").first
    assert head.evaluate("e => getComputedStyle(e).textOverflow") == "ellipsis"
    assert phone.locator(".sheet .who").first.get_attribute("title") == long
    assert phone.evaluate(JS.CUT, [long])


def test_the_sheet_turns_for_who_sits_opposite(phone):
    open_sheet(phone, "kocka")
    turned = "e => getComputedStyle(e).transform"
    sheet = phone.locator("#match > .scroll")
    assert sheet.evaluate(turned) == "none"
    phone.locator("[for=turn]").tap()
    assert sheet.evaluate(turned).startswith("matrix(-1, ")
    expect(phone.locator(".foot")).to_be_in_viewport(ratio=1)


def test_the_first_page_has_the_five_games_in_view(phone):
    open_sheet(phone, "kocka")
    phone.goto("/")
    assert phone.evaluate(HEIGHT, ".evening.main") >= 72
    assert size_of(phone.locator(".evening.main b").first) == 28
    expect(phone.locator("main summary.b")).to_be_in_viewport(ratio=1)
    for mark in phone.locator(".tiles-2 .mark").all():
        expect(mark).to_be_in_viewport(ratio=1)
        assert mark.evaluate("e => e.getBoundingClientRect().width") == 44


def test_all_of_the_menu_is_in_view(phone):
    open_sheet(phone, "taroky")
    phone.locator(".menu > summary").tap()
    assert_design(phone)
    for link in phone.locator(".menu a").all():
        expect(link).to_be_in_viewport(ratio=1)


def test_who_won_is_large_and_who_pays_is_a_list(phone):
    open_sheet(phone, "taroky")
    phone.goto(phone.url + "/result")
    assert [*map(size_of, phone.locator(".podium > li > .who").all())] == [28, 20, 20, 20]
    for row in phone.locator(".pays li").all():
        assert 48 <= box_of(row)["height"] <= 56


def test_who_wants_no_motion_has_none(phone):
    open_sheet(phone, "kocka")
    phone.emulate_media(reduced_motion="reduce")
    name = "e => getComputedStyle(e).animationName"
    phone.goto(phone.url.partition("#")[0] + "#row-2")
    assert phone.locator(".sheet tbody").first.evaluate(name) == "none"


# --- forms ---------------------------------------------------------------------------------------


def test_a_deal_reads_as_it_is_said_and_shows_what_is_tapped_and_chosen(phone):
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
def test_names_in_a_deal_are_whole(open_phone, width, names):
    page = open_phone(width, 592)
    form = filled(page, names)
    for view in ("deal", "contract", "deal", 1):
        form.view(view)
        assert page.evaluate(JS.CUT, names) == [], view
        height = page.locator("h1").evaluate("e => [...e.getClientRects()].at(-1).height")
        assert height < 30, "the title is one line"


def test_names_in_strips_are_whole_on_the_smallest_phone(small_phone):
    filled(small_phone)
    assert small_phone.evaluate(JS.CUT, EIGHT) == []
    referee = Referee(small_phone, "taroky", names=EIGHT)
    small_phone.goto(f"{referee.url}/offences/taroky.play.follow")
    expect(small_phone.locator(".strip-seats")).to_be_visible()
    assert small_phone.evaluate(JS.CUT, EIGHT) == []


@pytest.mark.parametrize("path", ["/", "/referee", "/referee/taroky", "/rules"])
def test_what_is_one_of_many_has_an_edge_and_large_words(standing_phone, path):
    page = standing_phone()
    page.goto(path)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(JS.EDGES, ".choice")
        assert len(contrasts) >= 5
        assert min(contrasts) >= 3
        assert min(ground["contrast"] for ground in page.evaluate(JS.GROUNDS, ".choice")) >= 7
    for size in at_each_size(page, SMALL):
        told = page.locator(".choice").evaluate_all(
            "all => all.filter(e => e.checkVisibility())"
            ".map(e => [e.offsetHeight, Math.round(parseFloat(getComputedStyle(e).fontSize))])"
        )
        assert {letters for _, letters in told} == {20}, size
        assert min(height for height, _ in told) >= 52, size


def test_the_names_of_games_are_whole_on_the_smallest_phone(standing_phone):
    page = standing_phone(320, 568, locale="be-BY")
    for path in ("/", "/referee"):
        page.goto(path)
        told = page.locator(".tall > span").all_inner_texts()
        assert "Фараон" in told
        assert page.evaluate(JS.CUT, [word for text in told for word in text.split()]) == []


def assert_tapped_has_a_ground_or_an_edge(page):
    tapped = ".door, .face > .row > .b, .pair > .b, .keys .b, .save summary"
    grounds = page.evaluate(JS.GROUNDS, tapped)
    edges = page.evaluate(JS.EDGES, ".seg")
    assert len(edges) == 3
    assert min(edges) >= 3
    assert len(grounds) == 15
    assert {ground["line"] for ground in grounds} == {"rgba(0, 0, 0, 0)"}
    [tonal] = {ground["colour"] for ground in grounds}
    assert tonal not in page.evaluate(GROUNDS_OF_PAGE)
    assert min(ground["contrast"] for ground in grounds) >= 7


def assert_chosen_is_told_without_colours(form):
    ground = "e => getComputedStyle(e.querySelector('span')).backgroundColor"
    levels = [form.pick("fleks-game", level) for level in ("flek", "reflek")]
    assert levels[0].evaluate(ground) != levels[1].evaluate(ground)
    form.view(1)
    form.choose_value("pagat-seat", "declared-1")
    tiles = [form.pick("pagat-seat", f"{how}-1").locator(".say") for how in ("declared", "silent")]
    assert drawn(tiles[0]) != drawn(tiles[1])
    assert drawn(form.to_view(1)) != drawn(form.to_view(2))


def test_who_leads_is_told_without_colours(phone):
    table = MatchPage(phone).open()
    table.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    phone.emulate_media(forced_colors="active")
    line = "(e) => getComputedStyle(e).borderBottomWidth"
    others = phone.locator(".totals td:not(.leads)").first
    assert phone.locator(".totals td.leads").evaluate(line) != others.evaluate(line)


def drawn(target):
    """What of a thing is left without its colours: its ground, and the line below it."""
    look = "(e) => [getComputedStyle(e)].map((s) => s.backgroundColor + s.borderBottomWidth)[0]"
    return str(target.evaluate(look))


def test_the_browser_s_own_button_is_as_high_as_ours(standing_phone):
    page = standing_phone()
    page.goto("/take-in")
    own = "e => parseFloat(getComputedStyle(e, '::file-selector-button').height)"
    assert page.locator("input[type=file]").evaluate(own) >= 48


# --- the referee ---------------------------------------------------------------------------------


def test_a_verdict_has_a_word_a_fault_and_a_figure(phone):
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


def test_court_cards_and_german_suits_are_drawn(phone):
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

FIGURES = """() => ['.totals .fig', '.sheet tbody .fig'].map(
  s => parseFloat(getComputedStyle(document.querySelector(s)).fontSize))"""


def test_figures_are_never_smaller_and_turn_into_rows_of_players(phone):
    page, table = phone, TarokyTable(phone)
    table.open()
    table.record({**SOLO, "declarer": 0, "points": 38, "fleks": {"game": "superflek"}})
    assert page.locator("#undo span").evaluate(JS.LINES_OF_TEXT) <= 2
    usual = page.evaluate(FIGURES)
    for percent, in_rows in ((130, False), (150, True), (200, True)):
        resize_text(page, percent)
        figures = page.evaluate(FIGURES)
        assert all(now >= was for now, was in zip(figures, usual, strict=True)), percent
        assert page.evaluate(JS.IN_ROWS) == in_rows, percent
        assert_no_sideways_scroll(page)
        assert table.action("deal").evaluate(JS.WHOLE), percent
    for figure in page.locator(".totals .fig").all():
        expect(figure).to_be_in_viewport(ratio=1)
        box, foot = box_of(figure), box_of(page.locator(".foot"))
        assert box["y"] + box["height"] <= foot["y"]
    assert figures[0] >= 1.7 * usual[0]
    name = page.locator(".sheet tbody td").first
    assert name.evaluate("e => getComputedStyle(e, '::before').content") == '"Petr"'


def test_save_is_never_cut(phone):
    """Upright and lying."""
    save = TarokyTable(phone).open().write().save_button()
    for size in at_each_size(phone, ((360, 592), (640, 320))):
        for percent in (100, 130, 150, 200):
            resize_text(phone, percent)
            expect(save).to_be_in_viewport(ratio=0.99)
            assert save.evaluate(JS.WHOLE), (size, percent)


def test_the_first_title_stays_in_words(small_phone):
    small_phone.goto("/")
    title = small_phone.evaluate_handle("document.querySelector('h1').firstChild")
    for percent in (100, 150, 200):
        resize_text(small_phone, percent)
        assert title.evaluate(JS.BROKEN_WORDS) == [], percent

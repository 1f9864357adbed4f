"""How the forms and the referee look, in figures: letters, corners, keys, names, lines."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.colours import CONTRAST
from tests.browser.conftest import OpenPhone
from tests.browser.helpers import enlarge_text
from tests.browser.referee import Referee
from tests.browser.table import TYPICAL, MatchPage
from tests.browser.taroky import TarokyTable

pytestmark = pytest.mark.walk("looks in figures; each page is asked at once whether it fits")

SIZES = {13, 16, 20, 28, 36}
WEIGHTS = {"400", "600", "700"}
RADII = {0, 6, 10, 14}
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

# Of what is seen: sizes and weights of letters, and corners of what has a ground or a line.
LOOK = """() => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = [...document.body.querySelectorAll('*')].filter((e) => seen(e) && !e.closest('.vh'));
  const told = all.filter((e) => e.matches('input[type=text]') ||
    [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  const drawn = all.filter((e) => {
    const style = getComputedStyle(e);
    return style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.borderTopWidth !== '0px';
  });
  const styles = (list, name) => [...new Set(list.map((e) => getComputedStyle(e)[name]))];
  return {
    sizes: styles(told, 'fontSize').map((px) => Math.round(parseFloat(px))),
    weights: styles(told, 'fontWeight'),
    radii: styles(drawn, 'borderTopLeftRadius').map(parseFloat),
    filled: all.filter((e) => e.matches('.main')).length,
  };
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
LINES = f"""(selector) => {{ {CONTRAST}
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

WHOLE = """(selector) => [...document.querySelectorAll(selector)].filter((e) => {
  const r = e.getBoundingClientRect();
  const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return r.width && (r.top < 0 || r.bottom > innerHeight || !(e.contains(hit) || hit?.contains(e)));
}).map((e) => e.outerHTML.slice(0, 80))"""


@pytest.fixture
def form(phone: Page) -> TarokyTable:
    return filled(phone, EIGHT)


def filled(phone: Page, names: tuple[str, ...]) -> TarokyTable:
    """A deal with all that its form can say."""
    table = TarokyTable(phone, names)
    table.open()
    table.write()
    table.fill(DEAL)
    expect(table.lines).to_be_visible()
    return table


def assert_looks_alike(page: Page) -> None:
    """Five sizes and three weights of letters, three corners, one filled button at most."""
    look = page.evaluate(LOOK)
    assert set(look["sizes"]) <= SIZES, look["sizes"]
    assert set(look["weights"]) <= WEIGHTS, look["weights"]
    assert set(look["radii"]) <= RADII, look["radii"]
    assert look["filled"] <= 1


# --- the deal ------------------------------------------------------------------------------------


def test_a_deal_reads_as_it_is_said(form: TarokyTable) -> None:
    page = form.page
    expect(page.locator("#said-contract")).to_have_text("Vladimír hraje 1. povinnost, volá XIX")
    said = "Vladimír taročky · Markétka hlášený pagát"
    expect(page.locator("#said-announced")).to_have_text(said)
    size = "e => Math.round(parseFloat(getComputedStyle(e).fontSize))"
    assert page.locator("#points").evaluate(size) == page.locator("#said-rest").evaluate(size) == 36


@pytest.mark.parametrize("view", ["deal", "contract", 0])
def test_the_faces_of_a_deal_have_few_sizes(form: TarokyTable, view: object) -> None:
    form.view(view)
    assert_looks_alike(form.page)


def test_a_varsava_has_few_sizes(form: TarokyTable) -> None:
    form.view("contract")
    form.choose_value("contract", "varsava")
    form.view("deal")
    assert_looks_alike(form.page)
    assert form.page.evaluate(CUT, list(EIGHT)) == []


@pytest.mark.parametrize("view", ["deal", "contract", 2])
def test_names_of_eight_letters_are_whole(form: TarokyTable, view: object) -> None:
    form.view(view)
    assert form.page.evaluate(CUT, list(EIGHT)) == []


def test_strips_have_names_of_eight_letters_whole_on_the_smallest_phone(
    small_phone: Page,
) -> None:
    filled(small_phone, EIGHT)
    assert small_phone.evaluate(CUT, list(EIGHT)) == []
    referee = Referee(small_phone, "taroky", names=EIGHT)
    small_phone.goto(f"{referee.url}/offences/taroky.play.follow")
    expect(small_phone.locator(".strip-seats")).to_be_visible()
    assert small_phone.evaluate(CUT, list(EIGHT)) == []


@pytest.mark.parametrize("view", ["deal", "contract", 1])
def test_names_of_six_letters_are_whole_on_the_smallest_phone(
    small_phone: Page, view: object
) -> None:
    table = filled(small_phone, SIX)
    table.view(view)
    assert small_phone.evaluate(CUT, list(SIX)) == []
    title = "e => [...new Set([...e.getClientRects()].map(({ height }) => height))]"
    [height] = table.title.evaluate(title)
    assert height < 30, "the title is one line"


def test_keys_contract_points_and_players_are_whole_in_a_low_window(
    open_phone: OpenPhone, live_server: str
) -> None:
    page = open_phone(360, 512, base_url=live_server)
    filled(page, EIGHT)
    keys = [key.bounding_box() for key in page.locator(".keys [data-key]").all()]
    assert len(keys) == 10
    assert min(key["height"] for key in keys) >= 48
    assert keys[1]["x"] - keys[0]["x"] - keys[0]["width"] >= 6
    assert keys[5]["y"] - keys[0]["y"] - keys[0]["height"] >= 6
    seen = ".keys [data-key], .door[name='view-contract'], #points, #said-rest, .seat, .save .main"
    assert page.evaluate(WHOLE, seen) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_round_what_can_be_chosen_are_seen(form: TarokyTable, scheme: str) -> None:
    form.page.emulate_media(color_scheme=scheme)
    contrasts = form.page.evaluate(LINES, ".seg")
    assert len(contrasts) == 3
    assert min(contrasts) >= 3


@pytest.mark.parametrize("width", [360, 320])
@pytest.mark.parametrize("path", ["/", "/referee", "/referee/taroky", "/rules"])
def test_what_is_one_of_many_has_an_edge_and_large_words(
    standing_phone: OpenPhone, live_server: str, path: str, width: int
) -> None:
    page = standing_phone(width, 568, base_url=live_server)
    page.goto(path)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.evaluate(LINES, ".choice")
        assert len(contrasts) >= 5
        assert min(contrasts) >= 3
        assert min(ground["contrast"] for ground in page.evaluate(GROUNDS, ".choice")) >= 7
    told = page.locator(".choice").evaluate_all(
        "all => all.filter(e => e.checkVisibility())"
        ".map(e => [e.offsetHeight, Math.round(parseFloat(getComputedStyle(e).fontSize))])"
    )
    assert {size for _, size in told} == {20}
    assert min(height for height, _ in told) >= 52


def test_the_names_of_games_are_whole_on_the_smallest_phone(
    standing_phone: OpenPhone, live_server: str
) -> None:
    page = standing_phone(320, 568, base_url=live_server, locale="be-BY")
    for path in ("/", "/referee"):
        page.goto(path)
        told = page.locator(".tall > span").all_inner_texts()
        assert "Фараон" in told
        assert page.evaluate(CUT, [word for text in told for word in text.split()]) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_tapped_once_has_a_ground_and_no_line(form: TarokyTable, scheme: str) -> None:
    form.page.emulate_media(color_scheme=scheme)
    tapped = ".door, .face > .row > .b, .pair > .b, .keys .b, .save summary"
    grounds = form.page.evaluate(GROUNDS, tapped)
    assert len(grounds) == 15
    assert {ground["line"] for ground in grounds} == {"rgba(0, 0, 0, 0)"}
    [tonal] = {ground["colour"] for ground in grounds}
    assert tonal not in form.page.evaluate(GROUNDS_OF_PAGE)
    assert min(ground["contrast"] for ground in grounds) >= 7


def test_what_is_chosen_is_told_without_colours(form: TarokyTable) -> None:
    form.page.emulate_media(forced_colors="active")
    ground = "e => getComputedStyle(e.querySelector('span')).backgroundColor"
    levels = [form.pick("fleks-game", level) for level in ("flek", "reflek")]
    assert levels[0].evaluate(ground) != levels[1].evaluate(ground)
    form.view(1)
    form.choose_value("pagat-seat", "declared-1")
    tiles = [form.pick("pagat-seat", f"{how}-1").locator(".say") for how in ("declared", "silent")]
    assert drawn(tiles[0]) != drawn(tiles[1])
    assert drawn(form.to_view(1)) != drawn(form.to_view(2))


def test_whose_cards_are_tapped_is_told_without_colours(phone: Page) -> None:
    table = MatchPage(phone)
    table.open()
    table.write()
    phone.emulate_media(forced_colors="active")
    assert drawn(table.brush(0)) != drawn(table.brush(1))
    table.choose(1)
    assert drawn(table.brush(1)) != drawn(table.brush(0))


def test_who_leads_is_told_without_colours(phone: Page) -> None:
    table = MatchPage(phone)
    table.open()
    table.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    phone.emulate_media(forced_colors="active")
    line = "(e) => getComputedStyle(e).borderBottomWidth"
    others = phone.locator(".totals td:not(.leads)").first
    assert phone.locator(".totals td.leads").evaluate(line) != others.evaluate(line)


def drawn(target: Locator) -> str:
    """What of a thing is left without its colours: its ground, and the line below it."""
    look = "(e) => [getComputedStyle(e)].map((s) => s.backgroundColor + s.borderBottomWidth)[0]"
    return str(target.evaluate(look))


def test_large_text_tells_who_plays_what(form: TarokyTable) -> None:
    enlarge_text(form.page)
    assert form.page.evaluate(WHOLE, "#said-contract") == []
    first = form.page.locator("[data-key='1']").bounding_box()
    assert first is not None
    assert first["y"] < 2 * 592, "one screen further at most"


# --- other forms and the referee -----------------------------------------------------------------


@pytest.mark.parametrize("by", ["cards", "numbers"])
def test_a_round_of_kocka_has_few_sizes(phone: Page, by: str) -> None:
    table = MatchPage(phone)
    table.open()
    table.write()
    if by == "cards":
        table.cards(TYPICAL, 2)
    else:
        phone.goto(f"{phone.url}?by=numbers")
    assert_looks_alike(phone)


def offences(referee: Referee) -> None:
    referee.dispute()


def question(referee: Referee) -> None:
    offences(referee)
    referee.question()
    referee.pick(["KH", "XX", "4H"])


def verdict(referee: Referee) -> None:
    question(referee)
    referee.pick(["I"])
    referee.judge()


def rule(referee: Referee) -> None:
    referee.page.goto("/rules/taroky/taroky.play.follow")


@pytest.mark.parametrize("lead", [offences, question, verdict, rule])
def test_the_referee_has_few_sizes(phone: Page, lead: Callable[[Referee], None]) -> None:
    referee = Referee(phone, "taroky")
    referee.open()
    lead(referee)
    assert_looks_alike(phone)


def test_a_verdict_has_a_word_a_fault_and_a_figure(phone: Page) -> None:
    referee = Referee(phone, "taroky")
    referee.open()
    verdict(referee)
    size = "e => Math.round(parseFloat(getComputedStyle(e).fontSize))"
    sizes = [phone.locator(s).evaluate(size) for s in (".word", ".fault", ".fee > .fig")]
    assert sizes == [28, 20, 36]
    rule = phone.locator(".quote")
    expect(rule.locator("> blockquote")).not_to_be_visible()
    referee.tap(rule.locator("summary").first)
    expect(rule.locator("> blockquote")).to_be_visible()
    king = phone.locator(".instead .laid")
    expect(king).to_have_count(1)
    box = king.bounding_box()
    assert box is not None
    assert box["height"] > box["width"], "a card stands upright"


def test_a_verdict_and_its_buttons_tell_one_figure(phone: Page) -> None:
    renonc = "/offences/taroky.play.follow"
    phone.goto("/referee/taroky" + renonc)
    expect(phone.locator(".fee")).to_have_text("10 každému z ostatních")
    referee = Referee(phone, "taroky")
    referee.open()
    phone.goto(f"{referee.url}{renonc}")
    expect(phone.locator(".fee")).to_have_text("\N{MINUS SIGN}30 platí, kdo chyboval")
    expect(phone.locator("#who")).to_have_text("Komu připsat \N{MINUS SIGN}30?")
    booked = referee.page.locator(".strip-seats .fig")
    expect(booked).to_have_text(["\N{MINUS SIGN}30"] * 4)
    referee.tap(referee.offender("Karel"))
    referee.expect_sheet()
    referee.expect_totals_signed([10, 10, -30, 10])


def test_cards_of_a_penalty_are_told_as_cards(phone: Page) -> None:
    phone.goto("/referee/makao")
    phone.locator(".offences a").first.tap()
    expect(phone.locator(".fee")).to_have_text("2 karty")


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

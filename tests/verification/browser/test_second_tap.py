"""A second tap is no second game: what is under the finger rests for three seconds.

By real touches at a place of the screen, whatever lies there by then. The page's clock is a test's.
"""

import pytest
from playwright.sync_api import FloatRect, Page, Route, expect

from tests.browser.fixtures import OpenPhone
from tests.browser.forms import Fields, send
from tests.browser.helpers import Finger
from tests.browser.table import GameTable
from tests.browser.taroky import TarokyTable
from tests.verification.browser.test_back import FORMS, sit
from tests.verification.browser.test_taps import PLAIN

AFTER = (120, 2500)
"""How many milliseconds after the first tap's screen is shown the second one comes."""
EACH_TIME = pytest.mark.parametrize("after", AFTER)
ALL = ("taroky", "kocka", "faraon", "makao", "durak")
REST = 3000
FRAME = 20
"""Milliseconds that a page takes to show itself."""


def overlap(one: FloatRect | None, other: FloatRect) -> bool:
    assert one is not None
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    below = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not (beside or below)


def foot_of(page: Page) -> list[FloatRect]:
    """Where the buttons of the foot are."""
    found: list[FloatRect] = page.locator(".foot .b").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().toJSON())"
    )
    return found


class Way(FloatRect):
    """What can be tapped and leads to another screen: where it is, its name, and a link's aim."""

    name: str
    to: str


def totals_of(table: GameTable, seat: int, games: int) -> list[int]:
    return [games if player == seat else 0 for player in range(len(table.names))]


def test_a_second_tap_on_who_lost_writes_nothing(phone: Page) -> None:
    """Whenever it comes; after three seconds the same tap is the next game."""
    table = GameTable(phone, "faraon").open()
    finger = Finger(phone)
    for games, after in enumerate(AFTER, 1):
        finger.tap(table.lost(1))
        table.expect_totals(totals_of(table, 1, games))
        finger.wait(after)
        finger.again()
        finger.wait(REST)
    finger.tap(table.lost(1))
    table.expect_totals(totals_of(table, 1, len(AFTER) + 1))


def test_somebody_else_can_have_lost_at_once(phone: Page) -> None:
    """What is tapped elsewhere is meant; then what was tapped before it may be meant, too."""
    table = GameTable(phone, "faraon").open()
    finger = Finger(phone)
    for games, seat in enumerate((1, 2, 1), 1):
        finger.tap(table.lost(seat))
        expect(table.page.locator("tbody")).to_have_count(games)
        finger.wait(400)  # quicker, and it would be the same tap
    table.expect_totals((0, 2, 1, 0))


@pytest.mark.parametrize("language", ["cs", "be"])
def test_the_foot_says_what_was_written_and_takes_it_back(
    open_phone: OpenPhone, language: str
) -> None:
    phone = open_phone(locale=language)
    table = GameTable(phone, "faraon")
    table.language = language
    table.open()
    finger = Finger(phone)
    finger.tap(table.lost(1))
    said = table.says(
        "Saved: %(what)s",
        what=table.book.say("notices", "lost", {"seat": 1, "seats": (1,)}, table.names),
    )
    back = table.button("Undo")
    expect(phone.get_by_text(said, exact=True)).to_be_visible()
    assert not overlap(back.bounding_box(), finger.box)
    finger.again()
    finger.tap(back)
    table.expect_totals((0, 0, 0, 0))
    expect(phone.get_by_text(said, exact=True)).to_have_count(0)


def test_after_three_seconds_the_foot_is_as_it_was(phone: Page) -> None:
    """And nothing has moved meanwhile."""
    table = GameTable(phone, "faraon").open()
    finger = Finger(phone)
    finger.tap(table.lost(1))
    back = table.button("Undo")
    expect(back).to_be_visible()
    finger.wait(FRAME)
    foot = foot_of(phone)
    finger.wait(REST)
    expect(table.undo).to_be_visible()
    expect(back).to_have_count(0)
    expect(phone.locator(".receipt")).to_have_count(0)
    assert foot_of(phone) == foot


@EACH_TIME
def test_a_second_tap_on_save_opens_no_next_deal(phone: Page, after: int) -> None:
    table = TarokyTable(phone).open().write()
    table.fill(PLAIN)
    finger = Finger(phone)
    finger.tap(table.save_button())
    table.expect_row(1, (6, -6, 6, -6))
    expect(phone.get_by_text(table.says("Saved: %(what)s", what=table.row_name(1)))).to_be_visible()
    finger.wait(after)
    finger.again()
    finger.wait(REST)
    table.expect_sheet()
    finger.again()
    expect(table.save_button()).to_be_visible()


@EACH_TIME
def test_a_second_undo_takes_nothing_more_back(phone: Page, after: int) -> None:
    table = GameTable(phone, "makao").open()
    for games, seat in enumerate((1, 2), 1):
        table.tap(table.lost(seat))
        expect(phone.locator("tbody")).to_have_count(games)
    finger = Finger(phone)
    finger.tap(table.undo)
    table.expect_totals((0, 1, 0, 0))
    finger.wait(after)
    finger.again()
    finger.wait(REST)
    finger.again()
    table.expect_totals((0, 0, 0, 0))
    expect(table.undo).to_have_count(0)


def test_enter_twice_is_one_game(phone: Page) -> None:
    table = GameTable(phone, "durak").open()
    table.lost(1).focus()
    Finger(phone)
    for games in (1, 2):
        phone.keyboard.press("Enter")
        table.expect_totals(totals_of(table, 1, games))
        phone.clock.run_for(600)
        phone.keyboard.press("Enter")
        phone.clock.run_for(REST)


@EACH_TIME
def test_a_second_tap_on_done_saves_no_deal(phone: Page, after: int) -> None:
    """One form, three screens: each comes at once, without a request."""
    table = TarokyTable(phone).open().write()
    table.fill_deal(PLAIN)
    table.tap(table.to_view(1))
    finger = Finger(phone)
    finger.tap(table.done)
    expect(table.save_button()).to_be_visible()
    finger.wait(after)
    finger.again()
    finger.wait(REST)
    expect(table.save_button()).to_be_visible()
    finger.again()
    table.expect_row(1, (6, -6, 6, -6))


def test_a_second_tap_for_the_announcements_ticks_none(phone: Page) -> None:
    """And after three seconds what had lain under the finger can be ticked."""
    table = TarokyTable(phone).open().write()
    finger = Finger(phone)
    finger.tap(phone.locator("#way"))
    expect(table.done).to_be_visible()
    with phone.expect_response("**/preview"):  # three seconds of a test are soon over
        finger.wait(600)
    under = phone.locator("#part-announcements .resting:visible").first.element_handle()
    finger.again()
    finger.wait(REST)
    ticked = phone.locator("#part-announcements .face:visible :checked:not([value=''])")
    expect(ticked).to_have_count(0)
    under.tap()
    expect(ticked).to_have_count(1)


def test_where_the_same_is_tapped_on_purpose_each_tap_counts(phone: Page) -> None:
    """Who passes, one after the other, by pages that come anew."""
    TarokyTable(phone).open()
    phone.goto(f"{phone.url}/ask/bid")
    finger = Finger(phone)
    for bids in (1, 2, 3):
        finger.tap(phone.locator(".offers button").last)
        expect(phone.locator(".bids li:not([aria-current])")).to_have_count(bids)


WAYS = """() => [...document.querySelectorAll(
  "main :is(a[href], button[type=submit], label.b)"
)].flatMap(e => {
  const {x, y, width, height} = e.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  const way = !e.matches("[href^='#'], .in-order *, .resting") && e.contains(hit);
  const to = e.href ?? "";
  const name = e.innerText.trim() || e.outerHTML.slice(0, 80);
  return way ? [{x, y, width, height, to, name}] : [];
})"""
UNDER = """({x, y, width, height}) => {
  const found = new Set(), harmless = "form:not([method=post])";
  for (let right = 1; right < width; right += Math.max(1, (width - 2) / 8))
    for (let down = 1; down < height; down += Math.max(1, (height - 2) / 4)) {
      const at = document.elementFromPoint(x + right, y + down);
      const tappable = at?.closest("a[href], button, label, [type=radio], [type=checkbox]");
      if (tappable && !tappable.matches(`.back, ${harmless} *`)) found.add(tappable.outerHTML);
    }
  return [...found];
}"""
NEWS = """() => {
  const screen = document.documentElement;
  const tapped = ({type, target, detail}) =>
    type === "change" ? target.matches(".view") : /submit|click/.test(detail.ctx.sourceEvent?.type);
  const come = event => { if (tapped(event)) screen.removeAttribute("id"); };
  screen.id = "before";
  for (const what of ["htmx:after:swap", "change"]) addEventListener(what, come, true);
}"""
PAGES = ("", "/entries/2/why", "/entries/2", "/people", "/disputes")
"""Pages of a match with one row, besides the form of that and the verdict of an offence."""
FIRST = {"kocka": FORMS["kocka-cards"], **{game: FORMS[game] for game in ALL if game != "kocka"}}


def ways_from(page: Page, address: str) -> list[Way]:
    """Opens a page, and says what can be tapped there that leads on."""
    page.goto(address)
    page.keyboard.press("Shift")  # what was tapped before is long ago
    ways: list[Way] = page.evaluate(WAYS)
    return ways


def led(page: Page, way: Way) -> list[str]:
    """Taps, and says what lies under the finger on the screen that follows."""
    page.evaluate(NEWS)
    page.touchscreen.tap(way["x"] + way["width"] / 2, way["y"] + way["height"] / 2)
    expect(page.locator("#before")).to_have_count(0)
    page.wait_for_load_state()
    under: list[str] = page.evaluate(UNDER, way)
    return under


@pytest.mark.parametrize("game", ALL)
def test_nothing_lies_under_the_finger_where_a_tap_led(open_phone: OpenPhone, game: str) -> None:
    """The law: where a tap led to another screen, nothing can be tapped there at first."""
    phone = open_phone()
    form = FIRST[game]
    wrong: list[str] = []
    links: list[Way] = []
    table = sit(phone, form)
    url = table.url
    filled: Fields = {**form.taps, **form.typed}
    send(phone.request, f"{url}/{form.path}", f"{url}/entries", filled)
    offence = next(iter(table.book.data["offences"]))
    for path in (*PAGES, f"/{form.path}", f"/offences/{offence}"):
        for at, seen in enumerate(ways_from(phone, f"{url}{path}")):
            if seen["to"] and seen in links:
                continue  # the same finger on the same screen
            links.append(seen)
            for way in ways_from(phone, f"{url}{path}")[at : at + 1] if at else [seen]:
                wrong += [f"{path}: {way['name']!r} → {each}" for each in led(phone, way)]
    assert not wrong, "\n".join(wrong)


def test_what_is_shown_before_its_script_rests_too(phone: Page) -> None:
    """A browser may show a page before its script runs: the finger may be down by then."""
    table = GameTable(phone, "faraon").open()
    # It sleeps for three seconds, and a machine with other work takes longer to look.
    clock = phone.context.new_cdp_session(phone)
    clock.send("Animation.enable")
    clock.send("Animation.setPlaybackRate", {"playbackRate": 0})
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/static/phone-*", hold)
    with phone.expect_request("**/static/phone-*"):
        phone.reload(wait_until="commit")
    expect(table.lost(1)).to_be_visible()
    expect(table.lost(1)).to_have_css("pointer-events", "none")
    box = table.lost(1).bounding_box()
    assert box is not None
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    held[0].continue_()
    expect(phone.locator("html")).to_have_class("guarded")
    table.expect_totals((0, 0, 0, 0))
    table.tap(table.lost(2))
    table.expect_totals((0, 0, 1, 0))


MOVED = "Promise.resolve().then(() => document.body.matches('.moved'))"


def test_only_what_is_seen_to_come_takes_a_tap_away(phone: Page) -> None:
    """What is only heard moves nothing: a tap at that moment counts."""
    GameTable(phone, "faraon").open()
    expect(phone.locator("body")).not_to_have_class("moved")
    assert not phone.evaluate(f"() => {{ speak('Petr vede'); return {MOVED}; }}")
    shown = "document.getElementById('status').className = 'strip'"
    assert phone.evaluate(f"() => {{ {shown}; return {MOVED}; }}")

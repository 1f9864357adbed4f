"""The board on a television: it follows, fits, and stays lit while rows come."""

import pytest
from playwright.sync_api import expect

from tests.browser.forms import send, sit_down
from tests.browser.helpers import (
    assert_accessible,
    assert_fits,
    assert_no_scroll,
    assert_no_sideways_scroll,
    box_of,
)
from tests.browser.table import SOON, TYPICAL
from tests.verification.browser.test_switches import FAKES, heard

NAMES = (
    *("Bartoloměj Kos", "Přemysl Novák.", "Kateřina Malá.", "Maxmilián Wolf"),
    *("Drahoslava Ko.", "Svatopluk Jed.", "Kunhuta Přem.", "Wolfgang Amad."),
)
DEAL = {"declarer": "1", "contract": "zakladni", "partner": "2", "points": "70"}

NEXT_SWAP = """() => {
  globalThis.swapped = new Promise((heard) =>
    document.addEventListener("htmx:after:swap", () => heard(), { once: true }));
}"""


def television(open_phone, table):
    """The board of a table, on a screen that can be held awake."""
    screen = open_phone(1280, 720, has_touch=False, is_mobile=False)
    screen.context.add_cookies(table.page.context.cookies())
    screen.add_init_script(FAKES)
    screen.clock.install()
    screen.goto(f"{table.page.url}/board")
    expect(screen.locator("#life")).to_have_text(table.says("live"))
    return screen


def test_it_follows_and_its_light_goes_out(table, open_phone):
    table.open(dealer=3)
    screen = television(open_phone, table)
    lamp = screen.locator("#awake")
    screen.clock.fast_forward("50:00")
    expect(lamp).to_have_attribute("aria-pressed", "true")
    screen.evaluate(NEXT_SWAP)
    table.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    expect(screen.locator(".scores .fig").first).to_have_text("7", timeout=SOON)
    screen.evaluate("() => swapped")  # the row is seen before the page has noted its time
    expect(screen.locator(".last h2")).to_contain_text(table.row_name(1))
    screen.clock.fast_forward("50:00")
    expect(lamp).to_have_attribute("aria-pressed", "true")
    screen.evaluate(NEXT_SWAP)  # the same rows, fetched again, are no news
    screen.locator("[data-version]").dispatch_event("news")
    screen.evaluate("() => swapped")
    screen.clock.fast_forward("11:00")
    expect(lamp).to_have_attribute("aria-pressed", "false")
    assert heard(screen) == ["released"]
    table.tap(table.undo)
    expect(lamp).to_have_attribute("aria-pressed", "true", timeout=SOON)


@pytest.mark.parametrize(
    ("game", "players", "entry"),
    [("taroky", 4, DEAL), ("durak", 8, {"fool": "1"}), ("makao", 2, {})],
    ids=["taroky", "durak", "makao"],
)
def test_it_fits_a_television(standing_phone, game, players, entry):
    screen = standing_phone(1280, 720, has_touch=False, is_mobile=False)
    house = {"dealer": "0"} | ({"pack": "52"} if game == "durak" else {})
    url = sit_down(screen.request, game, NAMES[:players], **house)
    if entry:
        form = f"{url}/new/{'deal' if game == 'taroky' else 'game'}"
        assert send(screen.request, form, f"{url}/entries", {**entry}) == url
    for width, height, least in ((1280, 720, 80), (1920, 1080, 120)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{url}/board")
        expect(screen.locator("#life")).not_to_be_empty()
        assert_fits(screen)
        assert_no_scroll(screen)
        sizes = screen.eval_on_selector_all(
            ".scores .fig, body", "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert sizes[0] >= height / 27
        assert min(sizes[1:]) >= least
    assert_accessible(screen)


def test_its_head_stays_apart_at_400_percent(table, open_phone):
    """A window of 1280 × 720 is as large as 320 × 180 then."""
    table.open()
    screen = television(open_phone, table)
    screen.set_viewport_size({"width": 320, "height": 180})
    title, life = (box_of(screen.locator(each)) for each in ("h1", "#life"))
    assert title["x"] + title["width"] <= life["x"] or title["y"] + title["height"] <= life["y"]
    assert_no_sideways_scroll(screen)

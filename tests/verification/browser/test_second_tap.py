"""A second tap is no second save: what writes rests for three seconds where a finger has saved.
Everything else answers at once.

By real touches at a place of the screen, whatever lies there by then. The page's clock is a test's.
"""

import re

import pytest
from playwright.sync_api import Error, FloatRect, expect

from scorekeeper.games import GAMES
from scorekeeper.web.game_pages import pages_of
from tests.browser.helpers import Finger, box_of, held_back, middle_of
from tests.browser.scripts import JS
from tests.browser.table import GameTable
from tests.browser.taroky import PLAIN, TarokyTable
from tests.verification.breadth import sample
from tests.verification.browser.writing import FIRST, FORMS, sit

RESTS = "Just saved. Another tap here counts in three seconds."
TICKED = "#part-announcements .face:visible :checked:not([value=''])"
AFTER = (120, 2500)
"""How many milliseconds after the first tap's screen is shown the second one comes."""
EACH_TIME = pytest.mark.parametrize("after", AFTER)
REST = 3000
LEADS = 3000
"""Milliseconds in which another screen comes, if one does."""
FRAME = 20
"""Milliseconds that a page takes to show itself."""
SEEN = 350
"""Milliseconds after which a tap is meant for what is there, not for what was there before."""


def overlap(target, other):
    one = box_of(target)
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    below = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not (beside or below)


def foot_of(page):
    """Where the buttons of the foot are."""
    return page.locator(".foot .b").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().toJSON())"
    )


class Way(FloatRect):
    """What can be tapped and leads to another screen: where it is, its name, and a link's aim."""

    name: str
    to: str


def test_somebody_else_can_have_lost_at_once(phone):
    """What is tapped elsewhere is meant; then what was tapped before it may be meant, too."""
    table = GameTable(phone, "faraon").open()
    finger = Finger(phone)
    for games, seat in enumerate((1, 2, 1), 1):
        finger.tap(table.lost(seat))
        expect(table.page.locator("tbody")).to_have_count(games)
        finger.wait(400)  # quicker, and it would be the same tap
    table.expect_totals((0, 2, 1, 0))


@pytest.mark.parametrize("language", ["cs", "be"])
def test_the_foot_says_what_was_written_and_takes_it_back(open_phone, language):
    phone = open_phone(locale=language)
    table = GameTable(phone, "faraon", language=language).open()
    finger = Finger(phone)
    finger.tap(table.lost(1))
    said = table.says(
        "Saved: %(what)s",
        what=table.book.say("notices", "lost", {"seat": 1, "seats": (1,)}, table.names),
    )
    back = table.button("Undo")
    expect(phone.get_by_text(said, exact=True)).to_be_visible()
    assert not overlap(back, finger.box)
    finger.again()
    finger.tap(back)
    table.expect_totals((0, 0, 0, 0))
    expect(phone.get_by_text(said, exact=True)).to_have_count(0)


@EACH_TIME
def test_a_finger_that_trembles_on_save_opens_no_next_deal(phone, after):
    table = TarokyTable(phone).open().write()
    table.fill(PLAIN)
    finger = Finger(phone)
    finger.tap(table.save_button())
    table.expect_row(1, (6, -6, 6, -6))
    expect(phone.get_by_text(table.says("Saved: %(what)s", what=table.row_name(1)))).to_be_visible()
    finger.wait(after)
    finger.again()
    if after > SEEN:  # what has been seen is meant
        expect(table.save_button()).to_be_visible()
        return
    finger.wait(REST)
    table.expect_sheet()
    finger.again()
    expect(table.save_button()).to_be_visible()


def test_enter_twice_is_one_game(phone):
    table = GameTable(phone, "durak").open()
    table.lost(1).focus()
    Finger(phone)
    for games in (1, 2):
        phone.keyboard.press("Enter")
        table.expect_totals((0, games, 0, 0))
        phone.clock.run_for(600)
        phone.keyboard.press("Enter")
        phone.clock.run_for(REST)


def done_tapped(phone):
    """A deal that is filled in, and a finger that has just left a player by Done."""
    table = TarokyTable(phone).open().write()
    table.fill_deal(PLAIN)
    table.tap(table.to_view(1))
    finger = Finger(phone)
    finger.tap(table.done)
    return table, finger


@EACH_TIME
def test_a_second_tap_on_done_saves_no_deal(phone, after):
    """One form, three screens: each comes at once, without a request."""
    table, finger = done_tapped(phone)
    expect(table.save_button()).to_be_visible()
    finger.wait(after)
    finger.again()
    finger.wait(REST)
    if after > SEEN:  # it lies where the players are
        table.tap(table.done)
    table.save()
    table.expect_row(1, (6, -6, 6, -6))


def announcements_opened(phone):
    table = TarokyTable(phone).open().write()
    finger = Finger(phone)
    finger.tap(phone.locator("#way"))
    expect(table.done).to_be_visible()
    return table, finger


def test_a_finger_that_trembles_on_announcements_ticks_none(phone):
    table, finger = announcements_opened(phone)
    finger.wait(120)
    finger.again()
    finger.wait(REST)
    expect(table.done).to_be_visible()
    expect(phone.locator(TICKED)).to_have_count(0)


@pytest.mark.parametrize("tile", ["announcements-0", "valat-side"])
def test_what_lies_where_announcements_were_opened_is_ticked_at_once(phone, tile):
    """It is what they are opened for."""
    _table, finger = announcements_opened(phone)
    finger.wait(SEEN + FRAME)
    finger.tap(
        phone.locator(
            f"#part-announcements .face:visible :is(.pick, .opt):has([name={tile}])"
        ).first
    )
    expect(phone.locator(TICKED)).to_have_count(1)


def test_a_save_under_the_finger_of_done(phone):
    """A deal is saved by the first tap on its button, however soon it comes after Done."""
    table, finger = done_tapped(phone)
    finger.wait(SEEN + FRAME)
    finger.tap(table.save_button())
    table.expect_row(1, (6, -6, 6, -6))


def test_what_rests_looks_so_says_why_and_after_three_seconds_all_is_as_it_was(phone):
    """And nothing has moved meanwhile."""
    table = GameTable(phone, "faraon").open()
    finger = Finger(phone)
    finger.tap(table.lost(1))
    table.expect_totals((0, 1, 0, 0))
    expect(table.lost(1)).to_be_disabled()
    expect(table.lost(1)).to_have_css("opacity", "0.45")
    expect(table.lost(2)).to_have_css("opacity", "1")
    back = table.button("Undo")
    expect(back).to_be_visible()
    finger.wait(FRAME)
    foot = foot_of(phone)
    finger.wait(1000)
    why = phone.locator(".rests")
    expect(why).to_have_count(0)
    finger.again()
    expect(why).to_have_text(table.says(RESTS))
    assert not overlap(why, finger.box)
    expect(phone.locator("#status")).to_have_text(table.says(RESTS))
    finger.wait(REST)
    expect(why).to_have_count(0)
    expect(table.lost(1)).to_be_enabled()
    table.expect_totals((0, 1, 0, 0))
    expect(table.undo).to_be_visible()
    expect(back).to_have_count(0)
    expect(phone.locator(".receipt")).to_have_count(0)
    assert foot_of(phone) == foot


def test_where_the_same_is_tapped_on_purpose_each_tap_counts(phone):
    """Who passes, one after the other, by pages that come anew."""
    TarokyTable(phone).open()
    phone.goto(f"{phone.url}/ask/bid")
    finger = Finger(phone)
    for bids in (1, 2, 3):
        finger.tap(phone.locator(".offers button").last)
        expect(phone.locator(".bids li:not([aria-current])")).to_have_count(bids)


PAGES = (
    *("", "/entries/2/why", "/entries/2", "/people", "/disputes", "/result", "/share", "/again"),
    *("/me", "/seats", "/accounts", "/house"),
)
"""Pages of a match with one row, besides its forms, questions, and the verdict of an offence."""


def ways_from(page, address):
    """Opens a page, and says what can be tapped there that leads on."""
    page.goto(address)
    page.keyboard.press("Shift")  # what was tapped before is long ago
    return page.evaluate(JS.WAYS)


def led(finger, way):
    """Taps, and says what is wrong with the screen that follows."""
    page = finger.page
    page.evaluate(JS.NEWS)
    finger.box = way
    finger.again()
    try:
        expect(page.locator("#before")).to_have_count(0, timeout=LEADS)
    except AssertionError:
        return []  # a download, or a part of the same screen
    page.wait_for_load_state()
    finger.wait(SEEN + FRAME)
    return [
        f"{each['name']!r} {wrong}"
        for each in page.evaluate(JS.ANSWERS, way)
        for wrong, is_so in {
            "does not answer": not each["answers"] and not each["rests"],
            "rests and writes nothing": each["rests"] and not (each["writes"] and each["under"]),
            "would write": each["near"] and each["writes"] and not each["rests"],
        }.items()
        if is_so
    ]


@pytest.mark.parametrize("game", GAMES)
def test_each_control_answers_and_none_writes_under_the_finger(open_phone, game):
    """The law: whatever led to a screen, a moment later everything on it does what it says, except
    that where the finger was nothing writes. Of a third of all pages.
    """
    phone = open_phone()
    form = FIRST[game]
    wrong = []
    links = []
    table = sit(phone, form)
    url = table.url
    form.send(phone.request, url)
    offence = next(iter(table.book.data["offences"]))
    finger = Finger(phone)
    more = (
        *(f"/new/{type}" for type in GAMES[game].entry_types),
        *(f"/ask/{kind}" for kind in pages_of(game)),
        f"/disputes/{next(iter(GAMES[game].kinds))}",
    )
    paths = (*PAGES, f"/{form.path}", f"/offences/{offence}", *more)
    for path in sample(paths, len(paths) // 3):
        for at, seen in enumerate(ways_from(phone, f"{url}{path}")):
            if seen["to"] and seen in links:
                continue  # the same finger on the same screen
            links.append(seen)
            for way in ways_from(phone, f"{url}{path}")[at : at + 1] if at else [seen]:
                wrong += [f"{path}: {way['name']!r} → {each}" for each in led(finger, way)]
    assert not wrong, "\n".join(wrong)


WRITTEN = re.compile(r'data-version="(\d+)"')


def version_of(page, url):
    found = WRITTEN.search(page.request.get(url).text())
    assert found
    return int(found[1])


SAVES = {
    "tap": lambda page: page.locator(".names button").nth(1),
    "undo": lambda page: page.locator("#undo"),
    "strike": lambda page: page.locator("form[action$=strike] button"),
}


def hammer(finger):
    """Comes down again at the same place, five times while it rests after it was shown."""
    before = 0
    for after in (120, 300, 600, 1000, 2500):
        finger.wait(after - before)
        try:
            finger.again()
        except Error:  # the page was on its way to another one
            finger.page.wait_for_load_state()
            finger.again()
        finger.page.wait_for_load_state()
        before = after


@pytest.mark.parametrize("name", FORMS)
def test_a_form_saved_and_tapped_on_writes_once(phone, name):
    form = FORMS[name]
    url = sit(phone, form).url
    phone.goto(f"{url}/{form.path}")
    form.fill(phone)
    if not name.startswith("ruling"):
        phone.wait_for_timeout(500)  # the strip follows
    before = version_of(phone, url)
    finger = Finger(phone)
    finger.tap(phone.locator(form.button).first)
    expect(phone.get_by_role("table")).to_be_visible()
    hammer(finger)
    assert version_of(phone, url) == before + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_button_tapped_on_writes_once(phone, faults, game):
    form = FIRST[game]
    url = sit(phone, form).url
    for _ in range(1 if game == "taroky" else 2):  # there the next one plays
        form.send(phone.request, url)
    for what, button in SAVES.items():
        phone.goto(f"{url}/entries/2/why" if what == "strike" else url)
        if not button(phone).count():
            continue  # of a tap only games with one loser are written
        before = version_of(phone, url)
        finger = Finger(phone)
        with phone.expect_response(re.compile("/(undo|strike|tap)$")):
            finger.tap(button(phone))
        phone.wait_for_load_state()
        hammer(finger)
        with faults.at(what):
            assert version_of(phone, url) == before + 1
        finger.wait(REST)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_begins_has_nothing_written(phone, game):
    phone.goto(f"/new/{game}")
    finger = Finger(phone)
    finger.tap(phone.locator(".foot .main"))
    expect(phone.get_by_role("table")).to_be_visible()
    url = phone.url
    before = version_of(phone, url)
    hammer(finger)
    assert version_of(phone, url) == before == 1


def test_what_is_shown_before_its_script_rests_too(phone):
    """A browser may show a page before its script runs: the finger may be down by then."""
    table = GameTable(phone, "faraon").open()
    # It sleeps for three seconds, and a machine with other work takes longer to look.
    clock = phone.context.new_cdp_session(phone)
    clock.send("Animation.enable")
    clock.send("Animation.setPlaybackRate", {"playbackRate": 0})
    with held_back(phone, "**/static/phone-*"):
        with phone.expect_request("**/static/phone-*"):
            phone.reload(wait_until="commit")
        expect(table.lost(1)).to_be_visible()
        expect(table.lost(1)).to_have_css("pointer-events", "none")
        phone.touchscreen.tap(*middle_of(table.lost(1)))
    expect(phone.locator("html")).to_have_class("guarded")
    table.expect_totals((0, 0, 0, 0))
    table.tap(table.lost(2))
    table.expect_totals((0, 0, 1, 0))


MOVED = "Promise.resolve().then(() => document.body.matches('.moved'))"


def test_only_what_is_seen_to_come_takes_a_tap_away(phone):
    """What is only heard moves nothing: a tap at that moment counts."""
    GameTable(phone, "faraon").open()
    expect(phone.locator("body")).not_to_have_class("moved")
    assert not phone.evaluate(f"() => {{ speak('Petr vede'); return {MOVED}; }}")
    shown = "document.getElementById('status').className = 'strip'"
    assert phone.evaluate(f"() => {{ {shown}; return {MOVED}; }}")

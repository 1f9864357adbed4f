"""What those hear who do not see: each act once, as a sentence, and the focus where it goes on."""

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from tests.browser.helpers import assert_accessible, set_offline, wait_until
from tests.browser.scripts import JS
from tests.browser.table import TYPICAL, MatchPage, same_person
from tests.browser.taroky import TarokyTable

FULL = {"contract": "zakladni", "declarer": 0, "called": "XIX", "partner": 1, "points": 45}
LISTEN = """(() => {
  window.heard = [];
  window.asked = 0;
  const ask = window.fetch;
  window.fetch = (...all) => {
    asked += 1;
    return ask(...all).finally(() => { asked -= 1; });
  };
  const regions = "[role=status], [role=alert], [aria-live]", text = (e) => e.textContent.trim();
  const hear = (changes) => {
    const said = new Set();
    for (const { target, addedNodes } of changes) {
      const at = target.nodeType === 1 ? target : target.parentElement;
      said.add(at?.closest(regions));
      for (const e of addedNodes) if (e.matches?.("[role=alert]")) said.add(e);
    }
    if (document.readyState === "loading") return;
    said.forEach((e) => { if (e && text(e)) heard.push(text(e)); });
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(hear).observe(document, all);
})()"""
"""Notes what every live region of a page comes to say, whenever it changes; and how many answers
are still to come.
"""
AT_REST = 3_000
"""Milliseconds by a page's own clock after which it has said what it says by itself."""
NO_ROLE = """() => [...document.querySelectorAll("label, [data-key]:not(button)")]
  .filter((e) => e.checkVisibility() && !e.control?.checkVisibility()).map((e) => e.outerHTML)"""
"""What can be tapped and has no role of its own, nor is the label of what has one."""


@pytest.fixture
def listening(phone):
    """A phone that notes what its live regions say; its clock can be put forward."""
    phone.add_init_script(LISTEN)
    phone.clock.install()
    return phone


def answered(page):
    """Waits until a page has its answers: to a clock put forward before, its line is a slow one."""
    page.wait_for_load_state()
    wait_until(page, "async () => !asked")
    expect(page.locator(".htmx-request")).to_have_count(0)


def listen(page):
    """What a page said in the moments since it was loaded, or since this was asked."""
    for _ in range(2):  # what is asked after a pause is answered, and said after another
        answered(page)
        page.clock.run_for(AT_REST)
    answered(page)
    return page.evaluate("heard.splice(0)")


def focused(page):
    return str(page.evaluate("document.activeElement.tagName"))


def expect_once(table, text, **facts):
    """One region said one sentence, which begins so."""
    said = listen(table.page)
    assert [each[: len(table.says(text, **facts))] for each in said] == [table.says(text, **facts)]
    assert focused(table.page) in ("A", "BUTTON", "INPUT")


def test_each_act_is_heard_once(listening):
    table = TarokyTable(listening).open()
    assert listen(listening) == [], "what only stands there is not said"
    table.record(FULL)
    row = table.row_name(1)
    expect_once(table, "Saved: %(what)s", what=f"{row}. Petr +10, Jana +10")
    table.tap(table.undo)
    expect_once(table, "Taken back: %(what)s", what=f"{row}. Petr 0")
    table.tap(table.redo)
    expect_once(table, "Brought back: %(what)s", what=f"{row}. Petr +10")
    table.tap(table.row(1))
    table.tap(listening.get_by_role("button", name=table.says("Strike out")))
    table.expect_sheet()
    expect_once(table, "Saved: %(what)s", what="")


def test_another_phone_is_heard_on_the_sheet_and_in_a_form(listening, open_phone):
    table = MatchPage(listening)
    table.open(dealer=3)
    other = MatchPage(same_person(listening, open_phone))
    expect(listening.locator("#life")).to_have_text(table.says("live"))
    listen(listening)
    other.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    expect(listening.locator(".totals .fig").first).to_have_text("7")
    came = "Saved from another phone: %(what)s"
    assert listen(listening) == [
        f"{table.says(came, what=table.row_name(1))}. Petr 7, Jana 6, Karel 15, Eva −1"
    ]
    table.write()
    listen(listening)
    other.durch(0)
    expect(listening.locator("main > .came")).to_be_visible()
    assert listen(listening) == [table.says(came, what=table.row_name(2))]


def test_a_line_that_is_lost_and_back_is_heard_once_each(listening, complaints):
    complaints.expect("ERR_INTERNET_DISCONNECTED|sse|Failed to fetch")
    table = MatchPage(listening)
    table.open(dealer=3)
    expect(listening.locator("#life")).to_have_text(table.says("live"))
    listen(listening)
    set_offline(listening)
    wait_until(listening, "async () => document.querySelector('.stale')", 60_000)
    (lost,) = listen(listening)
    start, *_ = table.says("No connection. This page is as of %(time)s.").partition("%")
    assert lost.startswith(start)
    set_offline(listening, False)
    wait_until(listening, "async () => !document.querySelector('.stale')", 60_000)
    assert listen(listening) == [table.says("The connection is back.")]


def test_a_save_without_a_line_is_heard_with_its_name(listening, complaints):
    complaints.expect("ERR_INTERNET_DISCONNECTED|sse|Failed to fetch")
    table = TarokyTable(listening).open().write()
    table.fill(FULL)
    listen(listening)
    set_offline(listening)
    listening.locator("#tally .main").tap()
    expect(listening.locator("#status.strip")).to_be_visible()
    listening.clock.run_for(AT_REST)  # it is tried again meanwhile
    unsaved = table.says("No connection – not saved yet. It is sent as soon as there is one.")
    title = table.book.label("entries", "deal", "title").format(n=1)
    assert listen(listening) == [f"{title}: {unsaved}"]
    set_offline(listening, False)
    table.expect_sheet()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_focus_is_in_the_group_that_is_wrong(game, phone):
    """Each form of the game, sent as it opens."""
    table = MatchPage(phone, game).open()
    sheet, refused = phone.url, 0
    for type in GAMES[game].entry_types:
        phone.goto(f"{sheet}/new/{type}")
        with phone.expect_navigation():
            phone.locator("#form .foot button.main:visible").last.tap()
        if not phone.locator("#errors").count():
            continue
        refused += 1
        sentence = phone.locator("#errors a").first.text_content()
        title, described = phone.evaluate(JS.WRONG)
        assert described == sentence, type
        assert title.startswith(f"{table.says('Not saved')} – "), type
    assert refused


def test_the_doors_of_a_deal_are_buttons(phone):
    table = TarokyTable(phone).open().write()
    door = phone.get_by_role("button", name="Petr hraje 1. povinnost, volá XIX")
    expect(door).to_have_attribute("aria-expanded", "false")
    expect(phone.locator(".view:visible")).to_have_count(0)
    expect(phone.locator("[role=button]")).to_have_count(0)
    assert_accessible(phone)
    door.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#view-contract")).to_be_checked()
    assert focused(phone) == "INPUT", "the focus goes into what was opened"
    done = phone.get_by_role("button", name=table.says("Done"))
    done.focus()
    phone.keyboard.press(" ")
    expect(door).to_be_focused()
    table.view(1)
    expect(phone.get_by_role("button", name="Jana –")).to_have_attribute("aria-expanded", "true")
    table.choose_value("announcements-1", "trul")
    table.view("deal")
    expect(phone.get_by_role("button", name="Jana trul")).to_be_visible()
    expect(phone.locator("#way")).to_be_focused()
    assert phone.evaluate(NO_ROLE) == []


def test_a_promise_is_one_choice_until_it_is_taken_back(phone):
    table = TarokyTable(phone).open().write()
    table.view(0)
    tile = phone.locator("fieldset.face:visible .of-valat").first
    expect(tile.get_by_role("radio")).to_have_count(1)
    tile.get_by_role("radio").check(force=True)
    expect(tile.get_by_role("radio")).to_have_count(2)


def test_typed_points_are_spoken_with_those_of_the_others(listening):
    table = TarokyTable(listening).open().write()
    listen(listening)
    table.choose_value("partner", 2)
    listen(listening)
    table.key(45)
    said = listen(listening)
    others, points = "Jana Eva", table.book.label("fields", "deal", "points", "label")
    assert said[:2] == [f"4, {others} –", f"45, {others} 25"]
    preview = table.says("A save would give %(points)s.", points="Petr +10, Jana −10")
    assert said[2].startswith(preview.rstrip("."))
    assert table.book.label("entries", "deal", "save") not in said[2]
    expect(listening.get_by_role("textbox", name=f"{points}: Petr Karel")).to_be_visible()

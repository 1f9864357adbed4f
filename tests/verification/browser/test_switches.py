"""What a table switches on and off at its phone: the display, a half turn."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import box_of
from tests.browser.table import MatchPage

FAKES = """
  window.heard = [];
  const lock = () => Object.assign(new EventTarget(), {
    release() { heard.push("released"); this.dispatchEvent(new Event("release")); },
  });
  Object.defineProperty(navigator, "wakeLock", { value: { request: async () => lock() } });
"""


@pytest.fixture
def begun(open_phone):
    """A table of four whose phone can hold its display."""
    phone = open_phone()
    phone.add_init_script(FAKES)
    return MatchPage(phone).open()


def heard(page):
    return page.evaluate("heard")


def test_the_display_can_be_let_go_out(begun):
    lamp = begun.button("The screen stays on")
    expect(lamp).to_have_attribute("aria-pressed", "true")
    begun.tap(lamp)
    expect(lamp).to_have_attribute("aria-pressed", "false")
    assert heard(begun.page) == ["released"]
    begun.page.reload()
    expect(lamp).to_have_attribute("aria-pressed", "false")
    begun.tap(lamp)
    expect(lamp).to_have_attribute("aria-pressed", "true")


def test_what_http_lacks_is_said_in_the_menu_of_such_a_page_only(begun):
    note = begun.page.locator("[data-insecure]")
    assert note.get_attribute("hidden") is not None  # 127.0.0.1 is as good as https
    begun.page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    begun.page.reload()
    begun.unfold("Menu")
    expect(note).to_be_visible()


def test_a_verdict_turns_round_for_the_player_opposite(begun):
    begun.page.goto(f"{begun.page.url}/offences/kocka.follow")
    word = begun.page.locator(".word")
    above = box_of(word)
    begun.tap(begun.page.locator("[for=turn]"))
    expect(begun.page.get_by_role("checkbox", name=begun.says("Rotate"))).to_be_checked()
    assert box_of(word)["y"] > above["y"]

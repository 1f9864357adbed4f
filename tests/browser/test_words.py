"""What a tile means: by a long tap on it, or by "?" beside the title."""

from playwright.sync_api import expect

from tests.browser.forms import sit_down
from tests.browser.helpers import box_of
from tests.browser.table import NAMES
from tests.browser.taroky import TarokyTable


def test_a_long_tap_tells_what_a_tile_is_worth(standing_phone):
    """It chooses nothing; a short tap chooses as ever, and "?" tells of all that is in view."""
    table = TarokyTable(standing_phone())
    page = table.page
    page.goto(sit_down(page.request, "taroky", NAMES) + "/new/deal")
    table.view(0)
    words, tile = page.locator("#words"), table.pick("announcements-0", "tarocky")
    chosen, height = table.control("announcements-0", "tarocky"), "document.body.scrollHeight"
    touch, box, long = page.context.new_cdp_session(page), box_of(tile), page.evaluate(height)
    finger = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(words).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    worth = table.book.say("worth", "won", {"n": 5})
    expect(words.locator("div:visible")).to_have_count(1)
    expect(words).to_contain_text(worth)
    expect(chosen).not_to_be_checked()
    table.tap(words.locator("button"))
    expect(words).to_be_hidden()
    table.tap(tile)
    expect(chosen).to_be_checked()
    table.tap(page.locator(".what"))
    expect(words.locator("div:visible")).to_have_count(10)
    assert page.evaluate(height) == long == 592


def test_without_scripts_the_words_are_a_page(standing_phone):
    page = standing_phone(java_script_enabled=False)
    page.goto(sit_down(page.request, "taroky", NAMES) + "/new/deal")
    expect(page.locator("#words")).to_be_hidden()
    with page.context.expect_page() as opened:
        page.locator(".what").tap()
    expect(opened.value.locator("#tarocky")).to_be_visible()

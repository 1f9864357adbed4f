"""A strip of status pushes the page and covers nothing; what is done is green, and goes."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import (
    assert_accessible_in_both_themes,
    at_each_size,
    box_of,
    middle_of,
    stop_time,
)
from tests.browser.scripts import JS
from tests.verification.browser.writing import FORMS, sit, write

SIZES = [(360, 592), (320, 568), (640, 320)]
TOP = "e => e.getBoundingClientRect().top"
GOING, LOOK = 6_000, 400  # ms
FORGET = "for (let id = setTimeout(() => {}); id > 0; id -= 1) clearTimeout(id)"
"""Nothing that a timer would do is done: the strip does not go while a busy machine looks at it."""


def back_at_the_form(page):
    """The form of a deal that is written already, and says so until the next tap."""
    form = FORMS["taroky"]
    write(sit(page, form), form)
    expect(page.get_by_role("table")).to_be_visible()
    page.go_back()
    expect(page.locator("#status.strip")).to_be_visible()
    expect(page.locator("body.moved")).not_to_be_attached()
    page.evaluate(FORGET)


def say_again(page):
    """The same is said once more, and from now on time goes on only as the test says."""
    status = page.locator("#status")
    said = status.inner_text()
    stop_time(page)
    status.evaluate("(e, said) => { e.className = 'vh'; e.textContent = said; }", said)
    status.evaluate("e => { e.className = 'strip success'; }")
    expect(page.locator("body.moved")).to_be_attached()
    page.clock.run_for(LOOK)
    expect(page.locator("body.moved")).not_to_be_attached()


@pytest.fixture
def form(open_phone):
    page = open_phone(locale="cs-CZ")
    back_at_the_form(page)
    return page


def test_it_covers_nothing(form):
    for size in at_each_size(form, SIZES):
        assert form.evaluate(JS.COVERED) == [], size
        top, below = (box_of(form.locator(each)) for each in ("#status", "form .scroll"))
        assert top["width"] > below["width"] * 0.9, size
        assert top["y"] + top["height"] <= below["y"], size
        expect(form.locator(".foot .main:visible")).to_be_in_viewport(ratio=1)


def test_what_is_done_is_green_what_was_refused_red_and_the_rest_says_beware(form):
    for look, colour in (("success", "--done"), ("refused", "--refused"), ("", "--beware")):
        form.evaluate(
            "look => { document.querySelector('#status').className = `strip ${look}`; }", look
        )
        assert form.evaluate(JS.IN_COLOUR, ["#status", colour]), look
        assert_accessible_in_both_themes(form)


def test_it_goes_by_itself_and_never_while_a_finger_is_down(form):
    status, below = form.locator("#status"), form.locator(".scroll")
    say_again(form)
    pushed = below.evaluate(TOP)
    form.clock.run_for(GOING - LOOK - 500)
    form.locator("h1").dispatch_event("pointerdown")
    form.clock.run_for(600)
    expect(status).to_have_class("strip success")
    form.clock.run_for(2_000)
    expect(status).to_have_class("vh")
    expect(status).to_be_empty()
    assert below.evaluate(TOP) < pushed - 30, "nothing is left of its place"


def test_it_goes_with_the_next_tap_which_does_what_it_aimed_at(form):
    choice = form.locator(".scroll label:visible").nth(1)
    was = checked(form)
    choice.tap()
    expect(form.locator("#status")).to_have_class("vh")
    assert checked(form) != was


def test_a_tap_just_after_the_page_has_moved_hits_nothing_else(form):
    """The strip goes, and what stood below the thumb has made way for its neighbour."""
    say_again(form)
    labels = form.locator(".scroll label:visible")
    places = [middle_of(labels.nth(at)) for at in range(labels.count())]
    was = checked(form)
    form.clock.run_for(GOING - LOOK)
    expect(form.locator("#status")).to_have_class("vh")
    for x, y in places:
        form.touchscreen.tap(x, y)
    assert checked(form) == was
    form.clock.run_for(LOOK)
    for x, y in places[:2]:
        form.touchscreen.tap(x, y)
    assert checked(form) != was


def test_the_foot_never_moves_and_takes_every_tap(form):
    say_again(form)
    keys = form.locator(".foot :is(button, .seat):visible")
    places = [middle_of(keys.nth(at)) for at in range(keys.count())]
    form.locator("#status").evaluate("e => { e.className = 'vh'; }")
    expect(form.locator("body.moved")).to_be_attached()
    assert [middle_of(keys.nth(at)) for at in range(keys.count())] == places
    form.get_by_role("button", name="4", exact=True).tap()
    expect(form.locator('main [name="points"]')).to_have_value("4")


def checked(page):
    return page.evaluate(
        "() => [...document.querySelectorAll('main :checked')].map(e => e.name + '=' + e.value)"
    )

"""Back to a form after a save, and after one whose answer was lost: nothing is written twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.referee import Referee
from tests.browser.table import UNSURE
from tests.verification.browser.writing import CHANGED, FORMS, sit, write

WRITTEN = "Already written: %(what)s."
SAVES = re.compile(r"/(entries(/\d+)?|people|rulings)$")


@pytest.fixture(params=FORMS)
def form(request):
    return FORMS[request.param]


@pytest.fixture
def stand(standing_phone, complaints):
    """Opens a phone whose requests nobody holds up afterwards."""
    complaints.expect("net::ERR_")
    phones = []

    def take(**options):
        phones.append(standing_phone(**options))
        return phones[-1]

    yield take
    for phone in phones:
        phone.unroute_all()


@pytest.fixture
def phone(stand):
    return stand()


def lose_the_answer(route):
    """The save reaches the server and is written; the phone never hears of it."""
    if route.request.method != "POST":
        return route.continue_()
    assert route.fetch(max_redirects=0).status in (201, 303)
    return route.abort("connectionreset")


def expect_fresh(form, page, key):
    """Nothing of what was tapped stands in the form, and what it sends is a save of its own."""
    expect(form.shown(page).locator("[name=key]")).not_to_have_value(key)
    assert form.shown(page).evaluate(CHANGED) == []


def test_back_after_a_lost_answer_without_scripts(form, stand):
    page = stand(java_script_enabled=False)
    table = sit(page, form)
    page.route(SAVES, lose_the_answer)
    with page.expect_event("requestfailed"):
        key = write(table, form)
    page.wait_for_url("chrome-error://**")
    page.go_back()
    expect_fresh(form, page, key)


def test_back_after_a_save(form, phone):
    table = sit(phone, form)
    key = write(table, form)
    expect(phone.get_by_role("table")).to_be_visible()
    phone.go_back()
    expect_fresh(form, phone, key)
    written = table.says(WRITTEN).partition("%")[0]
    expect(phone.locator("#status")).to_have_text(re.compile(f"^{re.escape(written)}.+"))
    table.tap(table.title)  # what is done is said until the next tap
    expect(phone.locator("#status")).to_have_class("vh")
    phone.goto(f"{table.url}/{form.path}")
    expect(phone.locator("#status")).to_have_class("vh")
    expect(phone.locator("#status")).not_to_contain_text(written)


def test_a_form_whose_answer_was_lost_says_that_it_is_written(phone):
    form = FORMS["makao"]
    table = sit(phone, form)
    phone.route(SAVES, lose_the_answer)
    asked = re.compile("/(saves/|since)")
    phone.route(asked, lambda route: route.abort())  # else the sheet comes
    key = write(table, form)
    table.expect_said(UNSURE)
    phone.evaluate("globalThis.settled = async () => true")
    phone.unroute(asked)  # of the save no answer comes, else it may be there before the page goes
    phone.reload()
    expect_fresh(form, phone, key)
    row = f"{table.book.label('entries', 'game', 'name')} 1 · Petr 0, Jana 1, Karel 0, Eva 0"
    expect(phone.locator("#status")).to_have_text(table.says(WRITTEN, what=row))


def test_what_was_taken_back_is_not_said_to_be_written(phone):
    form = FORMS["makao"]
    table = sit(phone, form)
    write(table, form)
    table.tap(table.undo)
    expect(table.redo).to_be_visible()
    with phone.expect_response(re.compile("/saves/")) as answer:
        phone.go_back()
        phone.go_back()
    assert answer.value.status == 204
    expect(phone.locator("#status")).to_have_class("vh")


def test_names_of_a_match_that_was_opened(phone):
    table = Referee(phone, "kocka")
    table.sit()
    phone.go_back()
    fields = phone.get_by_role("textbox")
    expect(fields).to_have_count(4)
    assert phone.locator("main form").evaluate(CHANGED) == []


def test_a_page_that_the_browser_kept_is_asked_for_anew(phone):
    """WebKit keeps pages that it was told not to keep; that is played here by an event."""
    table = sit(phone, FORMS["makao"])
    phone.goto(f"{table.url}/new/game")
    FORMS["makao"].fill(phone)
    with phone.expect_navigation():
        phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(phone.locator("main [name=lost][value='1']")).to_be_checked()  # by its draft

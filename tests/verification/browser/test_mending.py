"""What has to be mended: said once, where it is mended, and not a moment longer."""

from playwright.sync_api import expect

from tests.browser.scripts import JS
from tests.browser.table import MatchPage
from tests.browser.taroky import TarokyTable


def test_an_error_of_a_deal_stands_at_the_player_it_names(phone):
    table = TarokyTable(phone).open().write()
    table.fill({"contract": "zakladni", "declarer": 0, "called": "XIX", "partner": 1, "points": 40})
    for seat in (2, 3):
        table.view(seat)
        table.choose_value(f"announcements-{seat}", "trul")
    table.view("deal")
    table.save_button().tap()
    text = table.told("taroky.announce.possible", seats=(2, 3))
    wrong = phone.get_by_text(text).filter(visible=True)
    expect(wrong).to_have_count(1)
    expect(phone.locator("fieldset[aria-invalid=true] :focus")).to_have_count(1)
    expect(phone.locator("#view-2")).to_be_checked()
    table.tap(table.pick("announcements-2", "trul"))
    expect(wrong).to_have_count(0)


def test_an_error_of_a_round_goes_with_the_first_change(phone):
    table = MatchPage(phone).open()
    table.write()
    table.save_button().press("Enter")  # a second tap so soon is one of a trembling hand
    wrong = phone.get_by_text(table.told("kocka.round.nothing")).filter(visible=True)
    expect(wrong).to_have_count(1)
    table.tap(table.tile("QS"))
    expect(wrong).to_have_count(0)


def test_a_name_that_is_typed_is_no_longer_missing(phone):
    table = MatchPage(phone)
    phone.goto("/new/kocka")
    phone.get_by_role("textbox").nth(0).fill("Petr")
    phone.locator(".foot button").tap()
    wrong = phone.get_by_text(table.says("A name is missing here."))
    expect(wrong).to_be_visible()
    field = phone.get_by_role("textbox").nth(1)
    expect(field).to_be_focused()
    field.fill("J")
    expect(wrong).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_wrong_code_is_answered_where_it_was_typed(phone):
    table = MatchPage(phone)
    phone.goto("/")
    table.unfold("Watch")
    phone.locator("#code").fill("ZZZZ")
    table.tap(table.button("Watch"))
    expect(phone.locator("#code")).to_be_focused()
    expect(phone.locator("#code-wrong")).to_be_in_viewport()


def test_a_preview_is_read_out_and_escape_closes_the_menu(phone):
    table = TarokyTable(phone).open().write()
    table.choose_value("partner", 2)
    table.key(41)
    heard = phone.get_by_role("status").filter(has_text="Petr +6, Jana −6, Karel +6, Eva −6")
    expect(heard).to_have_count(1)
    menu = phone.locator(".menu > summary")
    menu.tap()
    expect(phone.locator(".menu nav")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator(".menu nav")).to_be_hidden()
    expect(menu).to_be_focused()


def test_the_way_to_announcements_is_one_word(open_phone):
    phone = open_phone(locale="en-GB")
    table = TarokyTable(phone, language="en").open().write()
    text = table.book.label("texts", "announcements")
    way = phone.locator("#said-way").filter(has_text=text)
    assert way.evaluate(JS.LINES_OF_TEXT) == 1

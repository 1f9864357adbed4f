"""The form of a deal fits every window: its keys and its button are whole, whatever is chosen."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import at_each_size, box_of
from tests.browser.scripts import JS
from tests.browser.taroky import TarokyTable

SIZES = ((360, 592), (360, 512), (320, 568), (640, 320))
TALL, WIDE = ((360, 592), (360, 512)), ((592, 360), (640, 320))
CONTRACTS = ("druha", "preferanc", "solo", "varsava", "zakladni")


@pytest.fixture
def form(phone):
    return TarokyTable(phone).open().write()


def assert_keys_whole(table, *sizes):
    """The keys and the button, in windows of some sizes."""
    expect(table.page.locator("[data-key='5']")).to_be_visible()
    expect(table.page.locator(".htmx-request")).to_have_count(0)
    expect(table.page.locator("html")).to_have_class("guarded")
    expect(table.save_button()).not_to_have_css("pointer-events", "none")  # it slept so far
    for size in at_each_size(table.page, sizes):
        assert table.page.evaluate(JS.HIDDEN) == [], size


def test_keys_are_whole_in_every_contract_and_after_every_error(form):
    assert_keys_whole(form, *SIZES)
    for contract in CONTRACTS:
        form.view("contract")
        form.choose_value("contract", contract)
        form.view("deal")
        assert_keys_whole(form, *SIZES)
        form.tap(form.save_button())
        expect(form.wrong).to_be_attached()
        form.view("deal")
        assert_keys_whole(form, *SIZES)


@pytest.mark.parametrize("contract", ["zakladni", "druha"])
def test_pagat_and_valat_are_whole_with_their_fleks_and_outcomes(form, contract):
    table = form
    table.fill_contract({"contract": contract, "declarer": 0})
    table.view(0)
    for item in () if contract == "druha" else ("pagat-seat",):
        table.choose_value(item, "declared-0")
    table.choose_value("valat-side", "declared-0")
    told = ["pagat-seat", "valat-side", "fleks-pagat", "fleks-valat", "announcements-0"]
    for name in ("fleks-pagat", "fleks-valat"):
        expect(table.control(name, "superflek")).to_be_visible()
    for size in at_each_size(table.page, TALL):
        assert table.page.evaluate(JS.UNSEEN, told) == [], size
    table.choose_value("fleks-valat", "flek")
    table.view("deal")
    expect(table.control("pagat-made", "n")).to_be_visible()
    expect(table.control("valat-made", "n")).to_be_visible()
    outcomes = ["fleks-game", "partner", "pagat-made", "valat-made"]
    for size in at_each_size(table.page, TALL):
        assert table.page.evaluate(JS.UNSEEN, outcomes) == [], size
    assert_keys_whole(table, *TALL)


def test_where_a_pagat_is_told_the_way_to_announcements_is_whole_and_nothing_low(form):
    """In a low window what is tapped is as high as elsewhere."""
    form.fill_contract({"contract": "druha", "declarer": 1})
    for size in at_each_size(form.page, ((360, 592), (320, 568))):
        way, foot = (box_of(form.page.locator(each)) for each in ("#way", ".foot"))
        assert way["y"] + way["height"] <= foot["y"] + (5 if size[0] < 360 else 0), size
    for size in at_each_size(form.page, WIDE):
        assert form.page.evaluate(JS.LOW) == [], size
    assert_keys_whole(form, *WIDE)


def test_announcements_open_at_the_declarer_and_follow_the_choice(form):
    form.fill_contract({"declarer": 2, "contract": "preferanc", "variant": "first"})
    form.tap(form.page.locator("#way"))
    name = form.book.say("texts", "announcements-of", {"seat": 2}, form.names)
    heading = form.page.locator("legend").get_by_text(name)
    expect(heading).to_be_visible()
    title = form.title.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert heading.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= title


def test_the_form_says_what_is_typed_and_in_the_words_of_the_rules(form):
    form.choose_value("partner", 2)
    sides = [form.page.locator(f"#said-{side}") for side in ("declarer", "opponents")]
    expect(sides[0]).to_have_text("Petr\nKarel")
    expect(sides[1]).to_have_text("Jana\nEva")
    form.key(41)
    rest = form.page.locator("#said-rest")
    expect(rest).to_have_text("29")
    typed = form.page.locator("#points")
    assert left(typed) < left(rest)
    form.tap(sides[1])
    assert left(typed) > left(rest)  # the keys write the other side's now
    levels = form.page.locator("#part-fleks label")
    expect(levels).to_have_text(["bez fleku", "flek", "reflek", "superflek"])


def left(figure):
    return float(figure.evaluate("e => e.getBoundingClientRect().left"))


def test_a_varsava_is_typed_with_the_same_keys_and_its_fourth_pile_follows(form):
    form.view(0)
    form.choose_value("announcements-0", "trul")
    form.view("deal")
    form.view("contract")
    form.choose_value("contract", "varsava")
    form.view("deal")
    expect(form.page.locator("#way")).to_be_disabled()  # nothing is announced in a Varšava
    form.key(10)
    form.key(22)
    form.key(12)
    expect(form.page.locator("[name='points-3']")).to_have_attribute("placeholder", "26")
    form.expect_strip((16, 4, 14, -34))
    form.save()
    form.expect_row(1, (16, 4, 14, -34))


def test_a_chosen_word_takes_no_more_room(form):
    form.view("contract")
    width = "e => e.querySelector('span > span').getBoundingClientRect().width"
    druha = form.pick("contract", "druha")
    before = druha.evaluate(width)
    form.choose_value("contract", "druha")
    assert druha.evaluate(width) == before

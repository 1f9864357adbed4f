"""The form of a deal: what everybody gets before it is saved, what is refused, what is kept."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.helpers import held_back
from tests.browser.taroky import FIVE, TarokyTable, open_table

PLAIN = {"declarer": 0, "contract": "zakladni", "partner": 2, "points": 41}
DRUHA = {
    "declarer": 2,
    "contract": "druha",
    "partner": 3,
    "points": 38,
    "fleks": {"game": "flek"},
    "pagat": {"seat": 2, "declared": True, "made": True},
}
VARSAVA = {
    "declarer": 0,
    "contract": "zakladni",
    "variant": "varsava",
    "points": [10, 22, 12, 26],
}
VARSAVA_ROW = (16, 4, 14, -34)
CLASH = {**PLAIN, "announcements": {1: ["honery"], 2: ["kralovske-honery"]}}


@pytest.fixture
def begun(phone: Page) -> TarokyTable:
    return open_table(phone)


@pytest.fixture
def form(begun: TarokyTable) -> TarokyTable:
    """A table with the form of its first deal open."""
    begun.write()
    return begun


@pytest.fixture
def plain(open_phone: OpenPhone, live_server: str) -> TarokyTable:
    """A table at a phone that runs no scripts, with the form of its first deal open."""
    table = TarokyTable(open_phone(base_url=live_server, java_script_enabled=False))
    table.open()
    table.tap(table.action("deal"))
    return table


# --- what everybody gets -------------------------------------------------------------------------


def test_what_everybody_gets_follows_the_taps(form: TarokyTable) -> None:
    form.expect_strip((None, None, None, None))
    form.fill_deal(PLAIN)
    expected = (6, -6, 6, -6)
    form.expect_strip(expected)
    form.choose_value("fleks-game", "flek")
    form.expect_strip((12, -12, 12, -12))
    form.choose_value("fleks-game", "reflek")
    form.expect_strip((24, -24, 24, -24))
    form.choose_value("partner", "alone")
    form.expect_strip((72, -24, -24, -24))
    form.fill_announcements({**PLAIN, "announcements": {1: ["honery"], 0: ["tarocky"]}})
    form.expect_strip((72, -24, -24, -24))  # taročky +5, honéry −5: they count for losers too
    form.key(3)
    lost = 32 * 4 + 5  # those who lose have no taročky
    form.expect_strip((-3 * lost, lost, lost, lost))
    assert sum(form.strip()) == 0
    form.save()
    form.expect_row(1, (-399, 133, 133, 133))


def test_line_by_line_on_demand(form: TarokyTable) -> None:
    form.fill({**PLAIN, "announcements": {0: ["tarocky"], 1: ["honery"]}})
    form.expect_strip((6, -6, 6, -6))
    base = form.book.label("steps", "taroky.settle.base")
    title = form.lines.get_by_role("heading", name=re.compile(f"^{base}"))
    expect(title).not_to_be_visible()
    form.tap(form.lines.locator("summary").first)
    expect(title).to_be_visible()
    for rule in ("taroky.announce.tarocky", "taroky.announce.honery"):
        expect(form.lines).to_contain_text(form.book.rules[rule].title)
    lines = form.lines.locator(".figures").all()
    assert len(lines) == 3
    for line in lines:
        figures = line.locator(".fig").all_inner_texts()
        assert sum(int(figure.replace("\N{MINUS SIGN}", "-")) for figure in figures) == 0

    # They stay open while one taps on, and follow.
    form.tap(form.lines.locator("summary").first)
    with held_back(form.page, "**/preview"):
        with form.page.expect_request("**/preview"):
            form.choose_value("fleks-game", "flek")
        form.tap(form.lines.locator("summary").first)
    expect(form.lines.locator(".figures").first).to_contain_text("+12")
    expect(title).to_be_visible()


# --- what is refused -----------------------------------------------------------------------------


def test_a_clash_of_announcements_names_the_players(form: TarokyTable) -> None:
    form.fill(CLASH)
    form.tap(form.save_button())
    form.expect_refused("taroky.announce.possible", seats=(1, 2))
    expect(form.wrong).to_contain_text(re.compile("Jana.*Karel"))
    form.expect_held(
        partner=2, announcements_1="honery", announcements_2="kralovske-honery", contract="zakladni"
    )
    expect(form.page.locator("#points")).to_have_value("41")
    form.view(2)
    form.tap(form.pick("announcements-2", "kralovske-honery"))
    form.view("deal")
    form.save()
    form.expect_row(1, (1, -1, 1, -1))


def test_a_druha_asks_for_its_pagat(form: TarokyTable) -> None:
    form.fill({**DRUHA, "pagat": {}, "contract": "zakladni"})
    form.view("contract")
    form.choose_value("contract", "druha")
    form.view("deal")
    form.tap(form.save_button())
    form.expect_refused("taroky.pagat.druha", seat=2)
    form.expect_held(contract="druha", declarer=2, partner=3, fleks_game="flek")
    form.choose_value("pagat-made", "n")
    form.view("deal")
    form.save()
    form.expect_row(1, (4, 4, -4, -4))  # 3 × 2, and 10 lost


def test_a_declared_pagat_says_nothing_of_its_outcome_until_it_is_told(form: TarokyTable) -> None:
    declared = {**PLAIN, "pagat": {"seat": 1, "declared": True}}
    form.fill_announcements(declared)
    for made in "yn":
        expect(form.control("pagat-made", made)).not_to_be_checked()
    form.fill_deal(PLAIN)
    form.tap(form.save_button())
    form.expect_refused("taroky.pagat.made", seat=1)
    form.expect_held(partner=2, pagat_seat="declared-1")
    expect(form.page.locator("#points")).to_have_value("41")
    form.choose_value("pagat-made", "n")
    form.save()
    form.expect_row(1, (16, -16, 16, -16))
    row = form.page.locator(".marks").first
    expect(row).to_contain_text(form.book.say("notices", "pagat-lost", {"seat": 1}, form.names))


def test_a_second_tap_takes_a_pagat_back_with_its_flek(form: TarokyTable) -> None:
    form.view(1)
    form.choose_value("pagat-seat", "declared-1")
    form.choose_value("fleks-pagat", "flek")
    form.choose_value("pagat-seat", "silent-1")
    expect(form.control("fleks-pagat", "flek")).not_to_be_visible()
    form.view("deal")
    form.choose_value("pagat-made", "y")
    form.view(1)
    form.tap(form.pick("pagat-seat", "silent-1"))
    form.view("deal")
    expect(form.control("pagat-made", "y")).not_to_be_visible()
    form.fill_deal(PLAIN)
    form.save()
    form.expect_row(1, (6, -6, 6, -6))


def test_a_silent_valat_asks_for_no_outcome(form: TarokyTable) -> None:
    """There is none that is not made; a declared one may have been told before."""
    lost = {"side": "opponents", "declared": True, "made": False}
    form.fill_announcements({**PLAIN, "valat": lost})
    form.choose_value("valat-made", "n")
    form.fill_announcements({**PLAIN, "valat": {**lost, "declared": False}})
    expect(form.control("valat-made", "n")).not_to_be_visible()
    form.fill_deal({**PLAIN, "points": 3})
    form.save()
    form.expect_row(1, (-42, 42, -42, 42))


def test_a_varsava_with_a_wrong_sum(form: TarokyTable) -> None:
    form.fill({**VARSAVA, "points": [10, 22, 12, 20]})
    form.tap(form.save_button())
    form.expect_refused("taroky.points.sum", sum=64, right="69 / 70 / 71")
    form.expect_held(contract="varsava")
    for seat, points in enumerate((10, 22, 12, 20)):
        expect(form.page.locator(f"input[name='points-{seat}']")).to_have_value(str(points))
    form.type_pile(3, 26)
    form.save()
    form.expect_row(1, VARSAVA_ROW)


# --- what is kept --------------------------------------------------------------------------------


def test_what_was_ticked_survives_a_reload(form: TarokyTable) -> None:
    """The form may be opened during the bidding."""
    form.fill({**DRUHA, "called": "XVIII", "announcements": {1: ["barvy"]}})
    expected = (-16, -16, 16, 16)
    form.expect_strip(expected)
    form.page.reload()
    form.expect_held(
        contract="druha",
        declarer=2,
        called="XVIII",
        partner=3,
        fleks_game="flek",
        pagat_made="y",
        announcements_1="barvy",
    )
    expect(form.page.locator("#points")).to_have_value("38")
    form.expect_strip(expected)
    form.save()
    form.expect_row(1, expected)
    form.write()
    form.expect_held(contract="zakladni", called="XIX", declarer=1)
    expect(form.page.locator("#points")).to_have_value("")


def test_a_draft_that_came_back_says_so_and_goes_with_a_tap(form: TarokyTable) -> None:
    strip = form.page.get_by_role("button", name=form.says("Start again"))
    form.page.reload()
    expect(form.save_button()).to_be_visible()
    expect(strip).to_have_count(0)  # nothing was begun
    form.fill({**PLAIN, "announcements": {1: ["barvy"]}})
    form.expect_strip((6, -6, 6, -6))
    form.page.reload()
    form.tap(strip)
    form.expect_strip((None, None, None, None))
    expect(form.control("announcements-1", "barvy")).not_to_be_checked()
    form.tap(form.button("Bring back what was unfinished"))
    form.expect_strip((6, -6, 6, -6))
    form.choose_value("fleks-game", "flek")  # somebody writes on
    expect(strip).to_have_count(0)
    form.save()
    form.expect_row(1, (12, -12, 12, -12))


def test_counting_there_and_back(form: TarokyTable) -> None:
    """Five counts and the tricks; what was ticked before is there again, with the points."""
    form.fill({**PLAIN, "points": None, "announcements": {0: ["tarocky"]}})
    form.choose_value("fleks-game", "flek")
    form.tap(form.page.get_by_role("button", name=form.book.label("texts", "count"), exact=True))
    # 3 × 5 + 2 × 4 + 3 + 2 × 2 = 30, and the ones of 6 tricks and 4 cards laid aside: 28 cards.
    with form.counting() as count:
        for worth, n in ((5, 3), (4, 2), (3, 1), (2, 2)):
            form.tap(form.pick(f"pile-{worth}", n))
        form.tap(form.pick("pile-tricks", 6))
    assert count.taps == 5
    form.page.locator("select[name='pile-aside']").select_option("4")
    # 30 + 20 ones = 50; nine threes and one left: less 19.
    expect(form.page.locator("#tally")).to_contain_text("31 : 39")
    form.tap(form.page.get_by_role("button", name=form.book.label("texts", "count-done")))
    expect(form.page.locator("#points")).to_have_value("31")
    form.expect_held(partner=2, fleks_game="flek", announcements_0="tarocky")
    form.expect_strip((-8, 8, -8, 8))
    form.save()
    form.expect_row(1, (-8, 8, -8, 8))


def test_going_back_without_counting_loses_nothing(form: TarokyTable) -> None:
    form.fill(PLAIN)
    form.tap(form.page.get_by_role("button", name=form.book.label("texts", "count"), exact=True))
    expect(form.page.locator("#pile")).to_be_visible()
    form.tap(form.button("Back"))
    expect(form.page.locator("#points")).to_have_value("41")
    form.expect_held(partner=2)
    form.save()
    form.expect_row(1, (6, -6, 6, -6))


def test_the_auction_fills_contract_and_declarer(form: TarokyTable) -> None:
    form.fill_announcements({**PLAIN, "announcements": {1: ["barvy"]}})
    form.view("contract")
    form.tap(form.page.get_by_role("button", name=form.book.label("texts", "bidding")))
    for seat, bid in enumerate(("zakladni", "preferanc", "pass", "pass")):
        name = form.names[seat]
        expect(form.page.get_by_role("status").filter(has_text=name)).to_be_visible()
        form.tap(offer(form, bid))
        if bid == "preferanc":
            for lower in ("zakladni", "druha", "preferanc"):
                expect(offer(form, lower)).to_have_count(0)
    form.tap(form.page.get_by_role("button", name=form.book.label("texts", "bid-on")))
    form.expect_held(contract="preferanc", declarer=1, announcements_1="barvy")
    form.view("contract")
    form.choose_value("variant", "first")
    form.view("deal")
    form.key(40)
    form.save()
    form.expect_row(1, (-10, 30, -10, -10))


def offer(form: TarokyTable, bid: str) -> Locator:
    name = re.compile(f"^{re.escape(form.book.label('texts', f'bid-{bid}'))}( |$)")
    return form.page.locator(".offers").get_by_role("button", name=name)


# --- without scripts -----------------------------------------------------------------------------


def test_a_plain_deal_without_scripts(plain: TarokyTable) -> None:
    plain.choose_value("partner", 2)
    type_points(plain, 41)
    plain.save()
    plain.expect_row(1, (6, -6, 6, -6))


def test_a_varsava_without_scripts(plain: TarokyTable) -> None:
    plain.fill(VARSAVA)
    plain.save()
    plain.expect_row(1, VARSAVA_ROW)


def test_a_druha_without_scripts(plain: TarokyTable) -> None:
    plain.fill({**DRUHA, "points": None})
    type_points(plain, 38)
    plain.save()
    plain.expect_row(1, (-16, -16, 16, 16))


def test_a_declared_pagat_and_valat_without_scripts(plain: TarokyTable) -> None:
    deal = {
        **PLAIN,
        "pagat": {"seat": 1, "declared": True, "made": False},
        "valat": {"side": "opponents", "declared": True, "made": False},
        "fleks": {"pagat": "flek", "valat": "flek"},
    }
    plain.fill_announcements(deal)
    plain.choose_value("partner", 2)
    type_points(plain, 41)
    plain.tap(plain.save_button())
    plain.expect_refused("taroky.pagat.made", seat=1)
    plain.choose_value("pagat-made", "n")
    plain.choose_value("valat-made", "n")
    plain.save()
    plain.expect_row(1, (66, -66, 66, -66))  # 6 + 20 + 40


def type_points(table: TarokyTable, points: int) -> None:
    table.tap(table.page.locator("#points"))
    table.page.keyboard.type(str(points))


# --- the evening ---------------------------------------------------------------------------------


def test_a_tariff_of_ones_own_in_money(phone: Page) -> None:
    table = TarokyTable(phone)
    table.home()
    table.choose_game()
    table.type_names(table.names)
    table.house_rules()
    set_to(table, "tariff-point", "0,15")
    set_to(table, "tariff-large", "12")
    table.tap(table.button("Done"))
    table.start()
    table.write()
    table.fill({**PLAIN, "points": 41})
    expect(phone.locator("#tally .seat").first).to_contain_text("+0,90")
    table.save()
    money = ["+0,90", "−0,90", "+0,90", "−0,90"]
    expect(table._cells(table.row_name(1))).to_have_text(money)
    table.record({"declarer": 1, "contract": "preferanc", "variant": "first", "points": 36})
    totals = ["+0,75", "−0,45", "+0,75", "−1,05"]
    expect(table._cells(table.says("Total"))).to_have_text(totals)
    table.menu(table.says("Result"))
    expect(table.title).to_contain_text(table.says("Result"))
    pays = phone.locator(".pays li").all_inner_texts()
    told = {tuple(re.findall(r"Petr|Jana|Karel|Eva|\d+,\d+", text)) for text in pays}
    owed = {"Jana": 45, "Eva": 105}
    got = {"Petr": 75, "Karel": 75}
    for payer, payee, amount in told:
        owed[payer] -= int(amount.replace(",", ""))
        got[payee] -= int(amount.replace(",", ""))
    assert set(owed.values()) | set(got.values()) == {0}
    assert len(pays) == 3
    assert all("Kč" in text for text in pays)


def set_to(table: TarokyTable, control: str, text: str) -> None:
    field = table.page.locator(f"input[name='{control}']")
    table.tap(field)
    field.select_text()
    table.page.keyboard.type(text)


def test_five_at_the_table(phone: Page) -> None:
    table = TarokyTable(phone, FIVE)
    table.home()
    table.choose_game()
    table.one_player_more(4)
    table.type_names(FIVE)
    table.tap(phone.get_by_role("radio", name="Olga"))
    table.start()
    table.record(PLAIN)
    table.expect_row(1, (6, -6, 6, -6, None))  # Olga dealt
    # Petr deals and pauses, Jana is the předák.
    table.write()
    table.expect_held(declarer=1, pausing=0)
    table.fill({"declarer": 1, "contract": "solo", "points": 37})
    table.expect_strip((None, 48, -16, -16, -16))
    table.save()
    table.expect_row(2, (None, 48, -16, -16, -16))
    # Jana deals; but it is Eva who pauses, and so Karel is still the předák.
    table.write()
    table.fill({**PLAIN, "pausing": [3], "declarer": 2, "partner": 1})
    table.save()
    table.expect_row(3, (-6, 6, 6, None, -6))
    table.expect_totals((0, 48, -4, -22, -22))

"""What goes wrong in a pub: hasty thumbs, a lost signal, two phones, a server that dies."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.helpers import Complaints, assert_fits
from tests.browser.server import Server
from tests.browser.table import TYPICAL, TYPICAL_POINTS, MatchPage

ENTRIES = re.compile(r"/m/\w+/entries$")
PATIENT = 15_000  # ms until a watcher must have seen a round


@pytest.fixture
def begun(table: MatchPage) -> MatchPage:
    """A table that has just sat down."""
    table.open()
    return table


@pytest.fixture
def plain(open_phone: OpenPhone, live_server: str) -> MatchPage:
    """A table at a phone that runs no scripts."""
    table = MatchPage(open_phone(base_url=live_server, java_script_enabled=False))
    table.open()
    return table


def open_without_next(table: MatchPage) -> None:
    """A new match where every name is tapped: Next is a script."""
    table.home()
    table.choose_game()
    for seat, name in enumerate(table.names):
        table.tap(table.name_field(seat))
        table.page.keyboard.type(name)
    table.start()


def tap_twice(target: Locator) -> None:
    """Two taps so quick that the second one does not wait for what the first one does."""
    box = target.bounding_box()
    assert box is not None
    for _ in range(2):
        target.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def code_of(table: MatchPage) -> str:
    return table.page.url.partition("/m/")[2].partition("/")[0]


def second_phone(table: MatchPage, open_phone: OpenPhone, role: str = "score") -> MatchPage:
    """Another phone, brought in by the link that the first one shows."""
    sheet = table.page.url
    table.tap(table.link("Share"))
    links = table.page.get_by_role("link", name="/in/")
    if role == "score":
        table.tap(table.page.get_by_text(table.says("Hand over the scoring")))
    link = (links.last if role == "score" else links.first).get_attribute("href")
    table.page.goto(sheet)
    other = MatchPage(open_phone(), table.names)
    other.page.goto(link or "")
    return other


# --- without scripts -----------------------------------------------------------------------------


def test_a_round_by_cards_without_scripts(plain: MatchPage) -> None:
    plain.write()
    plain.cards(TYPICAL, rest=2, no_trick=[3])
    plain.save()
    plain.expect_row(1, (7, 6, 15, -1))
    plain.expect_totals((7, 6, 15, -1))


def test_a_round_by_numbers_without_scripts(plain: MatchPage) -> None:
    plain.round_by_numbers((7, 6, None, 0), no_trick=[3])
    plain.expect_row(1, (7, 6, 15, -1))


def test_a_choice_can_be_taken_back_without_scripts(plain: MatchPage) -> None:
    plain.write()
    plain.take(0, ["AH"])
    for name in ("rest", "durch", "durch_caught", "no_trick"):
        plain.say(name, 0)
        expect(plain.option(name, 0)).to_be_checked()
        back = plain.option(name, 0) if name == "no_trick" else plain.nobody(plain.part(name))
        plain.tap(back)
        expect(plain.option(name, 0)).not_to_be_checked()
    plain.tap(plain.nobody(plain.tile("AH")))
    plain.say("durch", 1)
    plain.save()
    plain.expect_row(1, (-1, -28, -1, -1))


def test_a_refused_round_without_scripts(plain: MatchPage) -> None:
    plain.write()
    plain.take(1, ["QS", "AH"])
    plain.tap(plain.save_button())
    expect(plain.page.get_by_role("alert")).to_be_visible()
    expect(plain.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    plain.say("rest", 2)
    plain.save()
    plain.expect_row(1, (0, 15, 13, 0))


def test_undo_and_correction_without_scripts(plain: MatchPage) -> None:
    plain.round_by_numbers((7, 6, None, 0))
    plain.tap(plain.row(1))
    plain.type_points(0, 8)
    plain.type_points(2, 14)
    plain.save()
    plain.expect_row(1, (8, 6, 14, 0))
    plain.tap(plain.undo)
    plain.expect_row(1, TYPICAL_POINTS)
    plain.tap(plain.redo)
    plain.expect_row(1, (8, 6, 14, 0))


# --- hasty thumbs, lost answers ------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False])
def test_save_tapped_twice(open_phone: OpenPhone, live_server: str, scripts: bool) -> None:
    table = MatchPage(open_phone(base_url=live_server, java_script_enabled=scripts))
    open_without_next(table)
    table.write()
    table.cards(TYPICAL, rest=2)
    table.page.route(ENTRIES, answer_when_written)
    tap_twice(table.save_button())
    table.expect_sheet()
    table.expect_rows(1)
    table.expect_row(1, TYPICAL_POINTS)


def answer_when_written(route: Route) -> None:
    """The second tap has come before the phone hears of the first."""
    route.fulfill(response=route.fetch(max_redirects=0))


def test_undo_tapped_twice_takes_one_back(begun: MatchPage) -> None:
    begun.durch(0)
    begun.durch(0)
    tap_twice(begun.undo)
    begun.expect_rows(1)
    begun.expect_totals((-28, -1, -1, -1))


def test_a_lost_answer_is_asked_for_again(begun: MatchPage, complaints: Complaints) -> None:
    complaints.expect("net::ERR_")
    begun.page.clock.install()
    begun.write()
    begun.cards(TYPICAL, rest=2)
    begun.page.route(ENTRIES, lose_the_answer, times=1)
    with begun.page.expect_event("requestfailed"):
        begun.tap(begun.save_button())
    begun.page.clock.fast_forward("00:30")  # the phone sends it again by itself
    begun.expect_sheet()
    begun.expect_rows(1)
    begun.expect_row(1, TYPICAL_POINTS)


def lose_the_answer(route: Route) -> None:
    """The request reaches the server and is written; the phone never hears of it."""
    assert route.fetch(max_redirects=0).status == 201
    route.abort("aborted")


def test_a_lost_connection_and_reloading_without_scripts(
    plain: MatchPage, complaints: Complaints
) -> None:
    complaints.expect("net::ERR_")
    plain.write()
    plain.cards(TYPICAL, rest=2)
    plain.page.route(ENTRIES, reset_after_writing, times=1)
    with plain.page.expect_event("requestfailed"):
        plain.tap(plain.save_button())
    plain.page.wait_for_url("chrome-error://**")
    plain.page.reload()  # the browser sends the form again
    plain.expect_sheet()
    plain.expect_rows(1)


def reset_after_writing(route: Route) -> None:
    assert route.fetch(max_redirects=0).status == 303
    route.abort("connectionreset")


def test_the_way_back_after_a_save_writes_nothing_twice(begun: MatchPage) -> None:
    begun.round_by_cards(TYPICAL, rest=2)
    begun.page.go_back()
    begun.page.reload()
    expect(begun.title).to_have_text(begun.book.label("entries", "round", "title").format(n=2))
    begun.page.go_back()
    begun.expect_rows(1)
    begun.expect_row(1, TYPICAL_POINTS)


# --- several phones ------------------------------------------------------------------------------


def test_two_phones_at_once(begun: MatchPage, open_phone: OpenPhone) -> None:
    other = second_phone(begun, open_phone)
    begun.write()
    other.write()
    other.cards({1: ["QS"]}, rest=3)
    begun.cards(TYPICAL, rest=2)
    begun.save()

    other.tap(other.save_button())
    message = other.says(
        "Not saved: %(mine)s. Somebody was quicker: %(what)s. Look at it and save again.",
        mine=other.book.label("entries", "round", "title").format(n=2),
        what=other.row_name(1),
    )
    expect(other.page.get_by_role("alert").filter(has_text=message)).to_be_visible()
    expect(other.page.get_by_text(other.says("Is it the same one as yours?"))).to_be_visible()
    assert_fits(other.page)
    other.tap(other.page.get_by_role("link", name=other.says("Look at mine")))
    expect(other.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    expect(other.option("rest", 3)).to_be_checked()
    other.save()
    other.expect_rows(2)
    other.expect_row(1, TYPICAL_POINTS)
    other.expect_row(2, (0, 10, 0, 18))


def test_a_round_that_another_phone_wrote_is_thrown_away_or_the_next(
    begun: MatchPage, open_phone: OpenPhone
) -> None:
    other = second_phone(begun, open_phone)
    answers = other.link("Yes, drop mine"), other.page.locator(".rival .main")
    for answer, rows in zip(answers, (1, 3), strict=True):
        other.write()
        other.say("durch", 1)
        begun.durch(0)
        other.tap(other.save_button())
        expect(other.page.get_by_text(other.says("Is it the same one as yours?"))).to_be_visible()
        with other.counting() as count:
            other.tap(answer)
            other.expect_rows(rows)
        assert count.taps == 1


def test_undo_on_an_old_sheet_undoes_nothing_unseen(
    begun: MatchPage, open_phone: OpenPhone, complaints: Complaints
) -> None:
    complaints.expect("net::ERR_|Failed to fetch")
    begun.durch(0)
    other = second_phone(begun, open_phone)
    other.page.evaluate("document.getElementById('live').remove()")
    other.page.route(
        re.compile(r"/m/\w+$"),
        lambda route: route.abort() if route.request.method == "GET" else route.continue_(),
    )
    begun.durch(1)
    other.tap(other.undo)
    answer = other.page.get_by_text(other.says("Save it now"))
    row = other.page.get_by_text(re.compile(re.escape(other.row_name(2))))
    expect(answer.or_(row).first).to_be_visible()  # the answer may name the row, too
    other.expect_rows(2)


def test_a_watcher_sees_a_round(begun: MatchPage, open_phone: OpenPhone) -> None:
    watcher = second_phone(begun, open_phone, role="watch")
    places = watcher.page.get_by_role("listitem")
    expect(places).to_have_count(4)
    expect(watcher.page.get_by_role("button", name=re.compile("Zapsat|Vzít zpět"))).to_have_count(0)
    begun.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    expect(places).to_have_text(
        [
            re.compile(rf"{n}\.\s*{name}.*\s{points}\s*$", re.DOTALL)
            for n, name, points in (
                (1, "Eva", "−1"),
                (2, "Jana", "6"),
                (3, "Petr", "7"),
                (4, "Karel", "15"),
            )
        ],
        timeout=PATIENT,
    )
    watcher.expect_totals((7, 6, 15, -1))


def test_a_watcher_finds_the_table_by_its_code(
    begun: MatchPage, open_phone: OpenPhone, live_server: str
) -> None:
    other = MatchPage(open_phone(base_url=live_server))
    other.home()
    other.tap(other.page.locator("summary").filter(has_text=other.says("Watch")))
    field = other.page.get_by_role("textbox", name=other.says("Watch another table"))
    field.fill("????")
    other.tap(other.button("Watch"))
    error = other.says("No table with this code played this week. Check it, or open the link.")
    expect(other.page.get_by_text(error)).to_be_visible()
    expect(field).to_have_value("????")
    field.fill(code_of(begun).lower())
    other.tap(other.button("Watch"))
    expect(other.page.get_by_role("listitem")).to_have_count(4)


# --- the server dies -----------------------------------------------------------------------------


def test_a_killed_server(own_server: Server, open_phone: OpenPhone, complaints: Complaints) -> None:
    complaints.expect("Failed to fetch|net::ERR_")
    table = MatchPage(open_phone(base_url=own_server.url))
    table.open()
    table.round_by_cards(TYPICAL, rest=2)
    table.durch(3)
    table.write()
    table.take(1, ["QS"])
    own_server.kill()
    table.say("rest", 0)
    own_server.start()
    table.save()
    table.expect_row(1, TYPICAL_POINTS)
    table.expect_row(2, (-1, -1, -1, -28))
    table.expect_row(3, (18, 10, 0, 0))
    table.expect_totals((24, 15, 14, -28))


# --- wrong input, ways back ----------------------------------------------------------------------


def test_a_wrong_sum_keeps_what_was_typed(begun: MatchPage) -> None:
    begun.write()
    begun.to_numbers()
    begun.numbers((10, 10, 10, 0))
    begun.tap(begun.save_button())
    told = begun.told("kocka.round.sum.over", sum=30, n=2)
    expect(begun.page.locator(".wrong").get_by_text(told)).to_be_visible()
    for seat, typed in enumerate(("10", "10", "10", "0")):
        expect(begun.points(seat)).to_have_value(typed)
    begun.type_points(2, 8)
    begun.save()
    begun.expect_row(1, (10, 10, 8, 0))


def test_no_number_at_all(begun: MatchPage) -> None:
    begun.write()
    begun.to_numbers()
    begun.points(0).fill("pět")
    begun.tap(begun.save_button())
    expect(begun.page.locator(".wrong")).to_be_visible()
    expect(begun.points(0)).to_have_value("pět")


def test_an_early_save_says_what_is_missing(begun: MatchPage) -> None:
    begun.write()
    begun.take(1, ["QS", "AH"])
    short = begun.book.say("short", "kocka.round.cards.missing", {"sum": 15, "n": 7})
    expect(begun.save_button()).to_contain_text(short)
    begun.tap(begun.save_button())
    expect(begun.page.get_by_role("alert")).to_be_visible()
    expect(begun.tile("QS").get_by_role("radio", name="Jana")).to_be_checked()
    expect(begun.tile("KH").get_by_role("radio", name="Jana")).not_to_be_checked()


@pytest.mark.parametrize(
    ("names", "said", "wrong"),
    [
        (("Petr", "", "Karel", "Eva"), "A name is missing here.", 1),
        (("Petr", "Jana", "petr", "Eva"), "This name is here twice. Add a letter.", 2),
    ],
)
def test_wrong_names_keep_what_was_typed(
    table: MatchPage, names: tuple[str, ...], said: str, wrong: int
) -> None:
    table.home()
    table.choose_game()
    table.type_names(names)
    table.tap(table.button("Start the game"))
    expect(table.name_field(wrong)).to_have_accessible_description(table.says(said))
    for seat, name in enumerate(names):
        expect(table.name_field(seat)).to_have_value(name)
    table.name_field(wrong).fill("Zdena")
    table.start()


def test_house_rules_keep_the_names(table: MatchPage) -> None:
    table.home()
    table.choose_game()
    table.type_names(table.names)
    table.house_rules()
    expect(table.title).to_contain_text(table.says("House rules"))
    off = table.book.label("house", "dokladacka", "choices", "off")
    table.tap(table.page.get_by_role("radio", name=off))
    stake = table.page.get_by_label(table.book.label("house", "stake", "label"))
    stake.fill("velká kořalka")
    table.tap(table.button("Done"))
    for seat, name in enumerate(table.names):
        expect(table.name_field(seat)).to_have_value(name)
    expect(table.page.get_by_role("button", name=off)).to_be_visible()
    table.start()
    for _ in range(4):
        table.round_by_cards({}, rest=0)
    table.expect_notice("over", [0], n=112)  # no dokládačka came between
    table.expect_notice("pays", [0], n=1, why=["for-game"], stake="velká kořalka", money="")


def test_back_never_loses_the_sheet(begun: MatchPage) -> None:
    begun.round_by_cards(TYPICAL, rest=2)
    begun.write()
    begun.to_numbers()
    begun.page.go_back()
    begun.page.go_back()
    begun.expect_rows(1)
    begun.tap(begun.undo)
    begun.expect_rows(0)
    begun.write()
    begun.tap(begun.link("Back"))
    begun.expect_rows(0)
    expect(begun.redo).to_be_visible()


def test_people_and_dealer(begun: MatchPage) -> None:
    begun.round_by_cards(TYPICAL, rest=2)
    begun.menu(begun.says("Players and dealer"))
    begun.name_field(3).fill("Zdena")
    begun.tap(begun.page.get_by_role("radio", name="Karel"))
    begun.tap(begun.button("Save names and dealer"))
    head = begun.page.get_by_role("columnheader", name="Karel")
    expect(head).to_have_accessible_name(f"Karel {begun.says('deals')}")
    expect(begun.page.get_by_role("columnheader", name="Zdena")).to_be_visible()
    begun.expect_totals(TYPICAL_POINTS)


# --- language and theme --------------------------------------------------------------------------


def test_the_language_is_switched(begun: MatchPage) -> None:
    begun.round_by_cards(TYPICAL, rest=2)
    begun.setting("English")
    english = MatchPage(begun.page, begun.names, "en")
    expect(begun.page.locator("html")).to_have_attribute("lang", "en")
    english.expect_rows(1)
    english.expect_totals(TYPICAL_POINTS)
    english.durch(0)
    english.setting("Čeština")
    begun.expect_rows(2)


def test_the_theme_is_switched(begun: MatchPage) -> None:
    def background() -> str:
        return begun.page.evaluate("getComputedStyle(document.body).backgroundColor")

    light = background()
    begun.setting(begun.says("Dark"))
    expect(begun.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert background() != light
    begun.write()
    assert background() != light
    begun.tap(begun.link("Back"))
    begun.setting(begun.says("Light"))
    expect(begun.page.locator("html")).to_have_attribute("data-theme", "light")
    assert background() == light


def test_the_form_survives_a_change_of_language(begun: MatchPage) -> None:
    begun.write()
    begun.setting("English")
    english = MatchPage(begun.page, begun.names, "en")
    expect(english.save_button()).to_be_visible()
    english.cards(TYPICAL, rest=2)
    english.save()
    english.expect_row(1, TYPICAL_POINTS)


def test_an_unknown_address(phone: Page, complaints: Complaints) -> None:
    complaints.expect("status of (403|404)")
    table = MatchPage(phone)
    for path, said in (
        ("/nowhere", "There is nothing here."),
        ("/m/AAAA", "This phone has no link to this table. Scan the QR code, or type the code."),
        ("/m/AAAA/in/wrong", "This link is not right. Scan the QR code again."),
    ):
        phone.goto(path)
        expect(phone.get_by_text(table.says(said))).to_be_visible()
    table.tap(table.link("To the first page"))
    expect(phone.get_by_role("link", name=table.book.title)).to_be_visible()

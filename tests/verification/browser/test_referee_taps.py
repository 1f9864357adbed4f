"""How many taps a dispute takes, by a real thumb, on a quick line and on a slow one.

The bounds are those of the design (flow 5, tasks T7 and T8). To open the form of a question from
the sheet is counted; names are not.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import box_of, held_back
from tests.browser.referee import Referee

TRICKS = (
    ("7C", "8C", "9C", "AC"),
    ("KC", "TC", "JC", "QC"),
    ("7D", "8D", "9D", "AD"),
    ("TD", "JD", "QD", "KD"),
    ("7S", "8S", "QS", "KS"),
    ("9S", "TS", "JS", "AS"),
    ("7H", "8H", "9H", "TH"),
    ("JH", "QH", "KH", "AH"),
)
ROUND = [code for trick in TRICKS for code in trick]
POINTS = (10, 14, 4, 0)


@pytest.fixture
def kocka(phone):
    return Referee(phone).open()


@pytest.fixture
def taroky(phone):
    return Referee(phone, "taroky").open()


ASKS = "**/disputes/*"
"""What the referee is asked for at each tap."""


# --- taps ----------------------------------------------------------------------------------------


def test_a_listed_offence_is_written_in_three_taps(taroky):
    with taroky.counting() as count:
        taroky.dispute()
        offence = next(iter(taroky.book.data["offences"].values()))
        taroky.tap(taroky.page.get_by_role("link", name=offence, exact=True))
        taroky.tap(taroky.offender("Karel"))
        taroky.expect_sheet()
    assert count.taps == 3
    taroky.expect_totals((10, 10, -30, 10))


def test_a_whole_round_is_gone_through(kocka):
    kocka.dispute()
    kocka.question("audit")
    kocka.tap(kocka.page.locator(".first summary"))
    kocka.tap(kocka.radio("leader", "0"))
    expect(kocka.page.locator(".board")).to_contain_text("Petr")
    with kocka.counting() as count:
        for code in ROUND:
            kocka.pick([code])
            assert all_keys_in_sight(kocka.page)
    assert count.taps <= 2 * len(ROUND)
    kocka.judge()
    kocka.expect_word("ALLOWED")
    kocka.tap(kocka.link("Put it on the sheet"))
    kocka.save()
    kocka.expect_row(1, POINTS)


# --- a slow line ---------------------------------------------------------------------------------


def test_a_suit_and_a_role_chosen_while_an_answer_is_on_its_way_stay(kocka):
    """The next card is of that role."""
    kocka.dispute()
    kocka.question()
    kocka.pick(["KD", "QS"])
    with held_back(kocka.page, ASKS):
        kocka.pick(["7D"], wait=False)
        kocka.tap(kocka.role("trick"))
        kocka.pick(["8D"], wait=False)
        kocka.tap(kocka.suit("AH"))
    kocka.settled()
    expect(kocka.held("hand")).to_have_value("7D")
    expect(kocka.held("trick")).to_have_value("KD 8D")
    expect(kocka.key("AH")).to_be_visible()
    expect(kocka.key("7D")).to_be_hidden()


def test_a_trembling_thumb_picks_a_card_once(kocka):
    kocka.dispute()
    kocka.question()
    kocka.pick(["KD", "QS"])
    box = box_of(kocka.key("7D"))
    for _ in range(2):
        kocka.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    kocka.settled()
    expect(kocka.held("hand")).to_have_value("7D")


def test_whoever_asks_for_the_verdict_too_soon_still_gets_it(kocka):
    kocka.dispute()
    kocka.question()
    with held_back(kocka.page, ASKS):
        kocka.pick(["KD", "8D"], wait=False)
        kocka.tap(kocka.main)
    expect(kocka.word).to_be_visible()
    kocka.expect_word("ALLOWED")


# --- what stays as it was ------------------------------------------------------------------------


def test_the_suit_led_is_shown_again_for_the_hand(kocka):
    kocka.dispute()
    kocka.question()
    kocka.pick(["KD", "QS"])
    expect(kocka.key("7D")).to_be_visible()
    expect(kocka.key("QS")).to_be_hidden()


def test_what_was_unfolded_stays_unfolded(kocka):
    kocka.dispute()
    kocka.question()
    more = kocka.page.locator("details.why").filter(has_text=kocka.says("More details"))
    kocka.tap(more.locator("summary"))
    with kocka.page.expect_response("**/disputes/play"):
        more.get_by_role("combobox").select_option("3")
    expect(more.get_by_role("combobox")).to_be_visible()
    expect(more.get_by_role("combobox")).to_have_value("3")
    kocka.pick(["KS"])
    expect(more.get_by_role("combobox")).to_be_visible()


# --- room ----------------------------------------------------------------------------------------


def all_keys_in_sight(page):
    """Whether every key of the chosen suit can be tapped without scrolling."""
    return bool(
        page.evaluate(
            """() => [...document.querySelectorAll('.key')].filter(e => e.checkVisibility())
              .every(e => { const r = e.getBoundingClientRect();
                const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
                return e.contains(top); })"""
        )
    )


@pytest.mark.parametrize("kind", ["play", "audit"])
@pytest.mark.parametrize("game", ["kocka", "taroky"])
def test_all_keys_of_a_suit_are_in_sight(small_phone, game, kind):
    referee = Referee(small_phone, game).open()
    referee.page.goto(f"{referee.url}/disputes/{kind}")
    if kind == "audit" and game == "taroky":
        referee.tap(referee.radio("contract", "zakladni"))
        referee.tap(referee.radio("declarer", "0"))
        expect(referee.page.locator(".board")).to_be_visible()
    first = ("KC", "QC", "JC") if game == "taroky" else ("KC", "QC")
    referee.pick(first)
    for tab in referee.page.locator(".suits .pick").all():
        tab.tap()
        assert all_keys_in_sight(referee.page)

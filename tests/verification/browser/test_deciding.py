"""What decides a quarrel, and nobody told: it stands open and in sight, and few taps tell it."""

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from tests.browser.helpers import box_of
from tests.browser.referee import Referee
from tests.browser.table import LONG_NAMES

SEATS = ("seat", "attacker", "defender")


def asking(phone, game, kind="play"):
    """A phone at a question, to which nothing is told yet."""
    referee = Referee(phone, game).open()
    referee.page.goto(f"{referee.url}/disputes/{kind}")
    return referee


def expect_in_sight(referee, name):
    """What decides can be told without scrolling, and the button names it."""
    control = referee.page.locator(f"#part-{name} select, #part-{name} input").first
    expect(control).to_be_in_viewport(ratio=1)
    label = referee.page.locator(f"#part-{name}").inner_text().splitlines()[0]
    kind = referee.page.url.partition("?")[0].rpartition("/")[2]
    asked = referee.book.text("ask", kind, name) or referee.book.text("missing", name)
    expect(referee.main).to_have_text(asked or f"{label}?")
    expect(referee.main).to_have_class("b main verdict-undecidable")


@pytest.mark.parametrize(
    ("game", "cards", "name", "value", "word"),
    [
        ("faraon", ("7L", "8L"), "sevens", "0", "ALLOWED"),
        ("makao", ("2H", "5H"), "attack", "2", "NOT ALLOWED"),
    ],
)
def test_a_play_is_decided_by_one_fact_more(phone, game, cards, name, value, word):
    referee = Referee(phone, game).open()
    with referee.counting() as count:
        referee.dispute()
        referee.question()
        referee.pick(cards)
        expect_in_sight(referee, name)
        control = referee.page.locator(f"[name='{name}']")
        referee.tap(control)
        if game == "faraon":
            control.select_option(value)
        else:
            control.fill(value)
            control.blur()
        expect(referee.main).to_contain_text(referee.says(word).capitalize())
        referee.judge()
    referee.expect_word(word)
    assert count.taps <= 5 + 1.5 * len(cards)


def test_who_throws_in_is_asked_before_who_has_passed_and_who_is_out(phone):
    referee = asking(phone, "durak", "throw-in")
    referee.pick(["6S"])
    referee.tap(referee.role("card"))
    referee.pick(["6H"])
    for seat, name in enumerate(SEATS):
        expect(referee.main).to_have_text(referee.book.label("ask", "throw-in", name))
        referee.tap(referee.radio(name, str(seat)))
    expect(referee.page.locator(".first")).not_to_have_attribute("open", "")
    expect_in_sight(referee, "passed")
    referee.tap(referee.page.locator("[name='passed'][value='1']"))
    # Several may have passed, so the page stays there; its button names what is open still.
    out = referee.book.label("asked", "throw-in", "out", "label")
    expect(referee.main).to_have_text(f"{out}?")


def test_a_deal_is_settled_with_one_tap_for_all_that_was_not(phone):
    """Five facts that every deal has, and that nothing else happened."""
    referee = asking(phone, "taroky", "settle")
    with referee.counting() as count:
        for name, value in (("declarer", "0"), ("contract", "zakladni"), ("partner", "2")):
            referee.tap(referee.radio(f"deal-{name}", value))
        points = referee.page.locator("[name=deal-points]")
        referee.tap(points)
        points.fill("41")
        referee.tap(referee.radio("deal-counted_side", "declarer"))
        expect(referee.main).to_have_text(f"{_label(referee, 'announcements')}?")
        referee.tap(referee.button("Nothing else happened"))
        expect(referee.main).to_have_text(referee.says("Show the answer"))
        referee.tap(referee.main)
        expect(referee.page.locator(".told")).to_contain_text(referee.names[0])
    assert count.taps <= 8


def test_none_takes_back_what_was_told_and_the_other_way_round(phone):
    referee = asking(phone, "taroky", "settle")
    none = referee.page.locator("input[name='deal-pagat'][value='-']")
    seat = referee.page.locator("input[name='deal-pagat-seat'][value='1']")
    for one, other in ((none, seat), (seat, none), (none, seat)):
        referee.tap(one)
        expect(one).to_be_checked()
        expect(other).not_to_be_checked()
        made = referee.page.locator("#part-deal-pagat-made")
        expect(made).to_have_count(1 if one is seat else 0)


def _label(referee, name):
    return referee.book.label("fields", "deal", name, "label")


@pytest.mark.parametrize("game", GAMES)
def test_what_decides_is_in_sight_before_the_house_rules(standing_phone, faults, game):
    """Who asks without a match sees what is wanted first, and the house rules folded behind it."""
    phone = standing_phone()
    for kind in GAMES[game].kinds:
        phone.goto(f"/referee/{game}/{kind}")
        foot, house = box(phone, ".foot"), box(phone, "#house")
        wanted = box(phone, ".first") or box(phone, ".keys") or box(phone, ".scroll .part")
        with faults.at(kind):
            assert foot
            assert wanted
            assert wanted["y"] + min(wanted["height"], TWO_LINES) <= foot["y"]
            if house:
                assert house["y"] > (box(phone, ".keys") or wanted)["y"]
                assert not phone.locator("#house").evaluate("e => e.open")


TWO_LINES = 130
"""A label and two lines of choices."""


def box(phone, css):
    """Where the first visible element of a selector is; None if there is none."""
    shown = phone.locator(css).filter(visible=True)
    return shown.first.bounding_box() if shown.count() else None


def test_the_sentence_of_a_verdict_is_in_sight(standing_phone):
    """Also where the table agrees on points, on the smallest phone."""
    phone = standing_phone(320, 568)
    referee = Referee(phone, names=LONG_NAMES).open()
    phone.goto(f"{referee.url}/disputes/play")
    referee.pick(("KD", "QS", "7D"))
    referee.judge()
    for _ in ("penalty", "agreement"):
        foot, told = (box_of(phone.locator(each).first) for each in (".foot", ".told p"))
        assert told["y"] + told["height"] <= foot["y"]
        assert foot["y"] + foot["height"] <= 568
        referee.tap(phone.locator(".agree summary"))

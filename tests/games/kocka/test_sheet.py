"""Černá kočka as the rules document tells it: from the first round to the drinks; and its edges."""

from itertools import islice, product

import pytest

from scorekeeper.core.cards import FRENCH_32, codes
from scorekeeper.core.schema import Invalid, Seat
from scorekeeper.games.guards import Guard
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.checks import ASK
from scorekeeper.games.kocka.entries import POINTS, Round, Standing
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee.durch import first_guard
from scorekeeper.games.kocka.referee.inscription import elect
from scorekeeper.games.kocka.referee.plays import offends
from scorekeeper.games.kocka.referee.totals import milestones, totals_before
from scorekeeper.rulebook import open_rulebook
from tests.games.kocka.table import USUAL, at, round_of
from tests.games.matches import refusal, row


def test_hearts_and_the_black_cat_are_28_points():
    assert dict(zip(codes(POINTS), POINTS.values(), strict=True)) == {
        "QS": 10,
        "AH": 5,
        "KH": 4,
        "QH": 3,
        "JH": 2,
        "TH": 1,
        "9H": 1,
        "8H": 1,
        "7H": 1,
    }
    assert sum(POINTS.values()) == 28


FRESH = GAME.start(4, 0, USUAL)


def test_a_refusal_says_how_many_points_are_missing():
    refused = refusal(GAME, round_of(14, 12, 0, 0), FRESH)
    english = open_rulebook(GAME.folder, "en").say("refusals", refused.id, refused.facts)
    assert english == "28 − 26: 2 points are missing."


def test_what_stands_there_complete_is_taken_or_asks_who_took_a_trick():
    """However few points were typed: the strip never shows a round that Save then refuses."""
    whole = 0
    for points in product((None, 0, 7, 10, 18, 21, 28), repeat=4):
        told = Round.from_shorthand({"points": list(points)} if any(points) else {})
        entry = GAME.read_entry({**told, "type": "round"}, 4, USUAL)
        shown = entry.so_far() or (None,)
        if None in shown or sum(shown) != 28 or min(shown) < 0:
            continue
        whole += 1
        refused = GAME.check(entry, FRESH, USUAL)
        assert refused is None or refused.id == ASK, points
        assert (refused is not None) == (0 in shown), points
    assert whole > 100


def test_what_is_not_settled_yet_stays_open():
    assert Round(points=(5, None, None, 3)).so_far() == (5, None, None, 3)
    assert Round(cards=dict.fromkeys(cards("QS 7S"), Seat(1))).so_far() == (0, 10, 0, 0)


@pytest.mark.parametrize(
    ("dokladackas", "called", "bought"),
    [
        ((), [], (1, 0, 0, 0)),
        ((1,), [], (1, 1, 0, 0)),
        ((0,), ["dabl"], (2, 0, 0, 0)),
        ((0, 1), ["dabl"], (2, 1, 0, 0)),
        ((0, 0), ["tripl"], (3, 0, 0, 0)),
        ((0, 0, 0), ["tripl"], (4, 0, 0, 0)),
    ],
)
def test_the_loser_of_each_buys_a_round(dokladackas, called, bought):
    before = Standing((99, 0, 0, 0), 0, ("round",), dokladackas=dokladackas)
    standing = row(GAME, round_of(28, 0, 0, 0), before).after
    assert standing.bought == bought
    assert [n.id for n in standing.notices] == ["over", *called, *["pays"] * (4 - bought.count(0))]


def test_a_round_is_a_drink_for_each():
    house = HouseRules(stake="malé pivo", stake_price=3500)
    before = Standing((99, 0, 0, 0), 0, ("round",), dokladackas=(0,))
    (_, _, pays) = row(GAME, round_of(28, 0, 0, 0), before, house).after.notices
    assert pays.seats == (0,)
    bill = {"stake": "malé pivo", "currency": "CZK", "n": 2, "money": 2 * 4 * 3500}
    assert pays.facts == {**bill, "why": ("for-dokladacka", "for-game")}


def cards(codes):
    return tuple(FRENCH_32.parse(code) for code in codes.split())


def test_nobody_comes_or_goes():
    found = GAME.check_table(5, at(0, 0, 0, 0), USUAL)
    assert (found.id, found.field) == ("kocka.deal.four", "people")


def test_of_an_unknown_hand_it_is_thought_that_it_had_a_choice():
    assert list(offends(1, cards("KD"), *cards("7H"), None)) == [
        "kocka.custom.first-trick",
        "kocka.custom.minor-suits",
    ]


@pytest.mark.parametrize(
    ("tricks", "reached"),
    [
        (["7D 8C 9H TS", "7H AS KS QS"], True),
        (["7H 8C 9D TS", "8H AS KS QS"], False),
        (["7D 8H 9H TS", "JH AS KS QS"], False),
        (["7D 7H 9H TS", "8H AS KS QS"], True),
        (["7H 7D 9H TS", "8H AS KS QS"], False),
    ],
)
def test_hofmans_lead_is_a_small_heart_after_a_first_trick_of_another_suit(tricks, reached):
    assert ("hofmani-tah" in milestones([cards(trick) for trick in tricks])) == reached
    assert "hofmani-tah" not in milestones([cards(trick) for trick in tricks[:1]])


def test_a_suit_has_to_go_round_twice():
    once = [cards("7C 8C 9C TC"), cards("7D 8D 9D TD")]
    assert "poctiva-barva" not in milestones(once)
    assert "poctiva-barva" in milestones([*once, cards("JD QD KD AD")])


def test_who_wins_the_first_trick_stops_the_durch_that_another_led_to():
    others = {1: cards("KS"), 2: cards("7D"), 3: cards("8D")}
    assert first_guard(0, cards("QS"), others, 1) == Guard(1, *cards("KS"), *cards("QS"))
    assert first_guard(0, cards("AH"), others, 1) == Guard(1, *cards("KS"), None)
    assert first_guard(0, cards("AS"), others, 1) is None


def test_what_was_before_is_looked_for_within_one_round():
    assert (100, 100, 0, 0) in [*totals_before((110, 118, 0, 0))]
    few = len([*totals_before((0, 0, 0, 0))])
    high = totals_before((999_999_999, 999_999_999, 0, 0))
    assert len([*islice(high, few + 58)]) <= few + 57, "a round has 28 points, or −28"


def test_a_group_elects_as_the_referee_does():
    left = cards("QS AH KH 7D")
    assert elect(left, cards("AH 7D AH KH")) == cards("AH")
    assert elect(left, cards("7D AH AH 7D")) == cards("AH 7D")
    assert elect(left, cards("QS AH")) == ()
    with pytest.raises(Invalid, match=r"votes\.4: wrong-number"):
        elect(left, cards("AH AH AH AH AH"))
    with pytest.raises(Invalid, match=r"votes\.1"):
        elect(left, cards("AH 8D"))

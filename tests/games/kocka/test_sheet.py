"""Černá kočka as the rules document tells it: sections 1 (points), 3, 4, 5 and 7."""

from itertools import product

from scorekeeper.core.cards import codes
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.checks import ASK
from scorekeeper.games.kocka.entries import POINTS, Round
from scorekeeper.rulebook import open_rulebook
from tests.games.kocka.table import (
    USUAL,
    refusal,
    round_of,
)

# --- 1 and 3: a round's score --------------------------------------------------------------------


def test_hearts_and_the_black_cat_are_28_points() -> None:
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


# --- 7: what is refused --------------------------------------------------------------------------

FRESH = GAME.start(4, 0, USUAL)


def test_a_refusal_says_how_many_points_are_missing() -> None:
    refused = refusal(round_of(14, 12, 0, 0), FRESH)
    assert refused is not None
    english = open_rulebook(GAME.folder, "en").say("refusals", refused.id, refused.facts)
    assert english == "28 − 26: 2 points are missing."


def test_what_stands_there_complete_is_taken_or_asks_who_took_a_trick() -> None:
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


def test_an_answer_holds_for_those_of_whom_it_was_asked() -> None:
    """Who has no points only since then is asked of; who has some now is not."""
    for points, none in (((14, 14, 0, 0), [2]), ((14, 13, 1, 0), []), ((28, 0, 0, 0), None)):
        told = Round.from_shorthand({"points": [*points], "took": [3, "of-23"]})
        assert told["no_trick"] == none

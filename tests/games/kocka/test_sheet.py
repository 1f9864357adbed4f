"""Černá kočka as the rules document tells it: sections 1 (points), 3, 4, 5 and 7."""

from scorekeeper.cards import codes
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import POINTS
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

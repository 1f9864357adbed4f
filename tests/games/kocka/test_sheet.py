"""Černá kočka as the rules document tells it: sections 1 (points), 3, 4, 5 and 7."""

from typing import Any

import pytest

from scorekeeper.cards import codes
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import POINTS, Standing
from scorekeeper.games.kocka.scoring import Effects, effects_of
from scorekeeper.rulebook import open_rulebook
from tests.contract.books import refusals_of_games
from tests.games.kocka.table import (
    NINE,
    SKIP,
    USUAL,
    Plain,
    at,
    barrage,
    durch,
    follow,
    lost,
    play,
    refusal,
    renonc,
    round_of,
    scored,
    told,
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


@pytest.mark.parametrize(
    ("entry", "points", "bonus"),
    [
        (round_of(14, 14, 0, 0), (14, 14, 0, 0), None),
        (round_of(14, 14, 0, 0, no_trick=(2,)), (14, 14, 0, 0), (0, 0, -1, 0)),
        (round_of(14, None, 0, 3), (14, 11, 0, 3), None),
        (round_of(14, 14, None, 0, no_trick=(2, 3)), (14, 14, 0, 0), (0, 0, -1, -1)),
        (round_of(0, 28, 0, 0, no_trick=(2, 3)), (0, 28, 0, 0), (0, 0, -1, -1)),
        (round_of(28, 0, 0, 0), (28, 0, 0, 0), None),
        ({"type": "round", "cards": dict.fromkeys(NINE, 2)}, (0, 0, 28, 0), None),
        (
            {"type": "round", "cards": {**dict.fromkeys(NINE, 1), "QS": 0, "AH": 3}},
            (10, 13, 0, 5),
            None,
        ),
        ({"type": "round", "cards": {"QS": 0, "7H": 1}, "rest": 3}, (10, 1, 0, 17), None),
        (
            {"type": "round", "cards": {"QS": 0}, "rest": 3, "no_trick": [1]},
            (10, 0, 0, 18),
            (0, -1, 0, 0),
        ),
        ({"type": "round", "rest": 3, "no_trick": [1]}, (0, 0, 0, 28), (0, -1, 0, 0)),
    ],
)
def test_a_round_is_its_points_less_one_for_no_trick(
    entry: Plain, points: tuple[int, ...], bonus: tuple[int, ...] | None
) -> None:
    expected = {"kocka.points": points, "kocka.round.no-trick": bonus}
    assert scored(entry) == {rule: line for rule, line in expected.items() if line}


@pytest.mark.parametrize("entry", [durch(1), {**durch(1), "no_trick": [0, 2, 3]}])
def test_a_durch_takes_28_off_and_one_off_each_of_the_others(entry: Plain) -> None:
    assert scored(entry) == {
        "kocka.round.durch": (0, -28, 0, 0),
        "kocka.round.no-trick": (-1, 0, -1, -1),
    }
    assert told(play(entry).milestones) == [("durch", (1,))]


def test_a_caught_durch_costs_28_and_gives_the_others_nothing() -> None:
    caught = {"type": "round", "durch_caught": 2}
    assert scored(caught) == {"kocka.round.durch-caught": (0, 0, 28, 0)}
    assert told(play(caught).milestones) == [("durch-caught", (2,))]


def test_a_vagon_is_all_points_without_a_durch() -> None:
    assert told(play(round_of(0, 0, 0, 28, no_trick=(0, 1))).milestones) == [("vagon", (3,))]


# --- 7: what is refused --------------------------------------------------------------------------

DOKLADACKA_DUE = play(round_of(25, 3, 0, 0), round_of(25, 3, 0, 0))
FRESH = GAME.start(4, 0, USUAL)
TIED = follow(at(95, 10, 0, 97), round_of(10, 10, 0, 8))
ALL = follow(at(93, 93, 93, 93), round_of(7, 7, 7, 7))
OVER = follow(at(95, 10, 0, 0), round_of(5, 23, 0, 0))
ANY_ROUND = round_of(7, 7, 7, 7)


def by_cards(*left_out: str) -> Plain:
    return {"type": "round", "cards": {card: 1 for card in NINE if card not in left_out}}


REFUSED: list[tuple[Standing, Plain, str, str, dict[str, Any]]] = [
    (FRESH, {"type": "round"}, "round.nothing", "points", {}),
    (FRESH, {"type": "round", "no_trick": [1]}, "round.nothing", "points", {}),
    (FRESH, {**ANY_ROUND, "durch": 1}, "round.two-ways", "points", {}),
    (FRESH, {**durch(1), "durch_caught": 2}, "round.two-ways", "points", {}),
    (FRESH, {**ANY_ROUND, "cards": {}}, "round.two-ways", "points", {}),
    (FRESH, {**ANY_ROUND, "rest": 0}, "round.two-ways", "points", {}),
    (FRESH, round_of(14, 14, 0), "round.seats", "points", {"n": 3}),
    (FRESH, round_of(), "round.seats", "points", {"n": 0}),
    (FRESH, round_of(14, None, None, 0), "round.unknown", "points", {"n": 1}),
    (FRESH, round_of(None, None, None, None), "round.unknown", "points", {"n": 3}),
    (FRESH, round_of(14, 12, 0, 0), "round.sum.short", "points", {"sum": 26, "n": 2}),
    (FRESH, round_of(0, 0, 0, 0), "round.sum.short", "points", {"sum": 0, "n": 28}),
    (FRESH, round_of(14, 15, 0, 0), "round.sum.over", "points", {"sum": 29, "n": 1}),
    (FRESH, round_of(28, 28, 28, 28), "round.sum.over", "points", {"sum": 112, "n": 84}),
    (FRESH, round_of(20, 20, None, 0), "round.sum.over", "points", {"sum": 40, "n": 12}),
    (
        *(FRESH, {"type": "round", "cards": {"QS": 0, "KS": 1}, "rest": 2}),
        *("round.cards.no-points", "cards", {"cards": ["KS"]}),
    ),
    (
        *(FRESH, by_cards("JH", "7H")),
        *("round.cards.missing", "cards", {"cards": ["JH", "7H"], "sum": 25, "n": 2}),
    ),
    (
        *(FRESH, round_of(28, 0, 0, 0, no_trick=(0, 1, 2, 3))),
        *("round.no-trick.all", "no_trick", {}),
    ),
    (
        *(FRESH, round_of(14, 14, 0, 0, no_trick=(1, 2))),
        *("round.no-trick.points", "no_trick", {"seat": 1, "n": 14}),
    ),
    (
        *(FRESH, round_of(0, 28, 0, 0, no_trick=(0, 2, 3))),
        *("round.durch.ask", "no_trick", {"seat": 1}),
    ),
    (FRESH, {**round_of(28, 0, 0, 0), "no_trick": None}, "round.no-trick.ask", "took", {}),
    (
        *(FRESH, {**round_of(28, 0, 0, 0, no_trick=(1,)), "took": [2]}),
        *("round.no-trick.twice", "took", {}),
    ),
    (FRESH, {**durch(1), "took": [0]}, "round.durch.no-trick", "no_trick", {}),
    (FRESH, {**durch(1), "no_trick": [0]}, "round.durch.no-trick", "no_trick", {}),
    (FRESH, {**durch(1), "no_trick": [0, 1, 2]}, "round.durch.no-trick", "no_trick", {}),
    (
        *(FRESH, {"type": "round", "durch_caught": 1, "no_trick": [0, 2, 3]}),
        *("round.durch.no-trick", "no_trick", {}),
    ),
    (FRESH, lost(1), "game.dokladacka.not-due", "type", {}),
    (FRESH, SKIP, "game.dokladacka.not-due", "type", {}),
    (FRESH, barrage(s0=1), "game.barrage.not-due", "type", {}),
    (DOKLADACKA_DUE, ANY_ROUND, "game.dokladacka.due", "type", {}),
    (DOKLADACKA_DUE, barrage(s0=1), "game.dokladacka.due", "type", {}),
    (TIED, ANY_ROUND, "game.barrage.due", "type", {}),
    (TIED, lost(1), "game.barrage.due", "type", {}),
    (TIED, barrage(s0=9), "game.barrage.seats", "points", {"seats": (0, 3)}),
    (TIED, barrage(s0=9, s1=1, s3=2), "game.barrage.seats", "points", {"seats": (0, 3)}),
    (TIED, barrage(s0=20, s3=12), "round.sum.over", "points", {"sum": 32, "n": 4}),
    (TIED, barrage(s0=-29, s3=-1), "game.barrage.range", "points", {}),
    (TIED, barrage(s0=-5, s3=3), "game.barrage.range", "points", {}),
    (TIED, barrage(s0=-28, s3=12), "game.barrage.durch", "points", {"seat": 0}),
    (TIED, barrage(s0=-28, s3=-28), "game.barrage.durch", "points", {"seat": 0}),
    (TIED, barrage(s0=0, s3=-28), "game.barrage.durch", "points", {"seat": 3}),
    (ALL, barrage(s0=6, s1=6, s2=6, s3=0), "round.sum.short", "points", {"sum": 18, "n": 10}),
    (ALL, barrage(s0=-1, s1=-1, s2=-1, s3=-1), "round.sum.short", "points", {"sum": 0, "n": 28}),
    (ALL, barrage(s0=-1, s1=-1, s2=28, s3=-1), "round.durch.ask", "points", {"seat": 2}),
    (OVER, ANY_ROUND, "game.end.over", "type", {}),
    (OVER, lost(1), "game.end.over", "type", {}),
    (OVER, renonc(1), "game.end.over", "type", {}),
]


@pytest.mark.parametrize(("standing", "entry", "id", "field", "facts"), REFUSED)
def test_what_cannot_be_is_refused_with_field_and_facts(
    standing: Standing, entry: Plain, id: str, field: str, facts: dict[str, Any]
) -> None:
    refused = refusal(entry, standing)
    assert refused is not None
    assert (refused.id, refused.field, dict(refused.facts)) == (f"kocka.{id}", field, facts)


ONLY_ASKED = {
    "dokladacka.order.gap",
    "dokladacka.turn.begins",
    "dokladacka.turn.out",
    "kocka.deal.misdeal.sum",
    "kocka.inscription.inscribed",
    "kocka.lead.durch",
    "kocka.lead.early.first",
    "kocka.round.durch-caught.cards",
}
"""What only questions to the referee are refused for."""


@pytest.mark.parametrize(
    ("standing", "entry"),
    [
        (TIED, barrage(s0=-1, s3=-1)),
        (TIED, barrage(s0=-28, s3=-1)),
        (TIED, barrage(s0=28, s3=-1)),
        (TIED, barrage(s0=0, s3=0)),
        (ALL, barrage(s0=-28, s1=-1, s2=-1, s3=-1)),
        (ALL, barrage(s0=28, s1=-1, s2=-1, s3=0)),
        (ALL, barrage(s0=10, s1=10, s2=8, s3=-1)),
    ],
)
def test_a_barrage_takes_whatever_the_cards_can_give(standing: Standing, entry: Plain) -> None:
    assert refusal(entry, standing) is None


@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_refusal_is_shown_above_and_said_in_words(language: str) -> None:
    book = open_rulebook(GAME.folder, language)
    found = [refused for row in REFUSED if (refused := refusal(row[1], row[0]))]
    assert {refused.id for refused in found} == refusals_of_games(book) - ONLY_ASKED
    for refused in found:
        for section in ("refusals", "short"):
            assert "{" not in book.say(section, refused.id, refused.facts, "ČPTR")


def test_a_refusal_says_how_many_points_are_missing() -> None:
    refused = refusal(round_of(14, 12, 0, 0), FRESH)
    assert refused is not None
    english = open_rulebook(GAME.folder, "en").say("refusals", refused.id, refused.facts)
    assert english == "28 − 26: 2 points are missing."


def test_all_points_and_three_without_a_trick_was_perhaps_a_durch() -> None:
    refused = refusal(round_of(0, 28, 0, 0, no_trick=(0, 2, 3)), FRESH)
    assert refused is not None
    assert refused.instead == GAME.read_entry(durch(1), 4, USUAL)


# --- 1g and 2: what the totals set off -----------------------------------------------------------

NO_EFFECTS = Effects(dokladacka=False, over=False, loser=None, barrage=())
DUE = Effects(dokladacka=True, over=False, loser=None, barrage=())


def lost_by(seat: int) -> Effects:
    return Effects(dokladacka=False, over=True, loser=seat, barrage=())


def shared_by(*seats: int) -> Effects:
    return Effects(dokladacka=False, over=False, loser=None, barrage=seats)


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ((30, 0, 0, 0), (49, 0, 0, 9), NO_EFFECTS),
        ((30, 0, 0, 0), (50, 0, 0, 8), DUE),
        ((49, 49, 0, 0), (63, 63, 0, 0), DUE),
        ((50, 49, 0, 0), (50, 77, 0, 0), NO_EFFECTS),
        ((90, 0, 0, 0), (99, 0, 0, 19), NO_EFFECTS),
        ((90, 0, 0, 0), (100, 18, 0, 0), lost_by(0)),
        ((96, 95, 0, 0), (104, 115, 0, 0), lost_by(1)),
        ((96, 95, 0, 0), (104, 104, 0, 11), shared_by(0, 1)),
        ((99, 99, 99, 0), (108, 108, 108, 1), shared_by(0, 1, 2)),
        ((40, 0, 0, 0), (100, 0, 0, 0), lost_by(0)),
        ((-5, -5, -5, -5), (-6, -33, -6, -6), NO_EFFECTS),
    ],
)
def test_totals_set_off_what_they_should(
    before: tuple[int, ...], after: tuple[int, ...], what: Effects
) -> None:
    assert effects_of(before, after) == what


def test_totals_may_be_negative() -> None:
    standing = play(durch(1), durch(1))
    assert standing.totals == (-2, -56, -2, -2)

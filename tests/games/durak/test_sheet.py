"""Durak on the sheet: what can be written, what it is worth, who begins the next game."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.entries import penalty_entry
from scorekeeper.games.durak.house import HouseRules, most_players, pack_of
from scorekeeper.games.durak.referee import penalty
from scorekeeper.games.durak.statistics import longest_streak
from scorekeeper.referee.cases import score
from scorekeeper.referee.verdict import Penalty
from tests.games.durak.table import USUAL, Plain, draw, evening, fool, refusal, told

PAIRS, TRIPLES = HouseRules(teams="2v2"), HouseRules(teams="3v3")


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"type": "game", "fool": 3}, "fool"),
        ({"type": "game", "draw": [0, 3]}, "draw.1"),
        ({"type": "game", "lost_team": 2}, "lost_team"),
        ({"type": "game", "fool": 0, "won": 1}, "won"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_field(entry: Plain, field: str) -> None:
    answer = score({"game": "durak", "players": ["A", "B", "C"], "entries": [entry]})
    assert (answer["entry"], answer["field"]) == (0, field)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("seat", range(8))
def test_the_fool_deals_and_is_attacked_or_his_neighbour_attacks(players: int, seat: int) -> None:
    big = HouseRules(pack="52")
    if seat >= players:
        return
    standing = evening(fool(seat), players=players, house=big)
    right = (seat - 1) % players
    assert (standing.dealer, standing.attack) == (seat, (right, seat))
    under = HouseRules(pack="52", next_attack="from-under-the-fool")
    left = (seat + 1) % players
    after = evening(fool(seat), players=players, house=under)
    assert after.attack == (left, (left + 1) % players)
    assert told(after.notices) == [("attack", after.attack)]


def test_a_table_that_the_pack_is_too_small_for_is_told_at_once() -> None:
    for players in GAME.seats:
        for house in (USUAL, HouseRules(pack="52")):
            enough = players * 6 <= len(pack_of(house).cards)
            assert enough == (players <= most_players(house))
            told_so = told(GAME.start(players, 0, house).notices) == [("pack", ())]
            assert told_so == (not enough)


def test_only_a_lost_game_is_written_as_a_penalty() -> None:
    entry = penalty_entry("durak.beat", 2, Penalty("lost", what="game"))
    assert entry == {"type": "game", "fool": 2}
    assert refusal(entry, 4) is None
    team = penalty_entry("durak.beat", 2, penalty(replace(PAIRS, invalid_penalty="lose-game")))
    assert team == {"type": "game", "lost_team": 0}
    assert refusal(team, 4, PAIRS) is None
    for cost in (None, Penalty("take-back"), Penalty("take-table"), Penalty("redeal")):
        assert penalty_entry("durak.beat", 2, cost) is None


@given(st.lists(st.booleans(), max_size=12))
def test_the_longest_streak_is_that_of_a_search(games: list[bool]) -> None:
    text = "".join("x" if each else "." for each in games)
    assert longest_streak(games) == max(map(len, text.split(".")))


def test_a_struck_game_counts_no_more_and_a_corrected_one_counts_anew() -> None:
    case: dict[str, Any] = {
        "game": "durak",
        "players": ["A", "B", "C"],
        "entries": [
            fool(0),
            fool(0),
            {"type": "void", "entry": 0},
            {"type": "correct", "entry": 1, "with": draw(1, 2)},
            fool(2),
        ],
    }
    answer = score(case)
    assert answer["totals"] == [0, 0, 1]
    state = {"fools": [0, 0, 1], "draws": [0, 1, 1], "epaulettes": [0] * 3, "streak": [0, 0, 1]}
    assert answer["state"] == state


def test_a_number_stands_for_a_choice_written_in_digits() -> None:
    house = {"pack": 52, "epaulettes": 2}
    case = {"game": "durak", "players": list("ABCDEFGH"), "house": house}
    answer = score({**case, "entries": [fool(7, epaulettes=2)]})
    assert answer["state"]["epaulettes"][7] == 2
    assert "error" in score({**case, "house": {"pack": 32}, "entries": []})

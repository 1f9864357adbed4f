"""Durak on the sheet: what can be written, what it is worth, who begins the next game."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.schema import Seat
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.entries import FinishedGame, penalty_entry
from scorekeeper.games.durak.house_rules import HouseRules, most_players, pack_of
from scorekeeper.games.durak.referee import penalty
from scorekeeper.referee.rule_table import Penalty
from tests.games.matches import game, refusal, rows_at

USUAL, PAIRS = HouseRules(), HouseRules(teams="2v2")


@pytest.mark.parametrize("players", range(2, 9))
def test_the_fool_deals_and_is_attacked_or_his_neighbour_attacks(players):
    big, under = (
        HouseRules(pack="52", next_attack=way) for way in ("on-the-fool", "from-under-the-fool")
    )
    for seat in range(players):
        (row,) = rows_at(GAME, big, players, [game(fool=seat)])
        right, left = (seat - 1) % players, (seat + 1) % players
        assert (row.after.dealer, row.after.attack) == (seat, (right, seat))
        assert row.after.totals == tuple(int(each == seat) for each in range(players))
        (row,) = rows_at(GAME, under, players, [game(fool=seat)])
        assert row.after.attack == (left, (left + 1) % players)
        assert [(each.id, each.seats) for each in row.after.notices] == [
            ("attack", row.after.attack)
        ]


def test_a_table_that_the_pack_is_too_small_for_is_told_at_once():
    for players in GAME.seats:
        for house in (USUAL, HouseRules(pack="52")):
            enough = players * 6 <= len(pack_of(house).cards)
            assert enough == (players <= most_players(house))
            (notice,) = GAME.start(players, 0, house).notices
            assert (notice.id == "pack") == (not enough)


def test_only_a_lost_game_is_written_as_a_penalty():
    entry = penalty_entry("durak.beat", 2, Penalty("lost", what="game"))
    assert entry == {"type": "game", "fool": 2}
    assert refusal(GAME, entry, GAME.start(4, 0, USUAL)) is None
    team = penalty_entry("durak.beat", 2, penalty(replace(PAIRS, invalid_penalty="lose-game")))
    assert team == {"type": "game", "lost_team": 0}
    assert refusal(GAME, team, GAME.start(4, 0, PAIRS), PAIRS) is None
    for cost in (None, Penalty("take-back"), Penalty("take-table"), Penalty("redeal")):
        assert penalty_entry("durak.beat", 2, cost) is None


@given(st.lists(st.booleans(), max_size=12))
def test_the_longest_streak_is_that_of_a_search(games):
    text = "".join("x" if each else "." for each in games)
    entries = [FinishedGame(fool=Seat(not each)) for each in games]
    streak = next(stat for stat in GAME.statistics(entries, 2) if stat.id == "streak")
    assert streak.sums[0] == max(map(len, text.split(".")))

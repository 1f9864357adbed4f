"""A game of Černá kočka from the first round to the drinks (sections 4 to 7), and any game."""

import pytest

from scorekeeper.games.kocka.entries import Standing
from scorekeeper.games.kocka.house import HouseRules
from tests.games.kocka.table import (
    follow,
    round_of,
)

# --- 4 and 5: who buys, and what it is called ----------------------------------------------------


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
def test_the_loser_of_each_buys_a_round(
    dokladackas: tuple[int, ...], called: list[str], bought: tuple[int, ...]
) -> None:
    before = Standing((99, 0, 0, 0), 0, ("round",), dokladackas=dokladackas)
    standing = follow(before, round_of(28, 0, 0, 0))
    assert standing.bought == bought
    assert [n.id for n in standing.notices] == ["over", *called, *["pays"] * (4 - bought.count(0))]


def test_a_round_is_a_drink_for_each() -> None:
    house = HouseRules(stake="malé pivo", stake_price=3500)
    before = Standing((99, 0, 0, 0), 0, ("round",), dokladackas=(0,))
    (_, _, pays) = follow(before, round_of(28, 0, 0, 0), house).notices
    assert pays.seats == (0,)
    bill = {"stake": "malé pivo", "currency": "CZK", "n": 2, "money": 2 * 4 * 3500}
    assert pays.facts == {**bill, "why": ("for-dokladacka", "for-game")}

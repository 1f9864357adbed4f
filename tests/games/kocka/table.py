"""Short ways to write down a game of Černá kočka, for the tests that play one."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import Standing
from scorekeeper.games.kocka.house_rules import HouseRules

USUAL = HouseRules()

Plain = Mapping[str, Any]


def round_of(*points: int | None, no_trick: tuple[int, ...] = ()) -> Plain:
    return {"type": "round", "points": list(points), "no_trick": list(no_trick)}


def durch(seat: int) -> Plain:
    return {"type": "round", "durch": seat}


def renonc(seat: int, points: int | None = None) -> Plain:
    return {"type": "renonc", "seat": seat, **({"points": points} if points else {})}


def lost(seat: int) -> Plain:
    return {"type": "dokladacka", "loser": seat}


def at(*totals: int, house: HouseRules = USUAL) -> Standing:
    """A standing of the running game with these totals: nothing is due, nobody lost."""
    return Standing(totals=totals, dealer=0, next=GAME.start(4, 0, house).next)

"""Short ways to write down games of Makao, for the tests."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.entries import Standing
from scorekeeper.games.makao.house_rules import HouseRules

USUAL = HouseRules()
SEATS = (2, 3, 4, 5, 6)

Plain = Mapping[str, Any]


def game(*out: int) -> Plain:
    return {"type": "game", "out": list(out)}


def after(players: int, *games: Plain, dealer: int = 0) -> Standing:
    """The standing after games, each of which has to be taken."""
    standing = GAME.start(players, dealer, USUAL)
    for plain in games:
        entry = GAME.read_entry(plain, players, USUAL)
        assert GAME.check(entry, standing, USUAL) is None, plain
        standing = GAME.after(standing, entry, GAME.score(entry, standing, USUAL), USUAL)
    return standing

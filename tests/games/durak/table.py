"""Short ways to write down an evening of Durak, and its rules told a second time."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.sheet import Refusal, sum_of
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.entries import Standing
from scorekeeper.games.durak.house_rules import HouseRules

USUAL = HouseRules()

Plain = Mapping[str, Any]


def fool(seat: int, epaulettes: int = 0) -> Plain:
    hung = {"epaulettes": epaulettes} if epaulettes else {}
    return {"type": "game", "fool": seat, **hung}


def draw(*seats: int) -> Plain:
    return {"type": "game", "draw": list(seats)}


def lost(team: int) -> Plain:
    return {"type": "game", "lost_team": team}


def refusal(plain: Plain, players: int = 4, house: HouseRules = USUAL) -> Refusal | None:
    standing = GAME.start(players, 0, house)
    return GAME.check(GAME.read_entry(plain, players, house), standing, house)


def evening(
    *games: Plain, players: int = 4, house: HouseRules = USUAL, dealer: int = 0
) -> Standing:
    """The standing after games, each of which has to be taken."""
    standing = GAME.start(players, dealer, house)
    for plain in games:
        entry = GAME.read_entry(plain, players, house)
        assert GAME.check(entry, standing, house) is None
        lines = GAME.score(entry, standing, house)
        before, standing = standing, GAME.after(standing, entry, lines, house)
        gained = sum_of(lines, players)
        assert standing.totals == tuple(a + b for a, b in zip(before.totals, gained, strict=True))
    return standing


def told(notices: Any) -> list[tuple[str, tuple[int, ...]]]:
    return [(notice.id, notice.seats) for notice in notices]

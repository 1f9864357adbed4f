"""Short ways to write down a game of Černá kočka, for the tests that play one."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.sheet import Refusal
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import Standing
from scorekeeper.games.kocka.house_rules import HouseRules

USUAL = HouseRules()
OPTIONAL = HouseRules(dokladacka="optional")
OFF = HouseRules(dokladacka="off")

Plain = Mapping[str, Any]


def round_of(*points: int | None, no_trick: tuple[int, ...] = ()) -> Plain:
    return {"type": "round", "points": list(points), "no_trick": list(no_trick)}


def durch(seat: int) -> Plain:
    return {"type": "round", "durch": seat}


def barrage(**points: int) -> Plain:
    """barrage(s0=5, s3=12)"""
    return {"type": "barrage", "points": {seat[1:]: taken for seat, taken in points.items()}}


def renonc(seat: int, points: int | None = None) -> Plain:
    return {"type": "renonc", "seat": seat, **({"points": points} if points else {})}


def lost(seat: int) -> Plain:
    return {"type": "dokladacka", "loser": seat}


SKIP: Plain = {"type": "skip-dokladacka"}


def refusal(plain: Plain, standing: Standing, house: HouseRules = USUAL) -> Refusal | None:
    return GAME.check(GAME.read_entry(plain, 4, house), standing, house)


def scored(plain: Plain, standing: Standing | None = None) -> dict[str, tuple[int, ...]]:
    """The points of an entry by rule."""
    standing = standing or GAME.start(4, 0, USUAL)
    entry = GAME.read_entry(plain, 4, USUAL)
    assert GAME.check(entry, standing, USUAL) is None
    return {line.rule: line.points for line in GAME.score(entry, standing, USUAL)}


def play(*entries: Plain, house: HouseRules = USUAL, dealer: int = 0) -> Standing:
    """The standing after entries, each of which has to be taken."""
    standing = GAME.start(4, dealer, house)
    for plain in entries:
        standing = follow(standing, plain, house)
    return standing


def follow(standing: Standing, plain: Plain, house: HouseRules = USUAL) -> Standing:
    entry = GAME.read_entry(plain, 4, house)
    assert GAME.check(entry, standing, house) is None, (plain, standing)
    return GAME.after(standing, entry, GAME.score(entry, standing, house), house)


def at(*totals: int, house: HouseRules = USUAL) -> Standing:
    """A standing of the running game with these totals: nothing is due, nobody lost."""
    start = GAME.start(4, 0, house)
    return Standing(totals=totals, dealer=0, next=start.next)


def told(notices: Any) -> list[tuple[str, tuple[int, ...]]]:
    return [(notice.id, notice.seats) for notice in notices]

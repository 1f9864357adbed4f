"""Matches of any game, entry by entry, for the tests of what a row is and tells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.sheet import Entry, Line

Plain = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """An entry with its lines and the standing on either side of it."""

    entry: Entry
    lines: tuple[Line, ...]
    before: Any
    after: Any


def rows(key: str, players: int, *entries: Plain, **house: Any) -> list[Row]:
    """A match, entry by entry."""
    game = GAMES[key]
    table = game.house(**house)
    found: list[Row] = []
    before: Any = game.start(players, 0, table)
    for plain in entries:
        entry = game.read_entry(plain, players, table)
        assert game.check(entry, before, table) is None, plain
        lines = game.score(entry, before, table)
        found.append(Row(entry, lines, before, game.after(before, entry, lines, table)))
        before = found[-1].after
    return found


def paper(*points: int, **more: Any) -> Plain:
    return {"type": "paper", "points": points, "dealer": 0, **more}


def game(**fields: Any) -> Plain:
    return {"type": "game", **fields}


def round_of(*points: int) -> Plain:
    return {"type": "round", "points": points}


def deal(**fields: Any) -> Plain:
    return {"type": "deal", "declarer": 1, "contract": "zakladni", "dealer": 0, **fields}

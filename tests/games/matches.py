"""Matches of any game, entry by entry, for the tests of what a row is and tells."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.sheet import Entry, Line
from scorekeeper.games import GAMES

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
    return rows_at(GAMES[key], GAMES[key].house(**house), players, entries)


def rows_at(
    game: AnyGame, house: HouseRules, players: int, entries: Iterable[Plain], dealer: int = 0
) -> list[Row]:
    """A match at a table of house rules, each entry of which has to be taken."""
    found: list[Row] = []
    before: Any = game.start(players, dealer, house)
    for plain in entries:
        entry = game.read_entry(plain, players, house)
        assert game.check(entry, before, house) is None, plain
        lines = game.score(entry, before, house)
        found.append(Row(entry, lines, before, game.after(before, entry, lines, house)))
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

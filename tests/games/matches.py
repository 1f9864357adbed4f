"""Matches of any game, entry by entry, for the tests of what a row is and tells."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.sheet import Entry, Line, Refusal
from scorekeeper.games import GAMES

Plain = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """An entry with its lines and the standing on either side of it."""

    entry: Entry
    lines: tuple[Line, ...]
    before: Any
    after: Any


def row(game: AnyGame, plain: Plain, before: Any, house: HouseRules | None = None) -> Row:
    """The row of an entry that has to be taken."""
    house = house or game.house()
    assert refusal(game, plain, before, house) is None, (plain, before)
    entry = game.read_entry(plain, len(before.totals), house)
    lines = game.score(entry, before, house)
    return Row(entry, lines, before, game.after(before, entry, lines, house))


def refusal(
    game: AnyGame, plain: Plain, before: Any, house: HouseRules | None = None
) -> Refusal | None:
    """Why an entry cannot be taken."""
    house = house or game.house()
    return game.check(game.read_entry(plain, len(before.totals), house), before, house)


def rows(key: str, players: int, *entries: Plain, **house: Any) -> list[Row]:
    return rows_at(GAMES[key], GAMES[key].house(**house), players, entries)


def rows_at(
    game: AnyGame, house: HouseRules, players: int, entries: Iterable[Plain], dealer: int = 0
) -> list[Row]:
    found: list[Row] = []
    for plain in entries:
        before = found[-1].after if found else game.start(players, dealer, house)
        found.append(row(game, plain, before, house))
    return found


def paper(*points: int, **more: Any) -> Plain:
    return {"type": "paper", "points": points, "dealer": 0, **more}


def game(**fields: Any) -> Plain:
    return {"type": "game", **fields}


def round_of(*points: int) -> Plain:
    return {"type": "round", "points": points}


def deal(**fields: Any) -> Plain:
    return {"type": "deal", "declarer": 1, "contract": "zakladni", "dealer": 0, **fields}

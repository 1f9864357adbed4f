"""Seats of a question to the referee, and those of the match: whoever pauses has none in the first.

A question speaks of the players at the table by their places 0, 1, 2…; on the sheet each of them
has the seat of his column.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.match import Match
from scorekeeper.verdicts import Judged
from scorekeeper.web.bench import Bench
from scorekeeper.web.typed import group_of, kind_of

Move = Callable[[Any, Sequence[int], int], Any]


def found_out(bench: Bench, match: Match, found: Judged) -> dict[str, Any] | None:
    """The entry of a verdict as plain data with the seats of the match; None if it has none."""
    entry = found.entry()
    if entry is None:
        return None
    seats, cls = _seats_of(bench, match, found), match.game.entry_types[entry["type"]]
    told = seated(cls, entry, seats, len(match.names))
    if len(match.names) > len(seats):
        told.pop("dealer", None)  # who deals may pause, and is then none of those in the question
    return told


def seated(cls: type, plain: Mapping[str, Any], seats: Sequence[int], table: int) -> dict[str, Any]:
    """Plain data of a dataclass with its places turned into seats of a table of so many."""
    return {
        name: _moved(cls, name, value, seats, table) if name != "type" else value
        for name, value in plain.items()
        if value is not None
    }


def _seats_of(bench: Bench, match: Match, found: Judged) -> tuple[int, ...]:
    """The match's seats of a question's players: by name, or else those who play now."""
    if set(found.names) <= set(match.names):
        return tuple(map(match.names.index, found.names))
    return bench.seats


def _moved(cls: type, name: str, value: Any, seats: Sequence[int], table: int) -> Any:
    kind = kind_of(cls, name)
    if kind == "group":
        return seated(group_of(cls, name), value, seats, table)
    return _MOVES[kind](value, seats, table) if kind in _MOVES else value


def _each(value: Any, seats: Sequence[int], table: int) -> Any:
    return [seats[int(place)] for place in value]


def _by_seat(value: Any, seats: Sequence[int], table: int) -> Any:
    """What is told of each place; whoever has none took part in nothing."""
    if isinstance(value, Mapping):
        return {str(seats[int(place)]): each for place, each in value.items()}
    if not isinstance(value, list):
        return value
    return [value[seats.index(seat)] if seat in seats else 0 for seat in range(table)]


_MOVES: Mapping[str, Move] = {
    "seat": lambda value, seats, table: seats[int(value)],
    "by-card": lambda value, seats, table: {card: seats[int(p)] for card, p in value.items()},
    "seats": _each,
    "seats-in-order": _each,
    **dict.fromkeys(("by-seat", "number-or-by-seat", "choices-by-seat"), _by_seat),
}

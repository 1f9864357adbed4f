"""What a tournament's events are made of: how it is played, who comes, what a table ended with.

Players are numbered by coming, from 0; rounds count from 1, tables of a round from 0; balances are
whole points by seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scorekeeper.games import GAMES
from scorekeeper.schema import spec
from scorekeeper.stream.roles import Keyword, Label, Licence, Name, PlayerNo, StreamCode

System = Literal["rounds", "leagues"]
"""How people are seated: anew in each round, or in leagues that change two players."""
MAX_BALANCE = 10**9
"""The largest balance of a player, up or down."""
LONGEST_TITLE = 60
MOST_LICENCE = 10**6
LEAGUE = 4
"""Players of a league, by the rules of the game that has them."""
SMALLEST, LARGEST = 3, 6
"""How many sit at a table of a tournament."""
Problem = Literal["house", "size", "points", "name"]


@dataclass(frozen=True)
class Opened:
    """How a tournament is played. Its `house` is read by the game's own house rules.

    `points` are those of each place at a table of `size`, best first. `pause` is what a pause
    gives: the average of these, or nothing. By `confirm` the organiser gives the results, or two
    sides of a table enter them.
    """

    name: Label = spec(max_length=LONGEST_TITLE)
    game: Keyword = spec()
    system: System = spec("rounds")
    size: int = spec(4, ge=2, le=8)
    points: tuple[int, ...] = spec((4, 3, 2, 1), ge=-1000, le=1000)
    pause: Literal["average", "nothing"] = spec("average")
    confirm: Literal["off", "twice"] = spec("off")
    house: Mapping[str, object] = field(default_factory=dict, hash=False)


def sizes_of(game: str, house: object) -> tuple[int, ...]:
    """How many may sit at a table of a tournament of a game, under some house rules."""
    known = GAMES[game]
    sizes = known.player_counts(known.read_house(house))
    return tuple(size for size in sizes if SMALLEST <= size <= LARGEST)


def fault_of(opened: Opened, house: object) -> tuple[Problem, str] | None:
    """The field of an opening that cannot be, and what would be right; None if it all can."""
    sizes = sizes_of(opened.game, house)
    sizes = tuple(size for size in sizes if size == LEAGUE) if opened.system == "leagues" else sizes
    if opened.size not in sizes:
        return "size", ", ".join(map(str, sizes))
    if len(opened.points) != opened.size or list(opened.points) != sorted(opened.points)[::-1]:
        return "points", str(opened.size)
    return None if opened.name.strip() else ("name", "")


@dataclass(frozen=True)
class Entrant:
    """Somebody who wants to play, with his licence number if he has one."""

    name: Name
    licence: Licence | None = spec(None, ge=0, le=MOST_LICENCE)


How = Literal["met", "strength"]
"""Who sits together: who met least, or who are equally strong."""


@dataclass(frozen=True)
class Places:
    """Who sits together at a table, in the order of play."""

    seats: tuple[PlayerNo, ...]


@dataclass(frozen=True)
class ShownDraw:
    """Seats of the next round as they were drawn and shown; it may begin with others."""

    round: int
    how: How
    tables: tuple[Places, ...]
    pauses: tuple[PlayerNo, ...] = ()


@dataclass(frozen=True)
class Seats:
    """A table of a round: the code of its match, and who sits there, in the order of play."""

    code: StreamCode
    seats: tuple[PlayerNo, ...]


@dataclass(frozen=True)
class TableResult:
    """A table ends a round with these balances.

    `version` is that of the match that they were taken over from; None if they were typed. What
    lies in the `pot` of the table belongs to the sum. `places` are those of a game that does not
    end by its points alone; else the balances say them.
    """

    round: int
    table: int
    balances: tuple[int, ...] = spec(ge=-MAX_BALANCE, le=MAX_BALANCE)
    pot: int = spec(0, ge=-MAX_BALANCE, le=MAX_BALANCE)
    version: int | None = None
    places: tuple[int, ...] = spec((), ge=1, le=8)


@dataclass(frozen=True)
class LotResult:
    """Of players who tie at a table, this one `goes` up or down a league."""

    round: int
    table: int
    way: Literal["up", "down"]
    tied: tuple[PlayerNo, ...]
    goes: PlayerNo

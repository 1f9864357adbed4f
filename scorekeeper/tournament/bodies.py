"""The bodies of a tournament's events: what the ledger keeps of it as JSON, by kind of event.

These shapes are a public format, as those of a match are: members may be added with a default, none
is renamed or removed. Players are numbered by coming, from 0; rounds count from 1, tables of a
round from 0; balances are whole points by seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from scorekeeper.cards import Pack
from scorekeeper.fields import spec
from scorekeeper.ledger import Event
from scorekeeper.schema import LoadContext, load

System = Literal["rounds", "leagues"]
"""How people are seated: anew in each round, or in leagues that change two players."""
MOST = 10**9
"""The largest balance of a player, up or down."""
LONGEST_TITLE = 60
MOST_LICENCE = 10**6
LONGEST_MARK = 64
LEAGUE = 4
"""Players of a league, by the rules of the game that has them."""
Number = int
"""A player's number in the tournament."""
T = TypeVar("T")


@dataclass(frozen=True)
class Opened:
    """`opened`: the member `tournament`. Its `house` is read by the game's own house rules.

    `points` are those of each place at a table of `size`, best first. `pause` is what a pause
    gives: the average of these, or nothing. By `confirm` the organiser gives the results, or two
    sides of a table enter them.
    """

    name: str = spec(max_length=LONGEST_TITLE)
    game: str = spec()
    system: System = spec("rounds")
    size: int = spec(4, ge=2, le=8)
    points: tuple[int, ...] = spec((4, 3, 2, 1), ge=-1000, le=1000)
    pause: Literal["average", "nothing"] = spec("average")
    confirm: Literal["off", "twice"] = spec("off")


@dataclass(frozen=True)
class Entrant:
    """Somebody who wants to play, with his licence number if he has one."""

    name: str
    licence: int | None = spec(None, ge=0, le=MOST_LICENCE)


@dataclass(frozen=True)
class Entered:
    """`entered`: players who come, each with the next number."""

    players: tuple[Entrant, ...]


@dataclass(frozen=True)
class Withdrew:
    """`withdrew`: a player is not seated any more."""

    player: Number


@dataclass(frozen=True)
class Seats:
    """A table of a round: the code of its match, and who sits there, in the order of play."""

    code: str
    seats: tuple[Number, ...]


@dataclass(frozen=True)
class Drawn:
    """`drawn`: a round begins with these tables. `moved`: they are these instead."""

    round: int
    tables: tuple[Seats, ...]
    pauses: tuple[Number, ...] = ()


@dataclass(frozen=True)
class Result:
    """`result`: a table ends a round with these balances, instead of any older ones.

    `version` is that of the match that they were taken over from; None if they were typed. What
    lies in the `pot` of the table belongs to the sum. `places` are those of a game that does not
    end by its points alone; else the balances say them.
    """

    round: int
    table: int
    balances: tuple[int, ...] = spec(ge=-MOST, le=MOST)
    pot: int = spec(0, ge=-MOST, le=MOST)
    version: int | None = None
    places: tuple[int, ...] = spec((), ge=1, le=8)


@dataclass(frozen=True)
class Claimed:
    """`claimed`: a side says that a table ended a round with these balances.

    The side is who sits on `seat`, or the organiser (None) who asks the sides again; `phone` is a
    mark of the phone that it was entered on. The others are as in a result.
    """

    round: int
    table: int
    seat: int | None
    phone: str = spec(max_length=LONGEST_MARK)
    balances: tuple[int, ...] = spec(ge=-MOST, le=MOST)
    pot: int = spec(0, ge=-MOST, le=MOST)
    version: int | None = None
    places: tuple[int, ...] = spec((), ge=1, le=8)


@dataclass(frozen=True)
class Lot:
    """`lot`: of players who tie at a table, this one `goes` up or down a league."""

    round: int
    table: int
    way: Literal["up", "down"]
    tied: tuple[Number, ...]
    goes: Number


@dataclass(frozen=True)
class Called:
    """`called`: a table calls for the referee.

    Perhaps it is said which person of its match asks and what, and the code of a kept verdict.
    """

    round: int
    table: int
    person: int | None = spec(None, ge=0)
    note: str = ""
    link: str = ""


def read(cls: type[T], body: object) -> T:
    """The members of a body that a shape names. Raises Invalid."""
    others = frozenset(body) if isinstance(body, Mapping) else frozenset()
    return load(cls, body, LoadContext(0, Pack("none", ())), ignore=others)


def body_of(event: Event, cls: type[T]) -> T:
    """The body of an event in its shape."""
    return read(cls, event.body)

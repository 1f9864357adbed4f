"""What can be recorded in Durak, and where a match of it stands.

Rules: durak.pack, durak.fool, durak.draw, durak.epaulettes, durak.teams (sections 4 and 6 of the
rules document).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, NamedTuple

from scorekeeper.core import sheet
from scorekeeper.core.schema import Json, Seat, spec
from scorekeeper.core.sheet import Apart, Entry, PaperEntry
from scorekeeper.games.durak.house_rules import HouseRules
from scorekeeper.referee.rule_table import Penalty

SUITS = 4


@dataclass(frozen=True)
class FinishedGame(Entry):
    """A game: its `fool`, or the two of a `draw`, or the team that lost.

    Seats of a team game sit alternately: team 0 has the even seats, team 1 the odd ones.
    `epaulettes` is how many sixes the winner hung on the fool at the end.
    """

    type: ClassVar[str] = "game"
    numbered: ClassVar[bool] = True
    apart: ClassVar[Apart] = Apart(
        fields=(
            *combinations(("fool", "draw", "lost_team"), 2),
            ("epaulettes", "draw"),
            ("epaulettes", "lost_team"),
        )
    )
    fool: Seat | None = None
    draw: frozenset[Seat] = frozenset()
    lost_team: int | None = spec(None, ge=0, le=1, sides=2)
    epaulettes: int = spec(0, ge=0, le=SUITS)

    @classmethod
    def asks(cls, name: str, house: HouseRules) -> bool:
        """Teams and epaulettes are asked for where they are played; a fool where no teams do."""
        teams = house.teams != "none"
        played = {
            "fool": not teams,
            "lost_team": teams,
            "epaulettes": house.epaulettes != "off" and not teams,
        }
        return played.get(name, True)

    @classmethod
    def by_tap(cls, seat: Seat, house: HouseRules) -> Mapping[str, Json]:
        """The fool; where teams play, the team that the tapped player sits in."""
        return {"fool": seat} if house.teams == "none" else {"lost_team": seat % 2}

    def losers(self, seats: int) -> tuple[int, ...]:
        """The seats that lost: the fool, or the members of the losing team."""
        if self.lost_team is not None:
            return tuple(range(self.lost_team, seats, 2))
        return () if self.fool is None else (self.fool,)


@dataclass(frozen=True)
class Paper(PaperEntry):
    """What stood on paper: games lost per seat."""

    rule: ClassVar[str] = "durak.fool.paper"


ENTRIES: tuple[type[Entry], ...] = (FinishedGame, Paper)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Json] | None:
    """The penalty as an entry (JSON), or None if the sheet records no penalty for this rule.

    Where it costs the game, the offender is the fool, or the offender's team has lost
    (durak.invalid, house rule lose-game).

    >>> penalty_entry("durak.beat", 2, Penalty("lost", what="team"))
    {'type': 'game', 'lost_team': 0}
    """
    if penalty == Penalty("lost", what="game"):
        return {"type": "game", "fool": seat}
    lost = penalty == Penalty("lost", what="team")
    return {"type": "game", "lost_team": seat % 2} if lost else None


class Opponents(NamedTuple):
    """Who attacks whom, by their seats."""

    attacker: int
    defender: int


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Durak stands, a figure per seat.

    `draws` and `epaulettes` are counted over all games, `streak` is how many games in a row up to
    now the seat has lost. `attack` is who attacks whom first in the next game, if that is known.
    """

    draws: tuple[int, ...] = ()
    epaulettes: tuple[int, ...] = ()
    streak: tuple[int, ...] = ()
    attack: Opponents | None = None

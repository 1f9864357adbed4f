"""What can be recorded in Durak, and what is refused and why.

Rules: durak.pack, durak.fool, durak.draw, durak.epaulettes, durak.teams (sections 4 and 6 of the
rules document).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper import sheet
from scorekeeper.games.durak.house import TEAM_TABLE, HouseRules, fewest_sixes, most_players
from scorekeeper.plain import Seat, part
from scorekeeper.referee import Penalty
from scorekeeper.sheet import Entry, Refusal

SUITS = 4


@dataclass(frozen=True)
class Played(Entry):
    """A game: its `fool`, or the two of a `draw`, or the team that lost.

    Seats of a team game sit alternately: team 0 has the even seats, team 1 the odd ones.
    `epaulettes` is how many sixes the winner hung on the fool at the end.
    """

    type: ClassVar[str] = "game"
    counted: ClassVar[bool] = True
    fool: Seat | None = None
    draw: frozenset[Seat] = frozenset()
    lost_team: int | None = part(None, at_least=0, at_most=1)
    epaulettes: int = part(0, at_least=0, at_most=SUITS)

    @classmethod
    def asks(cls, name: str, house: Any) -> bool:
        """Teams and epaulettes are asked for where they are played."""
        played = {"lost_team": house.teams != "none", "epaulettes": house.epaulettes != "off"}
        return bool(played.get(name, True))

    def losers(self, seats: int) -> tuple[int, ...]:
        """The seats that lost: the fool, or the members of the losing team."""
        if self.lost_team is not None:
            return tuple(range(self.lost_team, seats, 2))
        return () if self.fool is None else (self.fool,)


ENTRIES: tuple[type[Played], ...] = (Played,)


def fine(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Any] | None:
    """The entry, as plain data, that writes what a breach cost; None if the sheet has none.

    Where it costs the game, the offender is the fool (durak.invalid, house rule lose-game).
    """
    lost = penalty is not None and penalty == {"kind": "lost", "what": "game"}
    return {"type": "game", "fool": seat} if lost else None


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Durak stands, a figure per seat.

    `draws` and `epaulettes` are counted over all games, `streak` is how many games in a row up to
    now the seat has lost. `attack` is who attacks whom first in the next game, if that is known.
    """

    draws: tuple[int, ...] = ()
    epaulettes: tuple[int, ...] = ()
    streak: tuple[int, ...] = ()
    attack: tuple[int, int] | None = None


def check(entry: Played, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why a game cannot be taken, or None."""
    seats = len(standing.totals)
    return (
        _check_pack(seats, house)
        or _check_way(entry)
        or _check_draw(entry, house)
        or _check_team(entry, seats, house)
        or _check_epaulettes(entry, house)
    )


def _check_pack(seats: int, house: HouseRules) -> Refusal | None:
    most = most_players(house)
    if seats > most:
        return Refusal("durak.pack", "type", {"players": seats, "n": most})
    return None


def _check_way(entry: Played) -> Refusal | None:
    ways = (entry.fool is not None, bool(entry.draw), entry.lost_team is not None)
    if not any(ways):
        return Refusal("durak.fool.nothing", "fool")
    return Refusal("durak.fool.two-ways", "fool") if sum(ways) > 1 else None


def _check_draw(entry: Played, house: HouseRules) -> Refusal | None:
    if not entry.draw:
        return None
    if house.no_draw:
        return Refusal("durak.draw.none", "draw")
    return Refusal("durak.draw.two", "draw") if len(entry.draw) != 2 else None


def _check_team(entry: Played, seats: int, house: HouseRules) -> Refusal | None:
    if entry.lost_team is None:
        return None
    if house.teams == "none":
        return Refusal("durak.teams.none", "lost_team")
    needed = TEAM_TABLE[house.teams]
    return Refusal("durak.teams.seats", "lost_team", {"n": needed}) if seats != needed else None


def _check_epaulettes(entry: Played, house: HouseRules) -> Refusal | None:
    if not entry.epaulettes:
        return None
    fewest = fewest_sixes(house)
    if fewest is None:
        return Refusal("durak.epaulettes.off", "epaulettes")
    if entry.fool is None:
        return Refusal("durak.epaulettes.fool", "epaulettes")
    if entry.epaulettes < fewest:
        return Refusal("durak.epaulettes.few", "epaulettes", {"n": fewest})
    return None

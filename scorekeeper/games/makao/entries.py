"""What can be recorded in Makao, and where a match of it stands.

Rule: makao.end (source, the last paragraph of GRA).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.core import sheet
from scorekeeper.core.schema import Json, Seat
from scorekeeper.core.sheet import Apart, Entry, PaperEntry
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.referee.rule_table import Penalty

SMALL = 4
"""In a company of so many at most, play goes on until one is left (makao.end)."""
WINNERS = 3
"""In a larger one it ends when so many are out (makao.end)."""


@dataclass(frozen=True)
class FinishedGame(Entry):
    """A game: who `lost`, or the seats that went `out`, in order; all the others lost then."""

    type: ClassVar[str] = "game"
    numbered: ClassVar[bool] = True
    apart: ClassVar[Apart] = Apart(fields=(("lost", "out"),))
    lost: frozenset[Seat] = frozenset()
    out: tuple[Seat, ...] = ()

    @classmethod
    def by_tap(cls, seat: Seat, house: HouseRules) -> Mapping[str, Json]:
        """One who lost; who writes down several, or the order, opens the form."""
        return {"lost": [seat]}

    def losers(self, players: int) -> tuple[int, ...]:
        """The seats that lost, once enough players are out (makao.end)."""
        return tuple(sorted(self.lost)) or losers(players, self.out)


@dataclass(frozen=True)
class Paper(PaperEntry):
    """What stood on paper: games lost per seat."""

    rule: ClassVar[str] = "makao.end.paper"


ENTRIES: tuple[type[Entry], ...] = (FinishedGame, Paper)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Json] | None:
    """None: what an offence costs is taken from the stock, and no sheet records it."""
    return None


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Makao stands; a point is a lost game.

    `places` are counts per seat: how often it went out first, second, third.
    """

    places: tuple[tuple[int, ...], ...] = ()


def needed(players: int) -> int:
    """How many players have to be out for a game to be over (makao.end)."""
    return players - 1 if players <= SMALL else WINNERS


def losers(players: int, out: Sequence[int]) -> tuple[int, ...]:
    """The seats that lost, once enough players are out; until then nobody (makao.end).

    >>> losers(4, out=(0, 2, 3)), losers(4, out=(0, 2)), losers(6, out=(0, 2, 3))
    ((1,), (), (1, 4, 5))
    """
    left = tuple(seat for seat in range(players) if seat not in out)
    return left if len(out) >= needed(players) else ()

"""What can be recorded in Makao, and what is refused and why.

Rule: makao.end (source, the last paragraph of GRA).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper import sheet
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.plain import Seat
from scorekeeper.sheet import Entry, Refusal

SMALL = 4
"""In a company of so many at most, play goes on until one is left (makao.end)."""
WINNERS = 3
"""In a larger one it ends when so many are out (makao.end)."""


@dataclass(frozen=True)
class Played(Entry):
    """A game: who `lost`, or the seats that went `out`, in order; all the others lost then."""

    type: ClassVar[str] = "game"
    counted: ClassVar[bool] = True
    lost: frozenset[Seat] = frozenset()
    out: tuple[Seat, ...] = ()

    def losers(self, players: int) -> tuple[int, ...]:
        """The seats that lost, once enough players are out (makao.end)."""
        return tuple(sorted(self.lost)) or losers(players, self.out)


ENTRIES: tuple[type[Played], ...] = (Played,)


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Makao stands; a point is a lost game.

    `places` are counts per seat: how often it went out first, second, third.
    """

    places: tuple[tuple[int, ...], ...] = ()


def needed(players: int) -> int:
    """How many players have to be out for a game to be over (makao.end)."""
    return players - 1 if players <= SMALL else WINNERS


def left(players: int, out: Sequence[int]) -> tuple[int, ...]:
    """The seats that still have cards."""
    return tuple(seat for seat in range(players) if seat not in out)


def losers(players: int, out: Sequence[int]) -> tuple[int, ...]:
    """The seats that lost, once enough players are out; until then nobody (makao.end)."""
    return left(players, out) if len(out) >= needed(players) else ()


def check(entry: Played, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why a game cannot have ended so, or None (makao.end)."""
    players = len(standing.totals)
    if entry.lost:
        return _check_lost(entry, players)
    if twice := [seat for seat, times in Counter(entry.out).items() if times > 1]:
        return Refusal("makao.end.twice", "out", {"seat": int(twice[0])})
    short = needed(players) - len(entry.out)
    facts: Mapping[str, Any] = {"n": abs(short), "needed": needed(players), "players": players}
    if short > 0:
        return Refusal("makao.end.few", "out", facts)
    return Refusal("makao.end.many", "out", facts) if short < 0 else None


def _check_lost(entry: Played, players: int) -> Refusal | None:
    """Why these cannot be those who lost: one way of telling, and as many as the rule says."""
    if entry.out:
        return Refusal("makao.end.two-ways", "out")
    lose = players - needed(players)
    facts = {"n": lose, "players": players}
    return None if len(entry.lost) == lose else Refusal("makao.end.losers", "lost", facts)

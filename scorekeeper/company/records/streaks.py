"""Runs of games won and lost on end, over all evenings."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.company.records.summary import Ending
from scorekeeper.company.records.tallies import Place


@dataclass(frozen=True)
class Streak:
    """So many on end, and the row with which it became so long."""

    length: int = 0
    place: Place | None = None


NONE = Streak()


@dataclass(frozen=True)
class Streaks:
    """The longest runs of a player, and the one that he is in: `won` on end, or `lost`."""

    won: Streak = NONE
    lost: Streak = NONE
    now_won: int = 0
    now_lost: int = 0


def streaks(endings: Sequence[tuple[str, Ending]]) -> Streaks:
    """The runs of a player's games, each with the code of its match, the oldest first."""
    won, now_won = _longest([(Place(code, end.row), end.won) for code, end in endings])
    lost, now_lost = _longest([(Place(code, end.row), end.lost) for code, end in endings])
    return Streaks(won, lost, now_won, now_lost)


def _longest(steps: Sequence[tuple[Place, bool]]) -> tuple[Streak, int]:
    """The first of the longest runs, and how long the last one is."""
    longest, now = NONE, 0
    for place, goes_on in steps:
        now = now + 1 if goes_on else 0
        if now > longest.length:
            longest = Streak(now, place)
    return longest, now

"""Runs of games won and lost on end, over all evenings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.extras.company.records.summary import Ending
from scorekeeper.extras.company.records.tallies import Place


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


def streaks(endings: Iterable[tuple[str, Sequence[Ending]]]) -> Streaks:
    """The runs of a player's games by the code of their match, the oldest first."""
    steps = [(code, *ending) for code, ended in endings for ending in ended]
    won, now_won = _longest((code, row, won) for code, row, won, _ in steps)
    lost, now_lost = _longest((code, row, lost) for code, row, _, lost in steps)
    return Streaks(won, lost, now_won, now_lost)


def _longest(steps: Iterable[tuple[str, int, bool]]) -> tuple[Streak, int]:
    """The first of the longest runs, and how long the last one is."""
    longest, now = NONE, 0
    for code, row, goes_on in steps:
        now = now + 1 if goes_on else 0
        if now > longest.length:
            longest = Streak(now, Place(code, row))
    return longest, now

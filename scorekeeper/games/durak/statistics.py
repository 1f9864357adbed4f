"""What is counted per player over a match of Durak."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from scorekeeper.games.durak.entries import Played
from scorekeeper.sheet import Entry, Stat, counted


def fool(seats: int, game: Played, seat: int) -> int:
    """1 if a seat lost the game, alone or with its team, else 0."""
    return seat in game.losers(seats)


def draw(game: Played, seat: int) -> int:
    """1 if a seat was one of the two of a draw, else 0."""
    return seat in game.draw


def epaulettes(game: Played, seat: int) -> int:
    """How many epaulettes were hung on a seat."""
    return game.epaulettes if game.fool == seat else 0


def longest_streak(lost: Sequence[bool]) -> int:
    """The most games in a row that were lost."""
    longest = running = 0
    for each in lost:
        running = running + 1 if each else 0
        longest = max(longest, running)
    return longest


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each seat was the fool or in a draw, its epaulettes and its longest streak."""
    games = [entry for entry in entries if isinstance(entry, Played)]
    counts: Mapping[str, Callable[[Played, int], int]] = {
        "fool": partial(fool, seats),
        "draw": draw,
        "epaulettes": epaulettes,
    }
    streaks = (
        longest_streak([seat in game.losers(seats) for game in games]) for seat in range(seats)
    )
    return (
        *counted(counts, games, seats),
        Stat("streak", tuple(map(Fraction, streaks)), longest=True),
    )

"""What is counted per player over a match of Durak, what a row of the sheet tells besides its
points, and what the book of a company takes from it.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from scorekeeper.core.game import Outcome, Records, Scored, outcome_of
from scorekeeper.core.sheet import Entry, Notice, Stat, count_per_seat
from scorekeeper.games.durak.entries import FinishedGame, Standing
from scorekeeper.games.durak.house_rules import HouseRules


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each seat was the fool or in a draw, its epaulettes and its longest streak."""
    games = [each for each in entries if isinstance(each, FinishedGame)]
    counts: Mapping[str, Callable[[FinishedGame, int], int]] = {
        "fool": lambda game, seat: seat in game.losers(seats),
        # Of a draw it is one for who was out before the last two, too.
        "draw": lambda game, seat: bool(game.draw),
        "epaulettes": lambda game, seat: game.epaulettes if game.fool == seat else 0,
    }
    lost = ([seat in game.losers(seats) for game in games] for seat in range(seats))
    streaks = tuple(
        max((len([*run]) for bad, run in groupby(row) if bad), default=0) for row in lost
    )
    return (*count_per_seat(counts, games, seats), Stat("streak", streaks, longest=True))


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """The fool, or the losing team; a draw is a milestone."""
    if not isinstance(entry, FinishedGame):
        return ()
    losers = entry.losers(len(before.totals))
    return (Notice("fool" if entry.fool is not None else "team", losers),) if losers else ()


def outcome(row: Scored[Standing]) -> Outcome | None:
    """Who was the fool, or which team lost; in a draw nobody won or lost (durak.draw)."""
    game, seats = row.entry, len(row.before.totals)
    if not isinstance(game, FinishedGame):
        return None
    if game.draw:
        return Outcome({seat: 1 + (seat in game.draw) for seat in range(seats)})
    return outcome_of(range(seats), game.losers(seats))


RECORDS: Records[Standing, HouseRules] = Records(outcome=outcome, lost="fool")

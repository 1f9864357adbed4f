"""What is counted per player over a match of Makao, what a row of the sheet tells besides its
points, and what the book of a company takes from it.
"""

from collections.abc import Callable, Sequence
from functools import partial

from scorekeeper.core.game import Outcome, Records, Scored, outcome_of
from scorekeeper.core.sheet import Entry, Notice, Stat, count_per_seat
from scorekeeper.games.makao.entries import FinishedGame, Standing, needed
from scorekeeper.games.makao.house_rules import HouseRules

PLACES = ("first", "second", "third")


def came(place: int, entry: FinishedGame, seat: int) -> bool:
    """True if a seat was the one to go out at this place, 0 the first."""
    return entry.out[place : place + 1] == (seat,)


def lost(seats: int, entry: FinishedGame, seat: int) -> bool:
    """True if a seat was left with cards, of so many."""
    return seat in entry.losers(seats)


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each seat lost; and won, came second or third, if all games say who did."""
    games = [each for each in entries if isinstance(each, FinishedGame)]
    told = range(needed(seats)) if all(game.out for game in games) else range(0)
    places: dict[str, Callable[[FinishedGame, int], bool]] = {
        PLACES[place]: partial(came, place) for place in told
    }
    return count_per_seat({**places, "lost": partial(lost, seats)}, games, seats)


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """Who was out, in order; who lost is a milestone."""
    return (Notice("order", entry.out),) if isinstance(entry, FinishedGame) and entry.out else ()


def outcome(row: Scored[Standing]) -> Outcome | None:
    """The places of a game as far as they were written down (makao.end).

    Nobody has won: most tables write down only who lost, so wins would say how a table writes.
    """
    game, players = row.entry, len(row.before.totals)
    if not isinstance(game, FinishedGame):
        return None
    lost = game.losers(players)
    if not game.out:
        return Outcome(outcome_of(range(players), lost).places, frozenset(), frozenset(lost))
    places = {int(seat): 1 + at for at, seat in enumerate(game.out)}
    left = dict.fromkeys(lost, 1 + len(game.out))
    return Outcome({**places, **left}, frozenset(), frozenset(lost))


RECORDS: Records[Standing, HouseRules] = Records(outcome=outcome, lost="lost", partly_told=PLACES)

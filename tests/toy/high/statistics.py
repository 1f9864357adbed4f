"""What is counted over the entries of Highest, what a row of the sheet tells – who won –, and what
the book of a company takes from it.
"""

from collections.abc import Sequence

from scorekeeper.games.high.entries import Deal, Fine, Standing
from scorekeeper.games.high.house import HouseRules
from scorekeeper.records import Outcome, Records, Scored
from scorekeeper.sheet import Entry, Notice, Stat, count_per_seat


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How many tricks each won, and how many fines each paid."""
    return count_per_seat({"won": _won, "paid": _paid}, dict(enumerate(entries)), seats)


def _won(entry: Entry, seat: int) -> bool:
    return isinstance(entry, Deal) and entry.winner == seat


def _paid(entry: Entry, seat: int) -> bool:
    return isinstance(entry, Fine) and entry.seat == seat


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """Who won; of penalties it is told anyway what they are for."""
    return (Notice("won", (entry.winner,)),) if isinstance(entry, Deal) else ()


def outcome(row: Scored) -> Outcome | None:
    """Who won a deal; nobody loses one."""
    deal = row.entry
    if not isinstance(deal, Deal):
        return None
    players = range(len(row.before.totals))
    places = {seat: 1 + (seat != deal.winner) for seat in players}
    return Outcome(places, frozenset({deal.winner}))


RECORDS = Records(outcome=outcome)

"""What is counted over the entries of Newgame, and what a row of the sheet tells."""

from collections.abc import Sequence

from scorekeeper.records import Outcome, Records, Scored
from scorekeeper.sheet import Entry, Notice, Stat, count_per_seat

from .entries import Fine, Standing, Trick
from .house import HouseRules


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How many tricks each won, and how many fines each paid."""
    return count_per_seat({"won": _won, "paid": _paid}, entries, seats)


def _won(entry: Entry, seat: int) -> bool:
    return isinstance(entry, Trick) and entry.winner == seat


def _paid(entry: Entry, seat: int) -> bool:
    return isinstance(entry, Fine) and entry.seat == seat


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """Who won; of penalties it is told anyway what they are for."""
    return (Notice("won", (entry.winner,)),) if isinstance(entry, Trick) else ()


def outcome(row: Scored) -> Outcome | None:
    """Who won a trick; nobody loses one."""
    trick = row.entry
    if not isinstance(trick, Trick):
        return None
    players = range(len(row.before.totals))
    places = {seat: 1 + (seat != trick.winner) for seat in players}
    return Outcome(places, frozenset({trick.winner}))


RECORDS = Records(outcome=outcome)

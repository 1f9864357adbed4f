"""What is counted over the entries of Highest."""

from collections.abc import Sequence

from scorekeeper.games.high.entries import Deal, Fine
from scorekeeper.sheet import Entry, Stat, counted


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How many tricks each won, and how many fines each paid."""
    return counted({"won": _won, "paid": _paid}, entries, seats)


def _won(entry: Entry, seat: int) -> bool:
    return isinstance(entry, Deal) and entry.winner == seat


def _paid(entry: Entry, seat: int) -> bool:
    return isinstance(entry, Fine) and entry.seat == seat

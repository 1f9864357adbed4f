"""What is counted over the entries of Prší, and what a row of the sheet tells."""

from collections.abc import Sequence

from scorekeeper.records import Outcome, Records, Scored, outcome_of
from scorekeeper.sheet import Entry, Notice, Stat, count_per_seat

from .entries import Fault, FinishedGame, Standing
from .house import HouseRules


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each was out first, lost, and drew cards for a mistake."""
    counts = {"first": _first, "lost": _lost, "fault": _drew}
    return count_per_seat(counts, dict(enumerate(entries)), seats)


def _first(entry: Entry, seat: int) -> bool:
    return isinstance(entry, FinishedGame) and entry.first == seat


def _lost(entry: Entry, seat: int) -> bool:
    return isinstance(entry, FinishedGame) and entry.lost == seat


def _drew(entry: Entry, seat: int) -> bool:
    return isinstance(entry, Fault) and entry.seat == seat


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """Who was out first; who lost is a milestone."""
    first = entry.first if isinstance(entry, FinishedGame) else None
    return () if first is None else (Notice("first", (int(first),)),)


def outcome(row: Scored) -> Outcome | None:
    """Who lost a game; nobody has won, since most tables write down only who lost."""
    game = row.entry
    if not isinstance(game, FinishedGame):
        return None
    lost = frozenset({int(game.lost)})
    places = outcome_of(range(len(row.before.totals)), (*lost,)).places
    return Outcome(places, frozenset(), lost)


RECORDS = Records(outcome=outcome, lost="lost")

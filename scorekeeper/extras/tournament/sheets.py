"""What the match of a table says, and how it becomes the table's result."""

from dataclasses import dataclass

from scorekeeper.extras.tournament import Table
from scorekeeper.extras.tournament.events import Result
from scorekeeper.match import Match


@dataclass(frozen=True)
class TableSheet:
    """What the match of a table says: totals of those who were drawn, the pot, how much is written.

    `places` are there once it has ended in a game that says them.
    """

    balances: tuple[int, ...]
    pot: int
    version: int
    places: tuple[int, ...]
    entries: int

    def result(self, round_number: int, table: int) -> Result:
        """It as the result of a table (from 0)."""
        return Result(round_number, table, self.balances, self.pot, self.version, self.places)

    def is_result_of(self, table: Table) -> bool:
        """True if a table has just this result."""
        return (table.balances, table.pot) == (self.balances, self.pot)


def sheet_of(match: Match) -> TableSheet:
    """What a match says now."""
    return TableSheet(
        balances=tuple(match.totals[person] for person in match.first_seats),
        pot=match.game.pot(match.standing) or 0,
        version=match.version,
        places=_places_in(match),
        entries=len(match.rows),
    )


def _places_in(match: Match) -> tuple[int, ...]:
    """The places by seat if the match is one game that ended; who lost it may not have most points.

    Empty for any other: there the totals say them.
    """
    rows = [row for row in match.rows if not row.struck]
    ends = [end for end in map(match.game.records.outcome, rows) if end]
    if not match.standing.over or len(ends) != 1 or len(match.seating.people) != len(match.names):
        return ()
    return tuple(ends[0].places[seat] for seat in range(len(match.names)))

"""What the book of a company tells of Highest."""

from scorekeeper.games.high.entries import Deal
from scorekeeper.records import Outcome, Records, Scored


def outcome(row: Scored) -> Outcome | None:
    """Who won a deal; nobody loses one."""
    deal = row.entry
    if not isinstance(deal, Deal):
        return None
    players = range(len(row.before.totals))
    places = {seat: 1 + (seat != deal.winner) for seat in players}
    return Outcome(places, frozenset({deal.winner}))


RECORDS = Records(outcome=outcome)

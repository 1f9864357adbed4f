"""A tournament as a file: its own events, then those of its tables."""

from collections.abc import Sequence

from scorekeeper.extras.tournament import TOURNAMENT, Tournament, fold
from scorekeeper.extras.tournament.forgetting import names_in, without_names
from scorekeeper.ledger import Event
from scorekeeper.stream.files import StreamType

SEATINGS = ("drawn", "moved")


def tables_of(events: Sequence[Event]) -> list[str]:
    """The codes of all matches that ever were tables: of rounds that were taken back, too."""
    drawn = (event.body["tables"] for event in events if event.kind in SEATINGS)
    return list(dict.fromkeys(table["code"] for tables in drawn for table in tables))


def _after(tournament: Tournament, event: Event) -> Tournament:
    return fold((*tournament.events, event))


STREAM = StreamType(
    TOURNAMENT,
    "tournament",
    fold,
    _after,
    part="table",
    parts=tables_of,
    owner="table_of",
    names_in=names_in,
    without_names=without_names,
)
"""A tournament, as files and maintenance see it."""

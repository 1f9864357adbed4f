"""Events as rows of a table."""

from __future__ import annotations

import json

from sqlite_utils import Database

from scorekeeper.ledger import Damaged, Event, as_json
from scorekeeper.ledger.chain import last_hash

INSERT = "insert into events (match, seq, kind, body, key, at, hash) values (?, ?, ?, ?, ?, ?, ?)"
# All columns: a ledger that is only looked at may be of a version that kept no hashes.
READ = "select * from events where match = ?"
Row = tuple[str, int, str, str, str, str, str]
_LAST = "select seq, hash from events where match = ? order by seq desc limit 1"


def event_of(row: Row) -> Event:
    """The event of a row, of one without a hash too. Raises Damaged."""
    match, seq, kind, text, key, at, *chained = row
    try:
        return Event(match, seq, kind, json.loads(text), key, at, *chained)
    except ValueError as error:
        raise Damaged(f"event {seq} of {match} is no JSON: {error}") from None


def row_of(event: Event) -> Row:
    """The row of an event."""
    body = as_json(event.body)
    return (event.match, event.seq, event.kind, body, event.key, event.at, event.hash)


def events_in(db: Database, match: str) -> list[Event]:
    """All events of a match."""
    return [event_of(row) for row in db.execute(f"{READ} order by seq", (match,))]


def last_in(db: Database, match: str) -> tuple[int, str]:
    """The number and the hash of the last event of a match; 0 and no hash if there is none."""
    seq, written = db.execute(_LAST, (match,)).fetchone() or (0, "")
    if seq and not written:
        written = last_hash(events_in(db, match))
    return seq, written

"""Events in the one table of a SQLite file."""

from __future__ import annotations

from sqlite_utils import Database

from scorekeeper.ledger import Event
from scorekeeper.ledger.chain import last_hash
from scorekeeper.ledger.rows import COLUMNS, event_of

INSERT = f"insert into events ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)"
# All columns: a ledger that is only looked at may be of a version that kept no hashes.
READ = "select * from events where match = ?"
READ_ALL = """
select * from events where match in (select value from json_each(?)) order by match, seq
"""
_LAST = "select seq, hash from events where match = ? order by seq desc limit 1"


def events_in(db: Database, match: str) -> list[Event]:
    """All events of a match."""
    return [event_of(row) for row in db.execute(f"{READ} order by seq", (match,))]


def event_with(db: Database, match: str, key: str) -> Event | None:
    """The event of a match with this key."""
    row = db.execute(f"{READ} and key = ?", (match, key)).fetchone()
    return event_of(row) if row else None


def last_in(db: Database, match: str) -> tuple[int, str]:
    """The number and the hash of the last event of a match; 0 and no hash if there is none."""
    seq, written = db.execute(_LAST, (match,)).fetchone() or (0, "")
    if seq and not written:
        written = last_hash(events_in(db, match))
    return seq, written

"""Events in the one table of a SQLite file: read, copied, looked at, and rewritten where a match
is.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from sqlite_utils import Database

from scorekeeper.ledger import Event, Unusable, canonical_json
from scorekeeper.ledger.chain import last_hash, rehashed
from scorekeeper.ledger.sqlite import opening
from scorekeeper.ledger.store import COLUMNS, DROP_FIGURES, by_match, event_from_row

INSERT = f"insert into events ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)"
# All columns: a ledger that is only looked at may be of a version that kept no hashes.
READ = "select * from events where match = ?"
READ_ALL = """
select * from events where match in (select value from json_each(?)) order by match, seq
"""
_LAST = "select seq, hash from events where match = ? order by seq desc limit 1"


def events_in(db: Database, match: str) -> list[Event]:
    return [event_from_row(row) for row in db.execute(f"{READ} order by seq", (match,))]


def event_with(db: Database, match: str, key: str) -> Event | None:
    row = db.execute(f"{READ} and key = ?", (match, key)).fetchone()
    return event_from_row(row) if row else None


def last_in(db: Database, match: str) -> tuple[int, str]:
    """The number and the hash of the last event of a match; 0 and no hash if there is none."""
    seq, written = db.execute(_LAST, (match,)).fetchone() or (0, "")
    if seq and not written:
        written = last_hash(events_in(db, match))
    return seq, written


_WRITE_OVER = "update events set body = ?, key = ?, hash = ? where match = ? and seq = ?"


def copy_to(db: Database, target: str) -> None:
    """Copies the database into a new file, while others write. Raises FileExistsError.

    The copy is one file without a log, on the disk and whole before it has its name.
    """
    draft = f"{target}.{token_hex(8)}"
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with (
            opening.failures_of(target),
            closing(Database(sqlite3.connect(draft), execute_plugins=False)) as copy,
        ):
            db.conn.backup(copy.conn)
            copy.execute("pragma journal_mode = delete")
            if fault := opening.first_fault(copy):
                raise Unusable(f"the copy is damaged ({fault}): try again on another disk")
        with open(draft, "rb") as file:
            os.fsync(file.fileno())
        opening.give_name(draft, target)
    finally:
        for suffix in (*opening.FILE_SUFFIXES, "-journal"):
            Path(draft + suffix).unlink(missing_ok=True)


def faults_in(db: Database) -> Iterator[str]:
    """What SQLite finds wrong with the file and its indexes, one fault each."""
    for (found,) in db.execute("pragma integrity_check"):
        if found != "ok":
            yield " ".join(str(found).split())


def rewrite(db: Database, changed: Sequence[Event], dropped: Sequence[str]) -> None:
    """Gives events that are there other bodies and keys; of the matches dropped, only the first
    event stays, so that their codes stay taken. Each chain is forged anew. Within a
    transaction of the caller's.
    """
    db.execute("pragma secure_delete = on")
    db.execute(DROP_FIGURES)
    for name in opening.GUARDS:
        db.execute(f"drop trigger {name}")
    gone = set(dropped)
    for match, others in by_match(changed, dropped).items():
        if match in gone:
            db.execute("delete from events where match = ? and seq > 1", (match,))
        events = rehashed(others.get(event.seq, event) for event in events_in(db, match))
        said = ((canonical_json(e.body), e.key, e.hash, e.stream, e.seq) for e in events)
        db.conn.executemany(_WRITE_OVER, said)
    for trigger in opening.GUARDS.values():
        db.execute(trigger)


def wipe(db: Database) -> bool:
    """Takes what was rewritten out of the file and its log; False if somebody still reads that."""
    db.execute("vacuum")
    (busy, *_) = db.execute("pragma wal_checkpoint(truncate)").fetchone()
    return not busy

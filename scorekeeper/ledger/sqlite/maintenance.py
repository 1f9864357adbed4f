"""What whoever runs the app does with a ledger's file: copy it, look at it, rewrite a match."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from sqlite_utils import Database

from scorekeeper.ledger import Event, Unusable, as_json
from scorekeeper.ledger.chain import sealed_anew
from scorekeeper.ledger.house import by_match
from scorekeeper.ledger.sqlite.failures import failures_of
from scorekeeper.ledger.sqlite.opening import BESIDE, GUARDS, first_fault, give_name
from scorekeeper.ledger.sqlite.rows import events_in

_WRITE_OVER = "update events set body = ?, key = ?, hash = ? where match = ? and seq = ?"


def copy_to(db: Database, target: str) -> None:
    """Copies the database into a new file, while others write. Raises FileExistsError.

    The copy is one file without a log, on the disk and whole before it has its name.
    """
    draft = f"{target}.{token_hex(8)}"
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with (
            failures_of(target),
            closing(Database(sqlite3.connect(draft), execute_plugins=False)) as copy,
        ):
            db.conn.backup(copy.conn)
            copy.execute("pragma journal_mode = delete")
            if fault := first_fault(copy):
                raise Unusable(f"the copy is damaged ({fault}): try again on another disk")
        with open(draft, "rb") as file:
            os.fsync(file.fileno())
        give_name(draft, target)
    finally:
        for suffix in (*BESIDE, "-journal"):
            Path(draft + suffix).unlink(missing_ok=True)


def faults_in(db: Database) -> Iterator[str]:
    """What SQLite finds wrong with the file and its indexes, one fault each."""
    for (found,) in db.execute("pragma integrity_check"):
        if found != "ok":
            yield " ".join(str(found).split())


def rewrite(db: Database, changed: Sequence[Event], dropped: Sequence[str]) -> None:
    """Gives events that are there other bodies and keys; of the matches dropped, only the first
    event stays, so that their codes stay taken. Each chain is forged anew. Within a transaction of
    the caller's.
    """
    db.execute("pragma secure_delete = on")
    for name in GUARDS:
        db.execute(f"drop trigger {name}")
    gone = set(dropped)
    for match, others in by_match(changed, dropped).items():
        if match in gone:
            db.execute("delete from events where match = ? and seq > 1", (match,))
        events = (others.get(event.seq, event) for event in events_in(db, match))
        db.conn.executemany(_WRITE_OVER, map(_as_written_over, sealed_anew(events)))
    for trigger in GUARDS.values():
        db.execute(trigger)


def _as_written_over(event: Event) -> tuple[str, str, str, str, int]:
    return (as_json(event.body), event.key, event.hash, event.stream, event.seq)


def wipe(db: Database) -> bool:
    """Takes what was rewritten out of the file and its log; False if somebody still reads that."""
    db.execute("vacuum")
    (busy, *_) = db.execute("pragma wal_checkpoint(truncate)").fetchone()
    return not busy

"""What whoever runs the app does with a ledger's file: copy it, look at it, rewrite a match."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from sqlite_utils import Database

from scorekeeper.ledger import Event, Unusable, as_json
from scorekeeper.ledger.chain import sealed_anew
from scorekeeper.ledger.opening import BESIDE, GUARDS, first_fault, give_name
from scorekeeper.ledger.rows import events_in


def copy_to(db: Database, target: str) -> None:
    """Copies the database into a new file, while others write. Raises FileExistsError.

    The copy is one file without a log, on the disk and whole before it has its name.
    """
    draft = f"{target}.{token_hex(8)}"
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with closing(Database(sqlite3.connect(draft), execute_plugins=False)) as copy:
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


def rewrite(db: Database, changed: Iterable[Event], dropped: Iterable[str]) -> None:
    """Gives events that are there other bodies and keys; of the matches dropped, only the first
    event stays, so that their codes stay taken. Each chain is forged anew. Within a transaction of
    the caller's.
    """
    db.execute("pragma secure_delete = on")
    for name in GUARDS:
        db.execute(f"drop trigger {name}")
    codes: dict[str, None] = {}
    for event in changed:
        _write_over(db, event)
        codes[event.match] = None
    for match in dropped:
        db.execute("delete from events where match = ? and seq > 1", (match,))
        codes[match] = None
    for match in codes:
        for event in sealed_anew(events_in(db, match)):
            _write_over(db, event)
    for trigger in GUARDS.values():
        db.execute(trigger)


def _write_over(db: Database, event: Event) -> None:
    row = (as_json(event.body), event.key, event.hash, event.match, event.seq)
    db.execute("update events set body = ?, key = ?, hash = ? where match = ? and seq = ?", row)


def wipe(db: Database) -> bool:
    """Takes what was rewritten out of the file and its log; False if somebody still reads that."""
    db.execute("vacuum")
    (busy, *_) = db.execute("pragma wal_checkpoint(truncate)").fetchone()
    return not busy

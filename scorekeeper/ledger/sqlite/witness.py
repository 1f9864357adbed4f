"""A second connection to a ledger's file, which sees what somebody else would see there.

The connection that writes has most of the file in memory: it goes on where the file below it was
overwritten or cut off, and would say so only to the next process. This one keeps next to nothing,
and forgets even that with each event that is written.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.ledger import Event, Unusable
from scorekeeper.ledger.rows import event_of
from scorekeeper.ledger.sqlite.opening import MEMORY, connection
from scorekeeper.ledger.sqlite.rows import event_with, last_in

_LATEST = "select * from events order by rowid desc limit 1"
_OPENING = "select match from events indexed by openings where seq = 1 limit 1"


class Witness:
    """Who reads a ledger's file as if he came anew. A ledger in memory has none to speak of."""

    def __init__(self, path: str) -> None:
        """Begins with a file that was found whole."""
        self._path = path
        self._db: Database | None = None
        self._size = 0 if path == MEMORY else os.stat(path).st_size
        """The bytes of the file when it was last whole."""

    def confirm(self, events: Iterable[Event]) -> None:
        """Raises Unusable unless events that were just written are there, found by their keys, and
        sqlite3.DatabaseError for a file in which they cannot be looked for.
        """
        if self._path == MEMORY:
            return
        self._require_all_bytes()
        for event in events:
            found = event_with(self._connected(), event.stream, event.key)
            if found != event or found.hash != event.hash:
                what = f"event {event.seq} of {event.stream} was written, and is not there"
                raise Unusable(f"{self._path} is damaged ({what}): put a backup in its place")

    def look(self) -> None:
        """Raises sqlite3.DatabaseError for a file that has lost its beginning or its end, or whose
        latest event cannot be found by each of its indexes.
        """
        if self._path == MEMORY:
            return
        self._require_all_bytes(always=True)
        db = self._connected()
        for row in db.execute(_LATEST).fetchall():
            self.confirm([event_of(row)])
            last_in(db, event_of(row).stream)
        db.execute(_OPENING).fetchall()

    def close(self) -> None:
        """Lets go of the file; the next look opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _connected(self) -> Database:
        if self._db is None:
            self._db = connection(f"{Path(self._path).as_uri()}?mode=ro", 0)
            self._db.execute("pragma cache_size = 1")
        return self._db

    def _require_all_bytes(self, *, always: bool = False) -> None:
        """Raises sqlite3.DatabaseError for a file that does not begin as a database does, or has
        shrunk and holds less than it says. One that was vacuumed has shrunk and holds all; one that
        has not may hold less for a moment, while somebody copies the log into it.
        """
        size = os.stat(self._path).st_size
        shrunk = size < self._size
        try:
            # By SQLite: whoever else opens and closes the file here ends its locks on it.
            if shrunk or always:
                _require_as_it_says(self._path)
        except sqlite3.DatabaseError as error:
            if shrunk or error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                raise
        self._size = size


def _require_as_it_says(path: str) -> None:
    """Raises sqlite3.DatabaseError for a file that, without its log, is shorter than it says."""
    with closing(connection(f"{Path(path).as_uri()}?mode=ro&immutable=1", 0)) as db:
        db.execute("pragma page_count").fetchone()

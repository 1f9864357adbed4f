"""The ledger in one SQLite file: durable, append-only even for those who bypass this module.

Here belongs what SQLite does in its own way: the file, its care, its failures. What every store
does alike does not.

The connection that writes has most of the file in memory: it goes on where the file below it was
overwritten or cut off, and would say so only to the next process. A second one, the `FileVerifier`,
sees what somebody else would see there: it keeps next to nothing, and forgets even that with each
event that is written.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

from sqlite_utils import Database

from scorekeeper.ledger import Cursor, Event, Ledger, MatchExists, News, Save, Unusable, store
from scorekeeper.ledger.chain import next_event, resent_event, verify_stream
from scorekeeper.ledger.sqlite import opening
from scorekeeper.ledger.sqlite.rows import (
    INSERT,
    READ,
    READ_ALL,
    copy_to,
    event_with,
    faults_in,
    last_in,
    rewrite,
    wipe,
)

# Times have seconds only: events of one second are told apart by the order of writing.
_PLACE = "select coalesce(max(rowid), 0) from events"
# "+": an index by matches would be scanned as a whole, to have them in order.
_NEWS = "select match, max(seq) from events where rowid > ? group by +match"
_MATCHES = """
select opening.match from events as opening join events as newest
  on newest.match = opening.match
  and newest.seq = (select max(seq) from events where match = opening.match)
where opening.seq = 1 order by newest.at desc, newest.rowid desc
"""

_NEWEST = """
select event.match, event.seq, event.key from json_each(?) as asked join events as event
  on event.match = asked.value
  and event.seq = (select max(seq) from events where match = asked.value)
"""

T = TypeVar("T")

_PAUSE = 0.003
"""Seconds between two tries to begin a transaction: about as long as a durable write takes."""

# One lock for the process: what it guards is short, and a fork has to hold it (see below).
_LOCK = threading.Lock()
_OPEN: WeakSet[SqliteLedger] = WeakSet()


class SqliteLedger(Ledger):
    """A `Ledger` in the file `path`; waits up to `patience` seconds for another writer.

    Safe for threads, greenlets, forks and any number of processes. After a failure the transaction
    is rolled back and the ledger can be used on. A file that is not what it should be is refused
    with Unusable, when it is opened and while it is in use; Unavailable is for a while only. One
    that only `read_only` makes no file, and opens one on a disk that is full or cannot be written;
    without `create` none is made either.
    """

    def __init__(
        self, path: str, patience: float = 10.0, *, read_only: bool = False, create: bool = True
    ) -> None:
        # Absolute, because it may be opened again after a change of directory.
        self._path = path if path == opening.MEMORY else os.path.abspath(path)
        self._patience = patience
        self._db: Database | None = None
        self.phones = store.Phones(self._reading, self._transact)
        self.figures = store.Figures(self._reading, self._transact)
        if not create and not os.path.exists(self._path):
            raise Unusable(f"{path} is not there: look at its address")
        with opening.failures_of(self._path):
            self._open(read_only=read_only)

    @property
    def where(self) -> str:
        return self._path

    def _open(self, *, read_only: bool) -> None:
        if not read_only:
            opening.make_ledger(self._path, self._patience)
        with _LOCK:
            self._db = (
                opening.connect_to_read(self._path, self._patience)
                if read_only
                else opening.connect(self._path, self._patience, check=True)
            )
            self._file = self._file_now()
            self._verifier = FileVerifier(self._path)
            if self._path != opening.MEMORY:
                _OPEN.add(self)

    def append_many(self, *saves: Save) -> list[Event]:
        with self._writing() as db:
            events = [_appended(db, save) for save in saves]
        self._patiently(lambda _db: self._verifier.confirm(events))
        return events

    def read(self, match: str, after: int = 0) -> list[Event]:
        rows = self._reading(f"{READ} and seq > ? order by seq", (match, after))
        return [store.event_from_row(row) for row in rows]

    def read_durable(self, match: str, after: int = 0) -> list[Event]:
        return self.read(match, after)

    def read_many(self, matches: Sequence[str]) -> dict[str, list[Event]]:
        return store.streams_from_rows(self._reading(READ_ALL, (json.dumps(list(matches)),)))

    def newest(self, matches: Sequence[str]) -> Mapping[str, tuple[int, str]]:
        rows = self._reading(_NEWEST, (json.dumps(list(matches)),))
        return {match: (seq, key) for match, seq, key in rows}

    def news(self, after: Cursor | None = None) -> News:
        place: Cursor
        (place,) = self._reading(_PLACE)
        if after is None or place == after:
            return News(place, {})
        # Whoever tidies the file up may number its rows anew.
        since = after if place > after else ()
        return News(place, dict(self._reading(_NEWS, since or (0,))))

    def restore(self, *matches: Sequence[Event]) -> None:
        for events in matches:
            verify_stream(events)
        with self._writing() as db:
            for events in matches:
                if last_in(db, events[0].stream)[0]:
                    raise MatchExists(events[0].stream)
                db.conn.executemany(INSERT, map(store.row_of, events))

    def restore_missing(self, *matches: Sequence[Event]) -> None:
        with self._writing() as db:
            for events in matches:
                missing = store.missing_events(events, *last_in(db, events[0].stream))
                db.conn.executemany(INSERT, map(store.row_of, missing))

    def try_write(self) -> None:
        with self._writing() as db:
            (number,) = db.execute("pragma user_version").fetchone()
            db.execute(f"pragma user_version = {number}")
        self._patiently(lambda _db: self._verifier.look())

    def matches(self) -> list[str]:
        return [match for (match,) in self._reading(_MATCHES)]

    def backup(self, target: str) -> None:
        """Copy everything into a new file, while others read and write. Raises FileExistsError."""
        with opening.failures_of(self._path):
            with _LOCK:
                db = self._connected()
                if self._path == opening.MEMORY:
                    copy_to(db, target)
                    return
            # By a connection of its own, without the lock: who plays here does not wait for it.
            with closing(opening.connect_to_read(self._path, self._patience)) as reader:
                copy_to(reader, target)

    def faults(self) -> list[str]:
        """What is wrong with the file, all of which is read."""
        return self._patiently(lambda db: list(faults_in(db)))

    def rewrite(self, changed: Iterable[Event], dropped: Iterable[str] = ()) -> None:
        for events, codes in store.rewrite_batches(changed, dropped):
            with self._writing() as db:
                rewrite(db, events, codes)
        deadline = time.monotonic() + self._patience
        while not self._patiently(wipe):
            if time.monotonic() > deadline:
                raise Unusable(f"{self._path}-wal still holds what was forgotten: do this again")
            time.sleep(_PAUSE)

    def close(self) -> None:
        """Close the file; any later use raises sqlite3.ProgrammingError."""
        with _LOCK:
            _OPEN.discard(self)
            self._verifier.close()
            self._db = self._db or Database(memory=True)
            self._db.close()

    def _reading(self, sql: str, values: Sequence[object] = ()) -> list[store.Record]:
        return self._patiently(lambda db: db.conn.execute(sql, values).fetchall())

    def _transact(self, work: Callable[[store.Execute], None]) -> None:
        """Does several statements in one transaction. Raises Unavailable."""
        with self._writing() as db:
            work(lambda sql, values: db.execute(sql, values).fetchall())

    def _patiently(self, use: Callable[[Database], T]) -> T:
        """What `use` makes of the file, once no other process keeps it to itself."""
        deadline = time.monotonic() + self._patience
        with opening.failures_of(self._path):
            while True:
                try:
                    with _LOCK:
                        return use(self._connected())
                except sqlite3.OperationalError as error:
                    if not opening.is_busy(error) or time.monotonic() > deadline:
                        raise
                time.sleep(_PAUSE)

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """A transaction that owns the write lock before its first read; all of it or nothing."""
        deadline = time.monotonic() + self._patience
        with opening.failures_of(self._path):
            while True:
                with _LOCK:
                    db = self._connected()
                    if _begun(db, deadline):
                        with _all_or_nothing(db):
                            yield db
                        return
                # Without the lock: while another process writes, those who read here go on.
                time.sleep(_PAUSE)

    def _connected(self) -> Database:
        if self._file_now() != self._file:
            raise Unusable(
                f"{self._path} was removed or replaced while it was in use: put the right file in "
                "its place, then start again"
            )
        if self._db is None:
            self._db = opening.connect(self._path, self._patience, check=False)
        return self._db

    def _file_now(self) -> tuple[int, int] | None:
        """Which file has the ledger's name; None for one in memory, and for one that is gone."""
        if self._path == opening.MEMORY:
            return None
        try:
            now = os.stat(self._path)
        except OSError:
            return None
        return (now.st_dev, now.st_ino) if now.st_size else None

    def _let_go(self) -> None:
        self._verifier.close()
        if self._db is not None:
            self._db.close()
            self._db = None


def _appended(db: Database, save: Save) -> Event:
    """The event that a save writes, or wrote before. Raises Stale and KeyReused."""
    if known := event_with(db, save.stream, save.key):
        return resent_event(save, known)
    event = next_event(save, *last_in(db, save.stream))
    db.execute(INSERT, store.row_of(event))
    return event


def _begun(db: Database, deadline: float) -> bool:
    """True if a transaction was begun; False if another process writes, until the deadline."""
    try:
        db.execute("begin immediate")
    except sqlite3.OperationalError as error:
        if not opening.is_busy(error) or time.monotonic() > deadline:
            raise
        return False
    return True


@contextmanager
def _all_or_nothing(db: Database) -> Iterator[None]:
    try:
        yield
        # Not db.commit(): that is silent if the transaction is gone.
        db.execute("commit")
    except BaseException:
        db.rollback()
        raise


def _before_fork() -> None:
    """No connection may cross a fork, not even unused.

    SQLite in the child would believe that it holds the parent's file locks and take none of its
    own; the next process to leave would then delete the log that the child still writes to (seen:
    an acknowledged event was lost). Both sides connect again at their next use.
    """
    _LOCK.acquire()
    for ledger in list(_OPEN):
        ledger._let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )


_LATEST = "select * from events order by rowid desc limit 1"
_OPENING = "select match from events indexed by openings where seq = 1 limit 1"


class FileVerifier:
    """Who reads a ledger's file as if he came anew. A ledger in memory has none to speak of."""

    def __init__(self, path: str) -> None:
        """Begins with a file that was found whole."""
        self._path = path
        self._db: Database | None = None
        self._size = 0 if path == opening.MEMORY else os.stat(path).st_size
        """The bytes of the file when it was last whole."""

    def confirm(self, events: Iterable[Event]) -> None:
        """Raises Unusable unless events that were just written are there, found by their keys, and
        sqlite3.DatabaseError for a file in which they cannot be looked for.
        """
        if self._path == opening.MEMORY:
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
        if self._path == opening.MEMORY:
            return
        self._require_all_bytes(always=True)
        db = self._connected()
        for row in db.execute(_LATEST).fetchall():
            self.confirm([store.event_from_row(row)])
            last_in(db, store.event_from_row(row).stream)
        db.execute(_OPENING).fetchall()

    def close(self) -> None:
        """Lets go of the file; the next look opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _connected(self) -> Database:
        if self._db is None:
            self._db = opening.connection(f"{Path(self._path).as_uri()}?mode=ro", 0)
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
    with closing(opening.connection(f"{Path(path).as_uri()}?mode=ro&immutable=1", 0)) as db:
        db.execute("pragma page_count").fetchone()

"""The ledger in one SQLite file: durable, append-only even for those who bypass this module."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakSet

from sqlite_utils import Database

from scorekeeper.ledger import (
    Event,
    KeyReused,
    MatchExists,
    News,
    Stale,
    Unusable,
    as_json,
    check_kind,
    now,
)
from scorekeeper.ledger.care import copy_to, faults_in, rewrite, wipe
from scorekeeper.ledger.chain import link
from scorekeeper.ledger.checks import check_whole
from scorekeeper.ledger.failures import is_busy
from scorekeeper.ledger.opening import (
    MEMORY,
    connect,
    connect_to_read,
    make_ledger,
)
from scorekeeper.ledger.rows import INSERT, READ, event_of, last_in, row_of

# Times have seconds only: events of one second are told apart by the order of writing.
_PLACE = "select coalesce(max(rowid), 0) from events"
_NEWS = "select match, max(seq) from events where rowid > ? group by match"
_MATCHES = """
select opening.match from events as opening join events as newest
  on newest.match = opening.match
  and newest.seq = (select max(seq) from events where match = opening.match)
where opening.seq = 1 order by newest.at desc, newest.rowid desc
"""

_NEWEST = """
select match, seq, key from events where (match, seq) in (
  select match, max(seq) from events where match in (select value from json_each(?)) group by match
)
"""

T = TypeVar("T")

_PAUSE = 0.003
"""Seconds between two tries to begin a transaction: about as long as a durable write takes."""

# One lock for the process: what it guards is short, and a fork has to hold it (see below).
_LOCK = threading.Lock()
_OPEN: WeakSet[SqliteLedger] = WeakSet()


class SqliteLedger:
    """A `Ledger` in the file `path`; waits up to `patience` seconds for another writer.

    Safe for threads, greenlets, forks and any number of processes. Its failures are those of
    `sqlite3`; after one the transaction is rolled back and the ledger can be used on. A file that
    is not what it should be is refused with Unusable, when it is opened and while it is in use.
    One that only `reads` makes no file, and opens one on a disk that is full or cannot be written.
    """

    def __init__(self, path: str, patience: float = 10.0, *, reads: bool = False) -> None:
        # Absolute, because it may be opened again after a change of directory.
        self._path = path if path == MEMORY else os.path.abspath(path)
        self._patience = patience
        self._db: Database | None = None
        if not reads:
            make_ledger(self._path, patience)
        with _LOCK:
            self._db = (
                connect_to_read(self._path, patience)
                if reads
                else connect(self._path, patience, check=True)
            )
            self._file = self._file_now()
            if path != MEMORY:
                _OPEN.add(self)

    def append(
        self,
        match: str,
        after: int,
        key: str,
        kind: str,
        body: Mapping[str, object],
        at: str = "",
    ) -> Event:
        text = as_json(body)
        with self._writing() as db:
            known = _known(db, match, key)
            if known:
                if (known.kind, as_json(known.body)) != (kind, text):
                    raise KeyReused(f"{key!r} already stands for event {known.seq} of {match}")
                return known
            newest, previous = last_in(db, match)
            if newest != after:
                raise Stale(newest)
            check_kind(kind, after + 1)
            event = Event(match, after + 1, kind, json.loads(text), key, at or now())
            event = replace(event, hash=link(previous, event))
            db.execute(INSERT, row_of(event))
        return event

    def read(self, match: str, after: int = 0) -> list[Event]:
        rows = self._reading(f"{READ} and seq > ? order by seq", (match, after))
        return [event_of(row) for row in rows]

    def newest(self, matches: Sequence[str]) -> Mapping[str, tuple[int, str]]:
        rows = self._reading(_NEWEST, (json.dumps(list(matches)),))
        return {match: (seq, key) for match, seq, key in rows}

    def news(self, after: int) -> News:
        ((place,),) = self._reading(_PLACE)
        if place == after:
            return News(after, {})
        # Whoever tidies the file up may number its rows anew.
        since = after if place > after else 0
        return News(place, dict(self._reading(_NEWS, (since,))))

    def restore(self, *matches: Sequence[Event]) -> None:
        for events in matches:
            check_whole(events)
        with self._writing() as db:
            for events in matches:
                if last_in(db, events[0].match)[0]:
                    raise MatchExists(events[0].match)
                for event in events:
                    db.execute(INSERT, row_of(event))

    def try_write(self) -> None:
        with self._writing() as db:
            (number,) = db.execute("pragma user_version").fetchone()
            db.execute(f"pragma user_version = {number}")

    def matches(self) -> list[str]:
        return [match for (match,) in self._reading(_MATCHES)]

    def backup(self, target: str) -> None:
        """Copy everything into a new file. Raises FileExistsError."""
        with _LOCK:
            copy_to(self._connected(), target)

    def faults(self) -> list[str]:
        """What is wrong with the file, found by looking at all of it."""
        return self._patiently(lambda db: list(faults_in(db)))

    def rewrite(self, changed: Iterable[Event], dropped: Iterable[str] = ()) -> None:
        with self._writing() as db:
            rewrite(db, changed, dropped)
        deadline = time.monotonic() + self._patience
        while not self._patiently(wipe):
            if time.monotonic() > deadline:
                raise Unusable(f"{self._path}-wal still holds what was forgotten: do this again")
            time.sleep(_PAUSE)

    def close(self) -> None:
        """Close the file; any later use raises sqlite3.ProgrammingError."""
        with _LOCK:
            _OPEN.discard(self)
            self._db = self._db or Database(memory=True)
            self._db.close()

    def _reading(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self._patiently(lambda db: db.execute(sql, values).fetchall())

    def _patiently(self, use: Callable[[Database], T]) -> T:
        """What `use` makes of the file, once no other process keeps it to itself."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                with _LOCK:
                    return use(self._connected())
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() > deadline:
                    raise
            time.sleep(_PAUSE)

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """A transaction that owns the write lock before its first read; all of it or nothing."""
        deadline = time.monotonic() + self._patience
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
            self._db = connect(self._path, self._patience, check=False)
        return self._db

    def _file_now(self) -> tuple[int, int] | None:
        """Which file has the ledger's name; None for one in memory, and for one that is gone."""
        if self._path == MEMORY:
            return None
        try:
            now = os.stat(self._path)
        except OSError:
            return None
        return (now.st_dev, now.st_ino) if now.st_size else None

    def _let_go(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _begun(db: Database, deadline: float) -> bool:
    """True if a transaction was begun; False if another process writes, until the deadline."""
    try:
        db.execute("begin immediate")
    except sqlite3.OperationalError as error:
        if not is_busy(error) or time.monotonic() > deadline:
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


def _known(db: Database, match: str, key: str) -> Event | None:
    row = db.execute(f"{READ} and key = ?", (match, key)).fetchone()
    return event_of(row) if row else None


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

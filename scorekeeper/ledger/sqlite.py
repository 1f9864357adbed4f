"""The ledger in one SQLite file: durable, append-only even for those who bypass this module."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

from sqlite_utils import Database, Migrations

from scorekeeper.ledger import (
    Event,
    KeyReused,
    MatchExists,
    Stale,
    as_json,
    check_kind,
    check_whole,
    now,
)

MEMORY = ":memory:"
MIGRATIONS = Migrations("ledger")

# INSERT OR REPLACE deletes the rows in its way without a delete trigger, so whatever it could
# collide with (number, key, rowid) is refused before. An insert that names no rowid shows -1 to
# a "before" trigger; that is why no row may really have one below 1.
_EVENTS = """
create table events (
  match text not null,
  seq integer not null,
  kind text not null,
  body text not null,
  key text not null,
  at text not null,
  primary key (match, seq),
  unique (match, key)
) strict;
create index openings on events (match) where seq = 1;
create trigger events_are_not_updated before update on events
begin select raise(abort, 'an event is never changed'); end;
create trigger events_are_not_deleted before delete on events
begin select raise(abort, 'an event is never deleted'); end;
create trigger events_follow_the_last before insert on events
when new.seq <> 1 + coalesce((select max(seq) from events where match = new.match), 0)
  or (new.kind = 'opened') <> (new.seq = 1)
  or exists (select 1 from events where match = new.match and key = new.key)
  or exists (select 1 from events where rowid = new.rowid)
begin select raise(abort, 'only the next event can be added'); end;
create trigger events_have_real_rowids after insert on events when new.rowid < 1
begin select raise(abort, 'a rowid begins at 1'); end;
"""

_INSERT = "insert into events (match, seq, kind, body, key, at) values (?, ?, ?, ?, ?, ?)"
_READ = "select match, seq, kind, body, key, at from events where match = ?"
# Times have seconds only: events of one second are told apart by the order of writing.
_MATCHES = """
select opening.match from events as opening join events as newest
  on newest.match = opening.match
  and newest.seq = (select max(seq) from events where match = opening.match)
where opening.seq = 1 order by newest.at desc, newest.rowid desc
"""

# One lock for the process: what it guards is short, and a fork has to hold it (see below).
_LOCK = threading.Lock()
_OPEN: WeakSet[SqliteLedger] = WeakSet()


@MIGRATIONS()
def create_events(db: Database) -> None:
    db.executescript(_EVENTS)


class SqliteLedger:
    """A `Ledger` in the file `path`; waits up to `patience` seconds for another writer.

    Safe for threads, greenlets, forks and any number of processes. Its failures are those of
    `sqlite3`; after one the transaction is rolled back and the ledger can be used on.
    """

    def __init__(self, path: str, patience: float = 10.0) -> None:
        # Absolute, because it may be opened again after a change of directory.
        self._path = path if path == MEMORY else os.path.abspath(path)
        self._patience = patience
        self._db: Database | None = None
        with _LOCK:
            self._connected()
            if path != MEMORY:
                _OPEN.add(self)

    def append(self, match: str, after: int, key: str, kind: str, body: Mapping[str, Any]) -> Event:
        text = as_json(body)
        with self._writing() as db:
            known = _known(db, match, key)
            if known:
                if (known.kind, as_json(known.body)) != (kind, text):
                    raise KeyReused(f"{key!r} already stands for event {known.seq} of {match}")
                return known
            newest = _newest(db, match)
            if newest != after:
                raise Stale(newest)
            check_kind(kind, after + 1)
            row = (match, after + 1, kind, text, key, now())
            db.execute(_INSERT, row)
        return _event(row)

    def read(self, match: str, after: int = 0) -> list[Event]:
        with _LOCK:
            db = self._connected()
            rows = db.execute(f"{_READ} and seq > ? order by seq", (match, after)).fetchall()
        return [_event(row) for row in rows]

    def restore(self, events: Sequence[Event]) -> None:
        check_whole(events)
        with self._writing() as db:
            if _newest(db, events[0].match):
                raise MatchExists(f"{events[0].match} is already there")
            for e in events:
                db.execute(_INSERT, (e.match, e.seq, e.kind, as_json(e.body), e.key, e.at))

    def matches(self) -> list[str]:
        with _LOCK:
            return [match for (match,) in self._connected().execute(_MATCHES).fetchall()]

    def close(self) -> None:
        """Close the file; any later use raises sqlite3.ProgrammingError."""
        with _LOCK:
            _OPEN.discard(self)
            self._connected().close()

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """A transaction that owns the write lock before its first read; all of it or nothing."""
        with _LOCK:
            db = self._connected()
            try:
                db.execute("begin immediate")
                yield db
                # Not db.commit(): that is silent if the transaction is gone.
                db.execute("commit")
            except BaseException:
                db.rollback()
                raise

    def _connected(self) -> Database:
        if self._db is None:
            self._db = _connect(self._path, self._patience)
        return self._db

    def _let_go(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _event(row: tuple[str, int, str, str, str, str]) -> Event:
    match, seq, kind, text, key, at = row
    return Event(match, seq, kind, json.loads(text), key, at)


def _known(db: Database, match: str, key: str) -> Event | None:
    row = db.execute(f"{_READ} and key = ?", (match, key)).fetchone()
    return _event(row) if row else None


def _newest(db: Database, match: str) -> int:
    (seq,) = db.execute("select max(seq) from events where match = ?", (match,)).fetchone()
    return seq or 0


def _connect(path: str, patience: float) -> Database:
    # The driver begins no transactions by itself, so that each of ours can be "immediate".
    conn = sqlite3.connect(path, patience, isolation_level=None, check_same_thread=False)
    try:
        db = Database(conn, execute_plugins=False)
        _turn_wal_on(db, time.monotonic() + patience)
        db.execute("pragma synchronous = full")
        _migrate(db)
    except BaseException:
        conn.close()
        raise
    return db


def _turn_wal_on(db: Database, deadline: float) -> None:
    """SQLite's own patience does not cover this step, when two processes start at once."""
    while True:
        try:
            db.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        # Waits inside SQLite until the other one is done. A sleep would hand the greenlet's
        # turn to one that waits for the lock held here.
        db.execute("begin exclusive")
        db.rollback()


def _migrate(db: Database) -> None:
    if not MIGRATIONS.pending(db):
        return
    db.execute("begin immediate")
    MIGRATIONS.apply(db)  # looks again what is pending: the other process may have been first
    db.execute("commit")


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

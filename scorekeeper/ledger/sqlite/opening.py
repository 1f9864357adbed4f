"""How a file becomes a ledger: made whole, looked at before it is used, refused in a sentence that
says what would be right.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from sqlite_utils import Database, Migrations

from scorekeeper.ledger import Unavailable, Unusable, store

_REASONS = {
    sqlite3.SQLITE_CORRUPT: "is damaged: put a backup in its place",
    sqlite3.SQLITE_CONSTRAINT: "is damaged, it contradicts itself: put a backup in its place",
    sqlite3.SQLITE_NOTADB: "is no database: put a backup in its place, or name another folder",
    sqlite3.SQLITE_READONLY: "cannot be written: let its owner write it and its folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: look who may read and write it and its folder",
    sqlite3.SQLITE_FULL: "cannot be written, the disk is full: make room",
    sqlite3.SQLITE_IOERR: "cannot be read or written, the disk fails or is full: look at the disk",
}
"""SQLite's code of an error → what is wrong with the file, and what would be right."""
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_NOTADB}


def _code(error: sqlite3.Error) -> int:
    """SQLite's code of an error without its details; 0 if the driver raised it by itself."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def reason_of(error: sqlite3.Error) -> str:
    """What is wrong with the file, by the error that SQLite gave; empty if nothing lasting is."""
    return _REASONS.get(_code(error), "")


def is_busy(error: sqlite3.Error) -> bool:
    """Another process is writing, or putting the file in order after a power cut."""
    return _code(error) == sqlite3.SQLITE_BUSY


@contextmanager
def failures_of(path: str) -> Iterator[None]:
    """Says what SQLite says as every ledger does. Raises Unusable for a file that is broken, and
    Unavailable for one that is locked, or that nothing can be written to for a while.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        if _code(error) in _DAMAGE:
            raise Unusable(f"{path} {reason_of(error)} ({error})") from error
        if isinstance(error, sqlite3.OperationalError):
            raise Unavailable(
                f"{path} {reason_of(error) or 'does not answer'} ({error})"
            ) from error
        raise  # no failure of the disk, but of this program
    except (UnicodeDecodeError, FileNotFoundError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: str, error: Exception) -> Unusable:
    """What is raised where SQLite's own words of a file cannot be read, or the file is gone."""
    return Unusable(f"{path} is damaged or gone: put a backup in its place ({error})")


MEMORY = ":memory:"
MIGRATIONS = Migrations("ledger")
CACHE = 32_000
"""Kilobytes of a big file that a process keeps at hand: the upper pages of its indexes."""
LOOKED_AT = 256_000_000
"""Bytes of a file that is looked at as a whole when it is opened; `check` looks at any."""
FILE_SUFFIXES = ("", "-wal", "-shm")
"""What SQLite puts behind the name of a file for those that belong to it."""

GUARDS = {
    "events_are_not_updated": """
create trigger events_are_not_updated before update on events
begin select raise(abort, 'an event is never changed'); end;
""",
    "events_are_not_deleted": """
create trigger events_are_not_deleted before delete on events
begin select raise(abort, 'an event is never deleted'); end;
""",
}
"""Triggers that are put aside for as long as names are forgotten: name → how to make it."""

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
create trigger events_follow_the_last before insert on events
when new.seq <> 1 + coalesce((select max(seq) from events where match = new.match), 0)
  or (new.kind = 'opened') <> (new.seq = 1)
  or exists (select 1 from events where match = new.match and key = new.key)
  or exists (select 1 from events where rowid = new.rowid)
begin select raise(abort, 'only the next event can be added'); end;
create trigger events_have_real_rowids after insert on events when new.rowid < 1
begin select raise(abort, 'a rowid begins at 1'); end;
"""


@MIGRATIONS()
def create_events(db: Database) -> None:
    db.executescript("".join((_EVENTS, *GUARDS.values())))


@MIGRATIONS()
def add_hashes(db: Database) -> None:
    """What stands there stays without; the first event after it seals it."""
    db.execute("alter table events add column hash text not null default ''")


@MIGRATIONS()
def create_phones(db: Database) -> None:
    """What phones may do, which their cookies held before."""
    db.execute(store.TABLE.format(temporary=""))
    db.execute(store.INDEX)


@MIGRATIONS()
def drop_summaries(db: Database) -> None:
    """Figures of matches that an older version kept, with names in them."""
    db.execute("pragma secure_delete = on")
    db.execute("drop table if exists summaries")


@MIGRATIONS()
def create_figures(db: Database) -> None:
    """What was worked out of matches."""
    db.execute("drop table if exists figures")  # whatever is there: all of it is worked out anew
    db.execute(store.FIGURES)


KNOWN = frozenset(
    {
        "create_events",
        "add_hashes",
        "create_phones",
        "create_summaries",
        "drop_summaries",
        "create_figures",
    }
)
"""Names of the migrations above, and of those of older versions."""


def make_ledger(path: str, patience: float) -> None:
    """Makes the file of a ledger unless it is there; for its owner only, as names stand in it.

    It has its name only when it is whole, so a file of 0 bytes has lost what was in it.
    Raises Unusable.
    """
    if path == MEMORY or os.path.exists(path):
        return
    draft = f"{path}.{token_hex(8)}"
    with _reasons_for(path):
        try:
            os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            with closing(connection(draft, patience)) as db:
                _set_up(db, patience)
            with suppress(FileExistsError):
                give_name(draft, path)
        finally:
            for suffix in FILE_SUFFIXES:
                Path(draft + suffix).unlink(missing_ok=True)


def give_name(draft: str, path: str) -> None:
    """Gives a whole file its name for good, unless another has it. Raises FileExistsError."""
    try:
        os.link(draft, path)
    except PermissionError:  # a disk without links, as sticks are: somebody may come between
        if os.path.exists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path) from None
        os.rename(draft, path)
    handle = os.open(Path(path).absolute().parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def connect(path: str, patience: float, *, check: bool) -> Database:
    """A connection to a ledger that is there; `check` has every page of the file looked at.

    It has been patient only for its own making: whoever uses it waits without holding a lock.
    Raises Unusable, and sqlite3.OperationalError if somebody locks the file for too long.
    """
    with _reasons_for(path):
        db = connection(path, patience)
        try:
            if path != MEMORY:
                _require_ledger(db, path)
            _set_up(db, patience)
            if check:
                _require_whole(db, path)
            db.execute("pragma busy_timeout = 0")
            if check:
                _require_writable(db)
        except BaseException:
            db.close()
            raise
    return db


def connect_to_read(path: str, patience: float) -> Database:
    """A connection to a ledger that writes nothing, also where nothing can be written.

    Raises Unusable, and sqlite3.OperationalError if somebody locks the file for too long.
    """
    address = f"{Path(path).as_uri()}?mode=ro"
    with _reasons_for(path):
        try:
            return _looked_at(connection(address, patience), path)
        except sqlite3.OperationalError as error:
            # Without room for its index the log cannot be read; without a log nobody needs it.
            if not reason_of(error) or _has_log(path):
                raise
            return _looked_at(connection(f"{address}&immutable=1", patience), path)


def _looked_at(db: Database, path: str) -> Database:
    """A connection to a file that is a ledger and whole. Raises Unusable."""
    try:
        _require_ledger(db, path)
        _require_whole(db, path)
        if "phones" not in db.table_names():  # an older version wrote the file
            db.execute(store.TABLE.format(temporary="temporary"))
    except BaseException:
        db.close()
        raise
    return db


def _has_log(path: str) -> bool:
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def first_fault(db: Database) -> str:
    """What SQLite finds wrong with the file; empty if nothing."""
    found = str(db.execute("pragma quick_check(1)").fetchone()[0])
    return "" if found == "ok" else " ".join(found.split())


@contextmanager
def _reasons_for(path: str) -> Iterator[None]:
    """Turns errors of SQLite and of the system into Unusable, if they are not for a while only."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if reason := reason_of(error):
            raise Unusable(f"{path} {reason} ({error})") from error
        raise
    except UnicodeDecodeError as error:
        raise _unreadable(path, error) from error
    except OSError as error:
        raise Unusable(f"{path} cannot be made: {error.strerror}") from error


def connection(path: str, patience: float) -> Database:
    """A connection to a file or to an address of one, as it is."""
    # The driver begins no transactions by itself, so that each of ours can be "immediate".
    conn = sqlite3.connect(
        path,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
        uri=path.startswith("file:"),
    )
    return Database(conn, execute_plugins=False)


def _require_ledger(db: Database, path: str) -> None:
    """Raises Unusable unless the database is a ledger that this version knows."""
    tables = set(db.table_names())
    if not tables:
        # Perhaps somebody is just making it: they hold the lock.
        db.execute("begin immediate")
        db.rollback()
        tables = set(db.table_names())
    if not tables:
        raise Unusable(
            f"{path} is empty, so what was in it is lost: put a backup in its place, or remove it "
            "and a new one is made"
        )
    applied = [migration.name for migration in MIGRATIONS.applied(db)]
    if not applied:
        what = "no record of its version" if "events" in tables else "no ledger"
        raise Unusable(f"{path} is a database with {what}: put a backup in its place")
    if newer := set(applied) - KNOWN:
        raise Unusable(
            f"{path} was written by a newer version of Scorekeeper ({', '.join(sorted(newer))}): "
            "start that one"
        )


def _require_whole(db: Database, path: str) -> None:
    """Raises Unusable if SQLite finds a fault in the file; a big one would keep the app waiting."""
    if path != MEMORY and os.path.getsize(path) > LOOKED_AT:
        return
    if fault := first_fault(db):
        raise Unusable(f"{path} is damaged ({fault}): put a backup in its place")


def _require_writable(db: Database) -> None:
    """Raises sqlite3.OperationalError if nothing can be written."""
    try:
        db.execute("begin immediate")
        # To begin is allowed where nothing can be written; a table that never is, is not.
        db.execute("create table can_be_written (yes integer)")
    except sqlite3.OperationalError as error:
        if not is_busy(error):
            raise
    finally:
        db.rollback()


def _set_up(db: Database, patience: float) -> None:
    """Makes a connection durable, and brings the tables up to date."""
    _turn_wal_on(db, time.monotonic() + patience)
    db.execute("pragma synchronous = full")
    db.execute(f"pragma cache_size = -{CACHE}")
    _migrate(db)


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

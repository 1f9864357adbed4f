"""What SQLite says of a file that fails, and what would be right."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.ledger import Unavailable, Unusable

_REASONS = {
    sqlite3.SQLITE_CORRUPT: "is damaged: put a backup in its place",
    sqlite3.SQLITE_NOTADB: "is no database: put a backup in its place, or name another folder",
    sqlite3.SQLITE_READONLY: "cannot be written: let its owner write it and its folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: look who may read and write it and its folder",
    sqlite3.SQLITE_FULL: "cannot be written, the disk is full: make room",
    sqlite3.SQLITE_IOERR: "cannot be read or written, the disk fails or is full: look at the disk",
}
"""SQLite's code of an error → what is wrong with the file, and what would be right."""


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
        if _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise Unusable(f"{path} {reason_of(error)} ({error})") from error
        if isinstance(error, sqlite3.OperationalError):
            raise Unavailable(
                f"{path} {reason_of(error) or 'does not answer'} ({error})"
            ) from error
        raise  # no failure of the disk, but of this program

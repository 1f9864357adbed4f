"""A connection that comes and goes: made anew when it was lost, and for as long as is patient; what
PostgreSQL says when something fails, and what would be right.
"""

from __future__ import annotations

import os
import selectors
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TypeVar

import psycopg
from psycopg import Error, InterfaceError, OperationalError, errors, waiting
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from scorekeeper.ledger import LedgerError, Unavailable, Unusable
from scorekeeper.ledger.store import Record

_LASTING: tuple[tuple[type[Error], str], ...] = (
    (errors.InvalidPassword, "refuses the password: look at LEDGER in config.py"),
    (
        errors.InvalidAuthorizationSpecification,
        "refuses the user: look at LEDGER in config.py, and at pg_hba.conf of the server",
    ),
    (errors.InvalidCatalogName, "has no such database: make it with createdb"),
    (
        errors.InsufficientPrivilege,
        "does not let this user do that: let it own the database, or grant it the tables",
    ),
    (errors.InvalidSchemaName, "has no schema that this user may use: grant it, or create it"),
    (errors.UndefinedTable, "has no ledger any more: put a backup in its place"),
    (errors.UndefinedColumn, "is no ledger of this version: put a backup in its place"),
)
_PASSING: tuple[tuple[type[Error], str], ...] = (
    (errors.DiskFull, "cannot be written, the disk is full: make room"),
    (errors.TooManyConnections, "has no connection left: let it take more (max_connections)"),
)
_CONFLICTS = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    errors.UniqueViolation,
    errors.DuplicateTable,
    errors.DuplicateFunction,
    errors.DuplicateObject,
)
_REFUSALS = ("password authentication failed", "no password supplied", "no pg_hba.conf entry")
"""What libpq says, without a code, where a server does not let somebody in."""


def is_conflict(error: Error) -> bool:
    """True if others stood in the way: the same will do at once."""
    return isinstance(error, _CONFLICTS)


def lasting_reason(error: Error) -> str:
    """What is wrong for good, and what would be right; empty if nothing is."""
    if reason := next((text for kind, text in _LASTING if isinstance(error, kind)), ""):
        return reason
    told = str(error)
    if any(words in told for words in _REFUSALS):
        return "refuses the user or the password: look at LEDGER in config.py"
    if "connection is bad" in told and "invalid" in told:
        return "has no such address: look at LEDGER in config.py"
    if "does not exist" in told and "connection to server" in told:
        return "has no such database or user: make them with createuser and createdb"
    return ""


def is_lost(error: Error) -> bool:
    """True if the connection or its server went away, or is a server that does not lead now."""
    # 57P01 to 57P03 are of these: it is shut down, or just starts.
    lost = (InterfaceError, OperationalError, errors.ReadOnlySqlTransaction)
    return isinstance(error, lost) and not isinstance(error, errors.DiskFull)


def as_failure(error: Error, place: str) -> LedgerError | None:
    """What every ledger says of such a failure: Unusable for good, Unavailable for a while; None
    for a fault of this program.
    """
    told = " ".join(str(error).split())
    if reason := lasting_reason(error):
        return Unusable(f"{place} {reason} ({told})")
    passing = next((text for kind, text in _PASSING if isinstance(error, kind)), "")
    if passing or is_lost(error) or is_conflict(error):
        return Unavailable(f"{place} {passing or 'does not answer'} ({told})")
    return None


USUAL = {
    # Of several servers only the one that leads takes events.
    "target_session_attrs": "read-write",
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    # Milliseconds: a server whose network is gone says nothing for ever.
    "tcp_user_timeout": "8000",
    "application_name": "scorekeeper",
}
"""What is said to libpq where the address says nothing else."""
_SETTINGS = (
    # Somebody who vanished in the middle must not keep a lock.
    "set idle_in_transaction_session_timeout = '10s'",
    "set lock_timeout = '5s'",
)
ANSWER = 10.0
"""Seconds for one answer of the server, before it is taken to hang."""
_LEAST = 1.0
"""Seconds that it has for an answer even where patience is at its end."""
_PAUSE = 0.05
"""Seconds before the next try where nobody answers."""
_GAP = 0.25
"""Seconds until servers that nobody could write to are asked again, however many wait: each time
costs every one of them a process, just while they have to agree on who leads.
"""

T = TypeVar("T")


class Connection(psycopg.Connection[Record]):
    """A connection on which a greenlet waits without holding up the others.

    The driver decides how to wait when it is imported, which is before a worker's time. `limit` is
    how many seconds the server may take for one step; one that hangs is as good as gone.
    """

    limit: float | None = ANSWER
    opened = 0.0
    """The moment before it was asked for."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """What the driver's steps come to, once the server has answered."""
        limit = self.limit if timeout is None else timeout
        try:
            return waiting.wait_poll(gen, self.pgconn.socket, interval=interval, timeout=limit)
        except psycopg.OperationalError:  # it is lost, or hangs
            self.pgconn.finish()
            raise


class ConnectionPool:
    """Some connections to a database, for all threads and greenlets of a process: mostly one.

    Each is opened when it is first needed, and again after a fork, which no connection may cross;
    each time it is told the `settings` first. Where more than `most` are at it at once they wait.

    When one is lost, what lies idle since before that is not trusted any more, `partner` it either:
    a machine that is frozen lets each connection to it hang.
    """

    def __init__(
        self, url: str, *settings: str, most: int = 1, partner: ConnectionPool | None = None
    ) -> None:
        self._settings, self._most = (*_SETTINGS, *settings), most
        self._together: list[ConnectionPool] = partner._together if partner else []
        self._together.append(self)
        known = conninfo_to_dict(url)
        self._conninfo = make_conninfo(url, **{k: v for k, v in USUAL.items() if k not in known})
        name, host = known.get("dbname") or known.get("user"), known.get("host")
        host = host or known.get("hostaddr") or "local"
        self.place = f"the database {name or ''} at {host}"
        """The address as it may be shown: without its user and password."""
        self._gates: dict[int, threading.Semaphore] = {}
        self._free: list[Connection] = []
        self._process, self._closed = 0, False
        self._not_before, self._why = 0.0, ""

    def run(
        self,
        work: Callable[[Connection], T],
        patience: float,
        limit: float | None = ANSWER,
        *,
        single_statement: bool = False,
    ) -> T:
        """What `work` makes in one transaction; tried again for `patience` seconds.

        One statement `single_statement` needs no words around it, and a third of the ways to the
        server.

        Where a connection is lost nobody knows whether it was committed, so `work` may be done
        twice, and has to know its own doing again. Raises Unusable and Unavailable.
        """
        deadline = time.monotonic() + patience
        while True:
            try:
                with (
                    self._acquire(deadline, limit) as connection,
                    nullcontext() if single_statement else connection.transaction(),
                ):
                    return work(connection)
            except psycopg.Error as error:
                failure = as_failure(error, self.place)
                passes = is_lost(error) or is_conflict(error)
                may_help = passes and isinstance(failure, Unavailable)
                if self._closed or not may_help or time.monotonic() > deadline:
                    raise failure or error from error
            time.sleep(_PAUSE)

    def execute(self, sql: str, patience: float) -> list[str]:
        """A command that cannot stand in a transaction; it is not tried again. Gives the details
        that the server tells of it.
        """
        details: list[str] = []

        def note(told: psycopg.errors.Diagnostic) -> None:
            details.append(told.message_detail or "")

        try:
            with self._acquire(time.monotonic() + patience, None) as connection:
                connection.add_notice_handler(note)
                try:
                    connection.execute(sql)
                finally:
                    connection.remove_notice_handler(note)
                return details
        except psycopg.Error as error:
            raise as_failure(error, self.place) or error from error

    def close(self) -> None:
        """Closes all for good: any later use raises psycopg.InterfaceError.

        What is in use is closed by who uses it.
        """
        self._closed = True
        while connection := self._one_free():
            connection.close()

    @contextmanager
    def _acquire(self, deadline: float, limit: float | None) -> Iterator[Connection]:
        """A connection that nobody else uses meanwhile. Raises Unavailable."""
        gate = self._gate()
        if not gate.acquire(timeout=max(0, deadline - time.monotonic())):
            raise Unavailable(f"{self.place} does not answer (others wait for it)")
        try:
            with self._connected(limit, deadline) as connection:
                yield connection
        finally:
            gate.release()

    def _gate(self) -> threading.Semaphore:
        """That of this process: one of its parent may be held by a thread that is not here."""
        return self._gates.setdefault(os.getpid(), threading.Semaphore(self._most))

    @contextmanager
    def _connected(self, limit: float | None, deadline: float) -> Iterator[Connection]:
        connection, began = self._one_free() or self._connect(), time.monotonic()
        if limit is not None:
            limit = min(limit, max(_LEAST, deadline - time.monotonic()))
        connection.limit = limit
        try:
            yield connection
        except psycopg.Error as error:
            # Before anybody else has a turn: whoever is next has a connection of his own making.
            if not is_conflict(error):
                connection.close()
            if is_lost(error):
                for link in self._together:
                    link._drop_idle(began)
            raise
        finally:
            if self._closed:
                connection.close()
            self._free.append(connection)

    def _one_free(self) -> Connection | None:
        """A connection that is open, and not in use; None if there is none."""
        if self._process != os.getpid():  # they are the parent's, who goes on with them
            self._free, self._process = [], os.getpid()
        with suppress(IndexError):
            while (connection := self._free.pop()).closed:
                continue
            return connection
        return None

    def _drop_idle(self, before: float) -> None:
        """Closes what nobody uses and was opened before a moment."""
        younger = []
        while connection := self._one_free():
            if connection.opened < before:
                connection.close()
            else:
                younger.append(connection)
        self._free.extend(younger)

    def _connect(self) -> Connection:
        if self._closed:
            raise psycopg.InterfaceError("the ledger is closed")
        if time.monotonic() < self._not_before:
            raise psycopg.OperationalError(self._why)
        # The driver took its selector when it was imported, before gevent had its own: while one
        # greenlet tried to reach a machine that is frozen, all others would stand still.
        vars(waiting)["DefaultSelector"] = selectors.DefaultSelector
        asked = time.monotonic()
        try:
            connection = Connection.connect(self._conninfo, autocommit=True)
        except psycopg.OperationalError as error:
            self._not_before, self._why = time.monotonic() + _GAP, str(error)
            raise
        connection.opened = asked
        for setting in self._settings:
            connection.execute(setting)
        return connection

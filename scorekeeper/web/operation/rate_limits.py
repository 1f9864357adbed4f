"""How often something is done: requests counted by each worker, guesses by all together.

What has to hold for the whole house (tries of codes, what strangers store) is rare. It is counted
beside the ledger: in a table that all machines share, or in a file of all workers of the only one.

What everybody does all the time is counted in the memory of each worker: such a limit keeps one
visitor from taking all the time of a worker, and each has its own to give. Who comes to four of
them may ask four times as much; to count each request in a database would cost more than that.
"""

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

from flask import Flask, abort, current_app, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter

from scorekeeper.ledger import LedgerError
from scorekeeper.ledger.store import Record, SharedTables
from scorekeeper.web.limits import LIMITER, visitor


def limit_requests(app: Flask, shared: SharedTables | None) -> None:
    """Puts the limits on an app; what counts for the whole house is counted in the `shared` tables
    of its machines, or in a file.
    """
    app.before_request(RequestLimiter().count)
    file = CountsFile(Path(app.instance_path) / "limits.db")
    counts = Counts(shared) if shared else Counts(file, sqlite3.Error)
    app.extensions[LIMITER] = HouseLimiter(counts)


class RequestLimiter:
    """The requests of each visitor, view by view, as this worker counts them."""

    def __init__(self) -> None:
        self._windows = FixedWindowRateLimiter(SteadyMemory())

    def count(self) -> None:
        """Counts the request in hand; answers 429 if it is one too many."""
        settings, view = current_app.config, request.endpoint
        if view is None or not settings["RATELIMIT_ENABLED"]:
            return
        limit = _parsed(settings["RATELIMIT_DEFAULT"])
        if not self._windows.hit(limit, view, visitor()):
            abort(429)


class HouseLimiter:
    """Counts of the whole house; while they fail each worker counts for itself."""

    def __init__(self, counts: "Counts") -> None:
        self._shared = FixedWindowRateLimiter(counts)
        self._own = FixedWindowRateLimiter(SteadyMemory())
        self._failures = (counts.base_exceptions, OSError)
        self._alone = False

    def is_free(self, limit: str, who: tuple[str, ...], *, spend: bool) -> bool:
        """True if something is left of a limit of the settings; `spend` takes one of it."""
        if not current_app.config["RATELIMIT_ENABLED"]:
            return True
        ask = FixedWindowRateLimiter.hit if spend else FixedWindowRateLimiter.test
        try:
            free = ask(self._shared, _item(limit), limit, *who)
        except self._failures as error:
            # A full disk must not keep anybody from a table: this worker counts for itself then.
            if not self._alone:
                current_app.logger.warning(
                    "the limits are counted by each worker for itself: %s", error
                )
            self._alone = True
            return ask(self._own, _item(limit), limit, *who)
        self._alone = False
        return free

    def wait(self, limit: str) -> int:
        """The seconds after which a limit is free again."""
        return _item(limit).get_expiry()


def _item(limit: str) -> RateLimitItem:
    """A limit of the settings."""
    return _parsed(current_app.config[limit])


@lru_cache(maxsize=64)
def _parsed(limit: str) -> RateLimitItem:
    return parse(limit)


SCHEMES = ["steady"]


class SteadyMemory(MemoryStorage):
    """Counts in memory; what a clock that ran ahead has begun ends when it is put right."""

    STORAGE_SCHEME = SCHEMES

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """One more under a key, in a window that began now at the latest."""
        if self.expirations.get(key, 0) > time.time() + expiry:
            self.clear(key)
        return super().incr(key, expiry, amount)


SWEEP = 60.0
"""Seconds between two looks of a process for windows that are past."""
_HOLDS = "abs({now} - counts.since) < counts.span"  # one of a clock that ran far ahead is none
_COUNT = f"""
insert into counts (key, n, since, span) values (:key, :n, {{now}}, :span)
on conflict (key) do update set
  n = case when {_HOLDS} then counts.n else 0 end + excluded.n,
  since = case when {_HOLDS} then counts.since else excluded.since end, span = excluded.span
returning n
"""
_FIND = f"select {{column}} from counts where key = :key and {_HOLDS}"
_SWEEP = f"delete from counts where not ({_HOLDS})"


class Counts(Storage):
    """Counts in a table, for every process that sees it; `tables` raises the `errors` it fails by.

    A power cut may cost the counts, so nothing waits for the disk.
    """

    STORAGE_SCHEME = None

    def __init__(self, tables: SharedTables, errors: type[Exception] = LedgerError) -> None:
        super().__init__()
        self._tables, self._errors = tables, errors
        self._swept = 0.0

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a failing store raises."""
        return self._errors

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """One more under a key; what is past is swept away now and then."""
        if abs(time.time() - self._swept) >= SWEEP:
            self._swept = time.time()
            self._do(_SWEEP)
        [(n,)] = self._do(_COUNT, key=key, n=amount, span=float(expiry))
        return int(n)

    def get(self, key: str) -> int:
        """How often a key was counted in its window."""
        return int(self._first("n", key))

    def get_expiry(self, key: str) -> float:
        """When the window of a key ends, in seconds since 1970; now if there is none."""
        return self._first("since + span", key) or time.time()

    def check(self) -> bool:
        """True if the table can be read."""
        return bool(self._do("select count(*) from counts"))

    def reset(self) -> int:
        """Forgets all counts; gives how many there were."""
        return len(self._do("delete from counts returning key"))

    def clear(self, key: str) -> None:
        """Forgets the count of a key."""
        self._do("delete from counts where key = :key", key=key)

    def _first(self, column: str, key: str) -> float:
        rows = self._do(_FIND.replace("{column}", column), key=key)
        return float(rows[0][0]) if rows else 0

    def _do(self, sql: str, **facts: object) -> list[Record]:
        return self._tables.rows(sql.replace("{now}", self._tables.clock), facts)


_TABLE = """
create table if not exists counts (
  key text primary key, n integer not null, since real not null, span real not null
) strict, without rowid
"""
DAMAGES = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


class CountsFile:
    """The table of counts in a SQLite file, for all processes of one machine, which have one clock.

    It is opened for each statement: they are few, and so no connection crosses a fork. A damaged
    file is made anew.
    """

    clock = ":now"

    def __init__(self, path: Path) -> None:
        self._path = path

    def rows(self, sql: str, facts: Mapping[str, object]) -> list[Record]:
        """What a statement gives. Raises sqlite3.Error."""
        try:
            return self._rows(sql, facts)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in DAMAGES:
                raise
            self._path.unlink(missing_ok=True)
            return self._rows(sql, facts)

    def _rows(self, sql: str, facts: Mapping[str, object]) -> list[Record]:
        with self._opened() as db:
            db.execute("begin")
            rows = db.execute(sql, {**facts, "now": time.time()}).fetchall()
            # Said aloud: what a closing connection ends by itself may fail without a word.
            db.execute("commit")
            return rows

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        is_new = not self._path.exists()
        with closing(sqlite3.connect(self._path, timeout=2, isolation_level=None)) as db:
            db.execute("pragma synchronous = off")
            db.execute(_TABLE)
            if is_new:
                self._path.chmod(0o600)
            yield db

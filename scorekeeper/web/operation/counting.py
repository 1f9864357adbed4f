"""How often something is done: requests counted by each worker, guesses by all together.

What everybody does all the time is counted in memory. What has to hold for the whole house (tries
of codes, what strangers store) is rare, and counted in a file that the workers share.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask, current_app
from flask_limiter import Limiter
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter

from scorekeeper.web.limits import COUNTER, visitor

T = TypeVar("T")

DEARER = {"offences.bring": "60 per minute"}
"""Views that cost more than others → how often one visitor may ask for them."""

limiter = Limiter(key_func=visitor)


def limit_requests(app: Flask) -> None:
    """Puts the limits on an app, once it has all its views."""
    # The limiter is one for all apps of a process: each brings the default of its own settings.
    limiter.limit_manager.set_default_limits([])
    limiter.init_app(app)
    for endpoint, limit in DEARER.items():
        limited: Callable[..., Any] = limiter.limit(limit)(app.view_functions[endpoint])
        app.view_functions[endpoint] = limited
    app.extensions[COUNTER] = Windows(Path(app.instance_path) / "limits.db")


class Windows:
    """Counts in a file of all workers; while that fails each worker counts for itself."""

    def __init__(self, path: Path) -> None:
        self._shared = FixedWindowRateLimiter(FileCounts(path))
        self._own = FixedWindowRateLimiter(SteadyMemory())

    def is_free(self, limit: str, who: tuple[str, ...], *, spend: bool) -> bool:
        """True if something is left of a limit of the settings; `spend` takes one of it."""
        if not current_app.config.get("RATELIMIT_ENABLED", True):
            return True
        ask = FixedWindowRateLimiter.hit if spend else FixedWindowRateLimiter.test
        try:
            return ask(self._shared, _item(limit), limit, *who)
        except (sqlite3.Error, OSError) as error:
            # A full disk must not keep anybody from a table: this worker counts for itself then.
            current_app.logger.warning(
                "the limits are counted by each worker for itself: %s", error
            )
            return ask(self._own, _item(limit), limit, *who)

    def wait(self, limit: str) -> int:
        """The seconds after which a limit is free again."""
        return _item(limit).get_expiry()


def _item(limit: str) -> RateLimitItem:
    """A limit of the settings."""
    return parse(current_app.config[limit])


SCHEMES = ["steady"]


class SteadyMemory(MemoryStorage):
    """Counts in memory; what a clock that ran ahead has begun ends when it is put right."""

    STORAGE_SCHEME = SCHEMES

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """One more under a key, in a window that began now at the latest."""
        if self.expirations.get(key, 0) > time.time() + expiry:
            self.clear(key)
        return super().incr(key, expiry, amount)


_TABLE = """
create table if not exists counts (
  key text primary key, n integer not null, since real not null, span real not null
) strict, without rowid
"""
_HOLDS = "abs(:now - since) < span"  # a window of a clock that ran far ahead is none
_COUNT = f"""
insert into counts (key, n, since, span) values (:key, :n, :now, :span)
on conflict (key) do update set
  n = iif({_HOLDS}, n, 0) + excluded.n, since = iif({_HOLDS}, since, :now), span = :span
returning n
"""


DAMAGES = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


class FileCounts(Storage):
    """Counts in a SQLite file, for every process that opens it.

    It is opened for each count: they are few, and so no connection crosses a fork. A power cut may
    cost the counts, so nothing waits for the disk; a damaged file is made anew.
    """

    STORAGE_SCHEME = None

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a failing store raises."""
        return sqlite3.Error

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """One more under a key; what is past is swept away."""

        def count(db: sqlite3.Connection) -> int:
            db.execute("begin immediate")
            facts = {"key": key, "n": amount, "now": time.time(), "span": expiry}
            db.execute(f"delete from counts where not ({_HOLDS})", facts)
            ((n,),) = db.execute(_COUNT, facts).fetchall()
            # Said aloud: what a closing connection ends by itself may fail without a word.
            db.execute("commit")
            return int(n)

        return self._do(count)

    def get(self, key: str) -> int:
        """How often a key was counted in its window."""
        return int(self._first("n", key))

    def get_expiry(self, key: str) -> float:
        """When the window of a key ends, in seconds since 1970; now if there is none."""
        return self._first("since + span", key) or time.time()

    def check(self) -> bool:
        """True if the file can be read."""
        return self._do(lambda db: db.execute("select count(*) from counts").fetchone() is not None)

    def reset(self) -> int:
        """Forgets all counts; gives how many there were."""
        return self._do(lambda db: db.execute("delete from counts").rowcount)

    def clear(self, key: str) -> None:
        """Forgets the count of a key."""
        self._do(lambda db: db.execute("delete from counts where key = ?", (key,)))

    def _first(self, column: str, key: str) -> float:
        query = f"select {column} from counts where key = :key and {_HOLDS}"
        facts = {"key": key, "now": time.time()}
        row = self._do(lambda db: db.execute(query, facts).fetchone())
        return float(row[0]) if row else 0

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            with self._opened() as db:
                return work(db)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in DAMAGES:
                raise
            self._path.unlink(missing_ok=True)
            with self._opened() as db:
                return work(db)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        is_new = not self._path.exists()
        with closing(sqlite3.connect(self._path, timeout=2, isolation_level=None)) as db:
            db.execute("pragma synchronous = off")
            db.execute(_TABLE)
            if is_new:
                self._path.chmod(0o600)
            yield db

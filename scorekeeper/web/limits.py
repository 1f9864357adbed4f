"""How often something may be done: requests by each worker, guesses by all workers together.

What everybody does all the time is counted in memory. What has to hold for the whole house (tries
of codes, what strangers store) is rare, and counted in a file that the workers share.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import TypeVar

from flask import Flask, current_app, request
from flask_limiter import Limiter
from limits import parse
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter

DEFAULTS = {
    "RATELIMIT_DEFAULT": "600 per minute",
    "RATELIMIT_STORAGE_URI": "steady://",
    # Those below are counted by all workers together.
    "CODES_PER_ADDRESS": "20 per minute",
    "WRONG_CODES_PER_HOUSE": "200 per hour",
    "WRONG_LINKS_PER_ADDRESS": "30 per minute",
    "MATCHES_PER_ADDRESS": "60 per hour",
    "ROUNDS_PER_ADDRESS": "60 per hour",
    "VERDICTS_PER_ADDRESS": "120 per hour",
    "STRANGERS_VERDICTS_PER_HOUSE": "2000 per day",
    # Two sets of house rules that nobody compared before take a third of a second.
    "COMPARISONS_PER_ADDRESS": "60 per minute",
}
NETWORK = 64
"""Bits of an IPv6 address that stand for one subscriber; the others are free to choose."""
T = TypeVar("T")


class TooOften(Exception):
    """A limit is reached: `limit` is its setting, and `wait` the seconds until it is free again."""

    def __init__(self, limit: str, wait: int) -> None:
        super().__init__(limit)
        self.limit, self.wait = limit, wait


def visitor() -> str:
    """Who asks, as limits count: an IPv4 address, or the network of an IPv6 address."""
    return _visitor(request.remote_addr or "")


@lru_cache(maxsize=1024)
def _visitor(text: str) -> str:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return text
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 128 - NETWORK << 128 - NETWORK)}/{NETWORK}"


limiter = Limiter(key_func=visitor)


def limit_requests(app: Flask) -> None:
    """Puts the limits on an app."""
    # The limiter is one for all apps of a process: each brings the default of its own settings.
    limiter.limit_manager.set_default_limits([])
    limiter.init_app(app)
    counts = FileCounts(Path(app.instance_path) / "limits.db")
    app.extensions["windows"] = [FixedWindowRateLimiter(c) for c in (counts, SteadyMemory())]


def require(limit: str, *who: str) -> None:
    """Raises TooOften if nothing is left of a limit of the settings, for all or for one visitor."""
    _require(limit, FixedWindowRateLimiter.test, who)


def spend(limit: str, *who: str) -> None:
    """Counts one more under a limit of the settings. Raises TooOften if it is one too many."""
    _require(limit, FixedWindowRateLimiter.hit, who)


@contextmanager
def tries(limit: str, wrong: type[Exception]) -> Iterator[None]:
    """What a visitor may do as often as it is right; each time it is `wrong` counts under a limit.

    Raises TooOften once that is reached.
    """
    require(limit, visitor())
    try:
        yield
    except wrong:
        spend(limit, visitor())
        raise


def _require(limit: str, is_free: Callable[..., bool], who: tuple[str, ...]) -> None:
    if not current_app.config.get("RATELIMIT_ENABLED", True):
        return
    item = parse(current_app.config[limit])
    shared, own = current_app.extensions["windows"]
    try:
        free = is_free(shared, item, limit, *who)
    except (sqlite3.Error, OSError) as error:
        # A full disk must not keep anybody from a table: this worker counts for itself meanwhile.
        current_app.logger.warning("the limits are counted by each worker for itself: %s", error)
        free = is_free(own, item, limit, *who)
    if not free:
        raise TooOften(limit, item.get_expiry())


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

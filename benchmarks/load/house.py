"""The real server in a folder of its own, and the processes that it and its database are."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from benchmarks.evening import ON_DISK
from benchmarks.load.processes import PROC, parent, tree
from tests.browser.server import Server

LIMITS = {
    "RATELIMIT_DEFAULT": (600, "minute"),
    "MATCHES_PER_ADDRESS": (60, "hour"),
    "VERDICTS_PER_ADDRESS": (120, "hour"),
}
"""What an evening may run into that goes quicker than one does."""


class NotServed(Exception):
    """The server did not start; the message is what it said."""


def settings(ledger: str, pace: float) -> str:
    """The config.py of the instance: each phone has an address, and as much as ever for each entry.

    >>> print(settings("", 10), end="")
    PUBLIC = True
    PROXIES = 1
    RATELIMIT_DEFAULT = '6000 per minute'
    MATCHES_PER_ADDRESS = '600 per hour'
    VERDICTS_PER_ADDRESS = '1200 per hour'
    """
    named = {"LEDGER": ledger} if ledger else {}
    limits = {name: f"{round(n * max(pace, 1))} per {span}" for name, (n, span) in LIMITS.items()}
    lines = {"PUBLIC": True, "PROXIES": 1, **named, **limits}
    return "".join(f"{name} = {value!r}\n" for name, value in lines.items())


@dataclass(frozen=True)
class House:
    """A server that answers: its port, its process, and the address of its ledger."""

    port: int
    pid: int
    ledger: str

    @property
    def processes(self) -> dict[str, list[int]]:
        """Name → processes: several that answer come after the one that watches over them."""
        first, *rest = tree(self.pid)
        named = {f"worker {n}": [pid] for n, pid in enumerate(rest or [first], 1)}
        database = {"PostgreSQL": found} if (found := _postgres(self.ledger)) else {}
        return {**({"arbiter": [first]} if rest else {}), **named, **database}


@contextmanager
def own_postgres() -> Iterator[str]:
    """The address of a new database, of a server of its own from what is installed.

    Raises NotServed where none is.
    """
    try:
        from tests.postgres import Cluster, programs  # noqa: PLC0415 - the driver is an extra
    except ImportError as missing:
        raise NotServed(f"{missing}: install scorekeeper[postgres]") from None
    if not programs():
        raise NotServed("There is no PostgreSQL server here: apt-get install postgresql")
    with TemporaryDirectory(prefix="scorekeeper-pg-", dir=ON_DISK) as name:
        cluster = Cluster(Path(name))
        cluster.start()
        try:
            yield cluster.database()
        finally:
            cluster.stop("fast")


@contextmanager
def opened(workers: int, ledger: str, pace: float) -> Iterator[House]:
    """`scorekeeper serve` for as long as it is needed. Raises NotServed."""
    # On a disk: in memory a durable write would cost nothing.
    with TemporaryDirectory(prefix="scorekeeper-", dir=ON_DISK) as name:
        instance = Path(name)
        server = Server(instance, config=settings(ledger, pace), workers=workers)
        with served(server) as pid:
            yield House(server.port, pid, ledger or f"sqlite:///{instance / 'scorekeeper.db'}")


@contextmanager
def served(server: Server) -> Iterator[int]:
    """The process of a server once it answers. Raises NotServed."""
    try:
        server.start()
    except pytest.fail.Exception as why:
        raise NotServed(str(why)) from None
    assert server.process
    try:
        yield server.process.pid
    finally:
        server.stop()


def _postgres(ledger: str) -> list[int]:
    """The processes of the database behind a ledger, where they can be seen from here."""
    if not ledger.startswith("postgres"):
        return []
    import psycopg  # noqa: PLC0415 - an extra of the package

    with psycopg.connect(ledger) as db:
        ((backend,),) = db.execute("select pg_backend_pid()").fetchall()
        with suppress(OSError):
            if (PROC / str(backend) / "comm").read_text().startswith("postgres"):
                return tree(parent(backend))
    return []

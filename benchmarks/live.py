"""Live updates under load: one worker, two thousand phones that listen, fifty saves a second."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from statistics import median, quantiles

from benchmarks.crowd import HERE, Crowd, Save, allow_many_sockets, write
from benchmarks.evening import Table, folder
from benchmarks.load import house
from benchmarks.load.processes import PROC, bytes_in, seconds_in
from benchmarks.ratio import Ratio
from scorekeeper import create_app
from tests.browser.server import Server

LISTENERS, TABLES, SAVES = 2_000, 500, 50
"""Phones in all, tables in all, saves a second in all."""
SECONDS = 4
ROUNDS = 8
"""On each sheet at the start."""
AT_ONE_TABLE = 15
"""Saves at the one table that all look at."""
P99, P99_AT_ONE, MEMORY, PROCESSOR = 100, 250, 25_000, 15
PAGES = 5
"""What it may cost that four phones fetch a new sheet, as a multiple of the save that made it."""
CONFIG = "RATELIMIT_ENABLED = False\nPUBLIC = True\n"


@dataclass(frozen=True)
class Pub:
    """A served app with its tables: where it answers, and the process that does."""

    port: int
    worker: int
    tables: Sequence[Table]

    def saves(self, tables: Sequence[int]) -> list[Save]:
        """One save at each of these tables."""
        made = []
        for table in tables:
            environ = self.tables[table].save()
            made.append((table, self.tables[table].seen, environ))
        return made

    @property
    def paths(self) -> list[tuple[str, str]]:
        """The address of each table, and the cookie of the phone that listens there."""
        return [(f"/m/{table.code}", table.cookie) for table in self.tables]

    @property
    def memory(self) -> int:
        """Bytes that the worker holds in memory."""
        return bytes_in((PROC / str(self.worker) / "status").read_text(), "VmRSS")

    @property
    def seconds(self) -> float:
        """Seconds of a core that the worker has taken so far."""
        return seconds_in((PROC / str(self.worker) / "stat").read_text())


@contextmanager
def pub(tables: int) -> Iterator[Pub]:
    """`scorekeeper serve` with one worker, and tables of which each has been looked at once."""
    with folder() as instance:
        (instance / "config.py").write_text(CONFIG)
        app = create_app(instance, {})
        with closing(app.extensions["matches"].ledger):
            made = [Table(app, ROUNDS) for _table in range(tables)]
        server = Server(instance, config=CONFIG, workers=1)
        with house.served(server) as worker:
            for table in made:
                _look(server.port, table)
            yield Pub(server.port, worker, made)


def _look(port: int, table: Table) -> None:
    with closing(HTTPConnection(HERE, port)) as phone:
        phone.request("GET", f"/m/{table.code}/watch", headers={"Cookie": table.cookie})
        with phone.getresponse() as answer:
            answer.read()


def measure() -> Iterator[Ratio]:
    """How soon two thousand phones hear of what was written, and what they cost the server."""
    allow_many_sockets()
    with pub(TABLES) as many:
        yield from asyncio.run(_at_many(many))
    with pub(1) as one:
        yield asyncio.run(_at_one(one))


async def _at_many(pub: Pub) -> list[Ratio]:
    alone = await _written(pub, Crowd(pub.port, pub.paths))
    crowd, before = Crowd(pub.port, pub.paths), pub.memory
    await crowd.come(LISTENERS // TABLES)
    each = (pub.memory - before) / LISTENERS
    told = await _written(pub, crowd)
    crowd.go()
    curious = Crowd(pub.port, pub.paths, curious=True)
    await curious.come(LISTENERS // TABLES)
    shown = await _written(pub, curious)
    curious.go()
    share = max(0.0, told.seconds - alone.seconds) / SECONDS * 100
    saving, fetching = (
        taken / (SAVES * SECONDS) * 1e6 for taken in (alone.seconds, shown.seconds - told.seconds)
    )
    who = f"{LISTENERS} at {TABLES} tables"
    return [
        Ratio(f"{who}, news p99: of {P99} ms", _slowest(told), P99, 1, unit="ms"),
        Ratio(f"{who}, memory of each: of {MEMORY} B", each, MEMORY, 1, unit="B"),
        Ratio(f"{who}: of {PROCESSOR} % of a core", share, PROCESSOR, 1, unit="%"),
        Ratio("a save shown on four phones: to the save", fetching, saving, PAGES),
    ]


@dataclass(frozen=True)
class Written:
    """Delays in milliseconds after many saves, and seconds of a core that all that took."""

    delays: Sequence[float]
    seconds: float


async def _written(pub: Pub, crowd: Crowd) -> Written:
    """What happens while all tables write."""
    tables = [n % TABLES for n in range(SAVES * SECONDS)]
    requests, before = pub.saves(tables), pub.seconds
    saved = await write(pub.port, requests, 1 / SAVES)
    delays = await crowd.delays(saved)
    await crowd.rest()
    return Written(delays, pub.seconds - before)


def _slowest(told: Written) -> float:
    """The 99th percentile of a second, as it usually is: others use this machine too."""
    each = len(told.delays) // SECONDS
    seconds = (told.delays[n * each : (n + 1) * each] for n in range(SECONDS))
    return median(map(_p99, seconds))


async def _at_one(pub: Pub) -> Ratio:
    """Everybody at one table; the median of some saves, each heard by all before the next one."""
    crowd = Crowd(pub.port, pub.paths)
    await crowd.come(LISTENERS)
    slowest = []
    for _save in range(AT_ONE_TABLE):
        saved = await write(pub.port, pub.saves([0]), 0)
        slowest.append(_p99(await crowd.delays(saved)))
    crowd.go()
    name = f"{LISTENERS} at one table, news p99: of {P99_AT_ONE} ms"
    return Ratio(name, median(slowest), P99_AT_ONE, 1, unit="ms")


def _p99(delays: Sequence[float]) -> float:
    return quantiles(delays, n=100)[98]

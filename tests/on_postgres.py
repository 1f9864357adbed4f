"""`pytest --postgres`: every ledger of a test lies in PostgreSQL, whatever address it is given.

An address of SQLite leads to a schema of its own in a server of the tests: the same path to the
same schema, so that what is closed is found again. A test that would open a file all the same
fails; what is about such a file has the mark `sqlite_file` and is left out.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest

from scorekeeper import ledger as ledgers
from scorekeeper.extras.postgres.ledger import PostgresLedger
from scorekeeper.extras.postgres.schema import FORGETTING
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.ledger.store import LedgerStore
from tests.postgres import Cluster

QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Settings of a server whose power nobody cuts."""
_EMPTY = f"""
begin; set local search_path = {{schema}}; set local {FORGETTING} = 'yes';
delete from events; delete from shared;
delete from phones; update lanes set place = 0; commit
"""


class _InMemory(PostgresLedger):
    """What lies in memory is gone once it is closed."""

    def __init__(self, url: str, give_back: Callable[[str], None]) -> None:
        self._url, self._give_back = url, [give_back]
        super().__init__(url)

    def close(self) -> None:
        super().close()
        while self._give_back:
            self._give_back.pop()(self._url)


class Schemas:
    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._free: list[str] = []
        self._of_path: dict[Path, str] = {}
        self._turn = self._last = ExitStack()
        self._admin = psycopg.connect(cluster.url(), autocommit=True)

    def open(self, address: str, **how: bool) -> LedgerStore:
        """The ledger of an address, which is let go at the end of the turn."""
        if address == "sqlite://":
            ledger: PostgresLedger = _InMemory(self._lend(), self._take_back)
        else:
            path = Path(address.removeprefix("sqlite:///")).absolute()
            ledger = PostgresLedger(self._schema_of(path), **how)
            path.touch()  # a sign for whoever looks whether a ledger was made
        self._turn.callback(ledger.close)
        return ledger

    @contextmanager
    def turn(self) -> Iterator[None]:
        """What is opened meanwhile is closed at the end, and its schemas are emptied."""
        before, self._turn = self._turn, ExitStack()
        try:
            with self._turn:
                yield
        finally:
            self._turn = before

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """What is opened meanwhile stays until all is closed."""
        before, self._turn = self._turn, self._last
        try:
            yield
        finally:
            self._turn = before

    def close(self) -> None:
        """Lets go of the server."""
        self._last.close()
        self._admin.close()

    def _schema_of(self, path: Path) -> str:
        """The same schema for the same file, until the end of the turn that named it first."""
        if path not in self._of_path:
            self._of_path[path] = url = self._lend()
            self._turn.callback(self._take_back, url)
            self._turn.callback(self._of_path.pop, path)
        return self._of_path[path]

    def _lend(self) -> str:
        return self._free.pop() if self._free else self._cluster.schema()

    def _take_back(self, url: str) -> None:
        if self._admin.closed:  # it was the last test, and the server has gone
            return
        self._admin.execute(_EMPTY.format(schema=url.rpartition("%3D")[2]).encode())
        self._free.append(url)


class Turns:
    """A plugin that closes behind each test what it opened.

    No conftest.py could do it: those of a folder are not asked about what lasts for a session.
    """

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        """What a fixture of many tests opens stays open."""
        if fixturedef.scope == "function":
            return (yield)
        with self._schemas.lasting():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        with self._schemas.turn():
            return (yield)


@contextmanager
def every_ledger(cluster: Cluster) -> Iterator[Schemas]:
    """Meanwhile no ledger is kept in SQLite."""
    schemas = Schemas(cluster)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ledgers.STORES, "sqlite", schemas.open)  # type: ignore[arg-type]
        patch.setattr(SqliteLedger, "__init__", _refuse)
        try:
            yield schemas
        finally:
            schemas.close()


def _refuse(*_arguments: object, **_named: object) -> NoReturn:
    pytest.fail("a ledger in SQLite: mark the test with sqlite_file", pytrace=False)


def leaves_out(item: pytest.Item) -> bool:
    """Whether a test is about the file of a ledger, or about a store that is none of a server."""
    names = getattr(item, "fixturenames", ())
    if "any_ledger" in names or "any_address" in names:
        writes_one = any(mark.name == "sqlite_file" for mark in item.own_markers)
        return "postgres" not in item.name or writes_one
    return item.get_closest_marker("sqlite_file") is not None

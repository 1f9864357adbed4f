"""A ledger in memory and its matches, for whoever has no other."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.ledger import Ledger, open_ledger
from scorekeeper.match.actions import Matches
from tests.core.pocket_table import Server
from tests.postgres import Cluster


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with closing(open_ledger("sqlite://")) as opened:
        yield opened


@pytest.fixture
def matches(ledger: Ledger) -> Matches:
    return Matches(ledger)


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that takes in what phones send."""
    server = Server()
    yield server
    server.matches.ledger.close()


@pytest.fixture(params=["sqlite", "pocket", "postgres"])
def any_ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """Each store that there is: what is asked of it holds for all."""
    with closing(_open(request)) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgres"])
def any_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new ledger that other processes can open, in each store that has one."""
    if request.param == "postgres":
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.schema()
    return f"sqlite:///{tmp_path / 'scorekeeper.db'}"


def _open(request: pytest.FixtureRequest) -> Ledger:
    if request.param == "pocket":
        return PocketLedger({})
    if request.param == "postgres":
        cluster: Cluster = request.getfixturevalue("cluster")
        return open_ledger(cluster.schema())
    return open_ledger("sqlite://")

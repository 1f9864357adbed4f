"""A server that takes in what phones send."""

from collections.abc import Iterator

import pytest

from tests.extras.pocket.table import Server


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.matches.ledger.close()

"""A ledger in memory and its matches, for whoever has no other."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from scorekeeper.ledger import Ledger, open_ledger
from scorekeeper.match.actions import Matches


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with closing(open_ledger("sqlite://")) as opened:
        yield opened


@pytest.fixture
def matches(ledger: Ledger) -> Matches:
    return Matches(ledger)

"""What the ledger in PostgreSQL adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.rooms import Room
from scorekeeper.core.version import DISTRIBUTION

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.ledger.store import LedgerStore


class PostgresRoom(Room):
    """A ledger in a database: for many machines, and for one that fails over."""

    def stores(self) -> Mapping[str, Callable[..., LedgerStore]]:
        return dict.fromkeys(("postgresql", "postgres"), _open)


def _open(url: str, *, create: bool, read_only: bool) -> LedgerStore:
    # Only here, so that whoever has no PostgreSQL needs no driver for it.
    from scorekeeper.ledger import Unusable

    try:
        from scorekeeper.extras.postgres.ledger import PostgresLedger
    except ImportError as error:
        raise Unusable(
            f"a ledger in PostgreSQL needs its driver ({error}):"
            f" pip install {DISTRIBUTION}[postgres]"
        ) from error
    return PostgresLedger(url, create=create, read_only=read_only)


ROOM = PostgresRoom()

"""How the address of a ledger in PostgreSQL is opened."""

from collections.abc import Callable, Mapping

from scorekeeper.core.version import DISTRIBUTION
from scorekeeper.ledger import Unusable
from scorekeeper.ledger.store import LedgerStore


def _open(url: str, *, create: bool, read_only: bool) -> LedgerStore:
    # Only here, so that whoever has no PostgreSQL needs no driver for it.
    try:
        from scorekeeper.extras.postgres.ledger import PostgresLedger  # noqa: PLC0415
    except ImportError as error:
        raise Unusable(
            f"a ledger in PostgreSQL needs its driver ({error}):"
            f" pip install {DISTRIBUTION}[postgres]"
        ) from error
    return PostgresLedger(url, create=create, read_only=read_only)


STORES: Mapping[str, Callable[..., LedgerStore]] = {"postgresql": _open, "postgres": _open}

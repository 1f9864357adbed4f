"""What the processes of one house share beside the events, where a ledger's store keeps that.

Nothing of it is history: it may be lost, and nobody waits until it is on a disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from scorekeeper.ledger import Ledger
from scorekeeper.ledger.rows import Record


class SharedTables(Protocol):
    """The tables `counts` (key, n, since, span) and `shared` (name, body, at)."""

    @property
    def clock(self) -> str:
        """SQL for the seconds since 1970, by the clock that all processes go by."""

    def rows(self, sql: str, facts: Mapping[str, object]) -> list[Record]:
        """Does one statement of plain SQL, in which `:name` stands for a fact; gives its rows.

        Raises LedgerError, or what the driver of a file raises.
        """


@runtime_checkable
class Sharing(Protocol):
    """A ledger beside which machines share tables."""

    @property
    def shared(self) -> SharedTables: ...


def shared_by(ledger: Ledger) -> SharedTables | None:
    """The tables beside a ledger; None where all processes are of one machine, and have files."""
    return ledger.shared if isinstance(ledger, Sharing) else None

"""The tables beside the events: a connection of their own, that waits neither for disk nor long."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from scorekeeper.extras.postgres.pool import Connection, ConnectionPool
from scorekeeper.ledger import Unavailable
from scorekeeper.ledger.store import Record

PATIENCE = 1.0
"""Seconds that are tried where nobody answers: whoever asks has something to go on with."""
ANSWER = 2.0
"""Seconds for one answer."""
REST = 3.0
"""Seconds after a failure in which nobody else is let wait for the next one."""
_FACT = re.compile(r":(\w+)")

T = TypeVar("T")


class Shared:
    """`SharedTables` in a PostgreSQL database, in whose clock they are kept."""

    clock = "cast(extract(epoch from clock_timestamp()) as double precision)"

    def __init__(self, url: str) -> None:
        self._link = ConnectionPool(url, "set synchronous_commit = off")
        self._failed, self._why = -REST, ""

    def rows(self, sql: str, facts: Mapping[str, object]) -> list[Record]:
        """What a statement gives. Raises LedgerError."""
        query = _FACT.sub(r"%(\1)s", sql)

        def ask(db: Connection) -> list[Record]:
            cursor = db.execute(query, facts)
            return cursor.fetchall() if cursor.description else []

        return self.run(ask, single_statement=True)

    def run(self, work: Callable[[Connection], T], *, single_statement: bool = False) -> T:
        """What `work` makes in one transaction. Raises LedgerError."""
        if time.monotonic() - self._failed < REST:
            raise Unavailable(self._why)
        try:
            return self._link.run(work, PATIENCE, ANSWER, single_statement=single_statement)
        except Unavailable as error:
            self._failed, self._why = time.monotonic(), str(error)
            raise

    def close(self) -> None:
        """Closes the connection."""
        self._link.close()

"""Notes of the processes of many machines: one row of each, in a table beside the ledger.

The moments in them are told in the clock of the database: those of machines may differ.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from scorekeeper.extras.television.presence.processes import Note
from scorekeeper.extras.television.presence.traces import MEMORY
from scorekeeper.ledger import LedgerError
from scorekeeper.ledger.house import SharedTables

PHONES = "phones/"
"""What the names of these rows begin with."""
_PUT = """
insert into shared (name, body, at) values (:name, :body, {0})
on conflict (name) do update set body = excluded.body, at = excluded.at returning {0}
"""
_HEADS = "select name, at, {0} from shared where name >= :first and name < :behind"
_BODIES = "select name, body from shared where name = any(:names)"
_CLEAR = "delete from shared where name = any(:names)"
_NEAR = 1.0
"""Seconds by which clocks may differ before it is minded."""


class Table:
    """A `Board` of rows of the table `shared`."""

    rest = 1.0

    def __init__(self, tables: SharedTables) -> None:
        self._tables = tables
        self._ahead: float | None = None

    @property
    def ahead(self) -> float:
        """Seconds by which the database's clock is ahead of this machine's; 0 for next to nothing.

        Raises OSError.
        """
        if self._ahead is None:
            with _as_os_error():
                ((now,),) = self._tables.rows(f"select {self._tables.clock}", {})
            self._ahead = _ahead(now)
        return self._ahead

    def put(self, name: str, text: str) -> None:
        """Leaves a note in the place of the one of this name. Raises OSError."""
        facts = {"name": PHONES + name, "body": text}
        with _as_os_error():
            ((now,),) = self._tables.rows(_PUT.format(self._tables.clock), facts)
        self._ahead = _ahead(now)

    def look(self, own: str, known: Mapping[str, float]) -> dict[str, Note | None]:
        """The notes of others; None for one of a known version. Old ones are cleared away.

        Raises OSError.
        """
        with _as_os_error():
            found = {name: at for name, at in self._heads() if name != own}
            changed = [name for name, at in found.items() if known.get(name) != at]
            texts = self._bodies(changed) if changed else {}
        return {
            name: Note(at, texts[name]) if name in texts else None for name, at in found.items()
        }

    def _heads(self) -> Iterator[tuple[str, float]]:
        """Name and version of each note that is not old."""
        sql = _HEADS.format(self._tables.clock)
        # The character behind the slash: plain comparison needs no pattern, and uses the key.
        rows = self._tables.rows(sql, {"first": PHONES, "behind": PHONES[:-1] + "0"})
        old = [name for name, at, now in rows if now - at > MEMORY]
        if old:
            self._tables.rows(_CLEAR, {"names": old})
        for name, at, now in rows:
            self._ahead = _ahead(now)
            if name not in old:
                yield name.removeprefix(PHONES), at

    def _bodies(self, names: list[str]) -> dict[str, str]:
        rows = self._tables.rows(_BODIES, {"names": [PHONES + name for name in names]})
        return {name.removeprefix(PHONES): body for name, body in rows}


def _ahead(now: float) -> float:
    """How far a clock is ahead that says `now`."""
    seconds = round(now - time.time(), 1)
    return seconds if abs(seconds) > _NEAR else 0


@contextmanager
def _as_os_error() -> Iterator[None]:
    try:
        yield
    except LedgerError as error:
        raise OSError(str(error)) from error

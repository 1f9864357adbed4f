"""Summaries of matches beside their events: a cache that outlives the process which folded them.

A row holds as long as its match has the same last event, and the same code reads it; else nobody
looks at it. It may name people, so whoever rewrites events deletes it in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from scorekeeper.ledger import Ledger
    from scorekeeper.ledger.store import Execute, RunTransaction

Version = tuple[int, str]
"""The number and the key of a match's last event; whoever forgets a name changes the keys."""

TABLE = """
create table summaries (
  match text primary key, seq integer not null, key text not null, code text not null,
  body text not null
)
"""
DELETE = "delete from summaries where match = ?"
_READ = "select match, seq, key, body from summaries where code = ? and match in ({places})"
# Only beside the event that it was made of: names may have been forgotten since.
_WRITE = """
insert into summaries (match, seq, key, code, body)
select match, seq, key, ?, ? from events where match = ? and seq = ? and key = ? {hold}
on conflict (match) do update set
  seq = excluded.seq, key = excluded.key, code = excluded.code, body = excluded.body
"""
BATCH = 500
"""So many matches are asked for in one query."""


class SummaryRow(NamedTuple):
    """The summary of a match as of its last event, as text."""

    match: str
    version: Version
    body: str


class Summaries:
    """The table of summaries: `reading` does a statement, `writing` several, and does not wait for
    whoever else writes. `hold` is SQL that keeps a row of events as it is until the transaction
    ends, where more than one can write at once. All of it raises LedgerError.
    """

    def __init__(self, reading: Execute, writing: RunTransaction, hold: str = "") -> None:
        self._reading, self._writing, self._hold = reading, writing, hold

    def read(self, code: str, versions: Mapping[str, Version]) -> dict[str, str]:
        """Match → what is written of it as of this version, by the code with this hash."""
        asked, found = list(versions), dict[str, str]()
        for begin in range(0, len(asked), BATCH):
            some = asked[begin : begin + BATCH]
            sql = _READ.format(places=", ".join("?" * len(some)))
            for match, seq, key, body in self._reading(sql, (code, *some)):
                if versions[match] == (seq, key):
                    found[match] = body
        return found

    def write(self, code: str, rows: Iterable[SummaryRow]) -> None:
        """Writes what the code with this hash made; nothing of a match that was rewritten since."""
        sql = _WRITE.format(hold=self._hold)

        def work(do: Execute) -> None:
            for match, version, body in rows:
                do(sql, (code, body, match, *version))

        self._writing(work)


@runtime_checkable
class Summarised(Protocol):
    """A ledger beside which summaries lie."""

    @property
    def summaries(self) -> Summaries: ...


def summaries_beside(ledger: Ledger) -> Summaries | None:
    """The summaries beside a ledger; None for a store that keeps none, as a phone's."""
    return ledger.summaries if isinstance(ledger, Summarised) else None

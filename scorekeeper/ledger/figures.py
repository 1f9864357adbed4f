"""Figures that were worked out of whole streams: the next process need not work them out again.

They are no history and may be lost; a store need not keep any. Each stands with the hash of the
last event that it was worked out of, which seals all before it, and with the digest of the code
that did: beside any other event, and for any other code, there is none. Names may stand in them:
who rewrites events drops them all with it, and what was worked out of others is not kept any more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.ledger import Event, Ledger

if TYPE_CHECKING:
    from scorekeeper.ledger.store import Execute, RunTransaction

TABLE = """
create table figures (
  match text primary key, hash text not null, code text not null, body text not null
) strict
"""
DROP = "delete from figures"

_READ = """
select figures.match, last.seq, figures.body from json_each(?) as asked
join figures on figures.match = asked.value and figures.code = ?
join events as last on last.match = figures.match and last.hash = figures.hash
  and last.seq = (select max(seq) from events where match = figures.match)
"""
_KEEP = """
insert into figures (match, hash, code, body)
select match, hash, ?, ? from events where match = ? and seq = ? and hash = ? and hash <> ''
on conflict (match) do update set hash = excluded.hash, code = excluded.code, body = excluded.body
"""


class Figure(NamedTuple):
    """What was worked out of a stream up to event `seq`, as JSON."""

    seq: int
    body: str


class Figures:
    """The figures of a ledger, one for each stream at most."""

    def __init__(self, reading: Execute, writing: RunTransaction) -> None:
        self._reading, self._writing = reading, writing

    def read(self, streams: Sequence[str], code: str) -> Mapping[str, Figure]:
        """What this code worked out of streams as they are now. Raises LedgerError."""
        rows = self._reading(_READ, (json.dumps(list(streams)), code))
        return {stream: Figure(seq, body) for stream, seq, body in rows}

    def keep(self, figures: Sequence[tuple[Event, str]], code: str) -> None:
        """Keeps what this code worked out of streams, each with its last event, which has a hash
        and is there. Raises LedgerError.
        """

        def work(do: Execute) -> None:
            for last, body in figures:
                do(_KEEP, (code, body, last.stream, last.seq, last.hash))

        self._writing(work)


def figures_of(ledger: Ledger) -> Figures | None:
    """The figures beside a ledger; None where none are kept."""
    figures: Figures | None = getattr(ledger, "figures", None)
    return figures

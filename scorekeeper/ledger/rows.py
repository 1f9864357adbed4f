"""Events as rows of a table, alike in every store that has tables."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.ledger import Damaged, Event, as_json

Record = tuple[Any, ...]
"""What a query gives, of any columns."""
Row = tuple[str, int, str, str, str, str, str]
COLUMNS = "match, seq, kind, body, key, at, hash"


def event_of(row: Row) -> Event:
    """The event of a row, of one without a hash too. Raises Damaged."""
    match, seq, kind, text, key, at, *chained = row
    try:
        return Event(match, seq, kind, json.loads(text), key, at, *chained)
    except ValueError as error:
        raise Damaged(f"event {seq} of {match} is no JSON: {error}") from None


def row_of(event: Event) -> Row:
    """The row of an event."""
    body = as_json(event.body)
    return (event.stream, event.seq, event.kind, body, event.key, event.at, event.hash)

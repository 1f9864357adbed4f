"""One ledger into another: every match as it is, while the first one is written to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from scorekeeper.ledger import Cursor, Damaged, Event, Unusable
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.ledger.sqlite.opening import FILE_SUFFIXES
from scorekeeper.ledger.store import LedgerStore, batches

MAX_ROUNDS = 100
"""So often what was written meanwhile is copied: each time it is less."""

Progress = Callable[[int], None]
"""Is told now and then how many matches are done."""


def write_copy(ledger: LedgerStore, target: str) -> None:
    """Copies a ledger into a new file of SQLite. Raises FileExistsError."""
    draft = f"{target}.{token_hex(8)}"
    try:
        with closing(SqliteLedger(draft)) as copy:
            copy_all(ledger, copy)
            copy.phones.take_over(ledger.phones.all())
            copy.backup(target)
    finally:
        for suffix in FILE_SUFFIXES:
            Path(draft + suffix).unlink(missing_ok=True)


def copy_all(
    source: LedgerStore, target: LedgerStore, progress: Progress = lambda done: None
) -> Cursor:
    """Copies every match, and what is written meanwhile; gives the place up to which it did.

    Raises Damaged with the code of a match that is not as it was written, MatchExists for one of
    which the target has another, and Unusable if there is no end of what is written.
    """
    place = source.news().place
    copy_some(source, target, source.matches(), progress)
    for _round in range(MAX_ROUNDS):
        news = source.news(place)
        if not news.newest:
            return news.place
        place = news.place
        copy_some(source, target, news.newest)
    raise Unusable(f"{source.where} is written to without a pause: do this when fewer play")


def copy_some(
    source: LedgerStore,
    target: LedgerStore,
    codes: Iterable[str],
    progress: Progress = lambda done: None,
) -> None:
    """Copies these matches as they are now."""
    done = 0
    for some in batches(codes):
        streams = source.read_many(some).values()
        _take_over(target, list(streams))
        progress(done := done + len(some))


def _take_over(target: LedgerStore, streams: Sequence[Sequence[Event]]) -> None:
    try:
        target.restore_missing(*streams)
    except Damaged:
        for events in streams:  # which of them it is
            _take_one(target, events)


def _take_one(target: LedgerStore, events: Sequence[Event]) -> None:
    try:
        target.restore_missing(events)
    except Damaged as error:
        raise Damaged(f"{events[0].stream}: {error}") from None

"""One ledger into another: every match as it is, while the first one is written to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from scorekeeper.ledger import Damaged, Event, Place, Unusable
from scorekeeper.ledger.house import HouseLedger, batches
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.ledger.sqlite.opening import BESIDE

ROUNDS = 100
"""So often what was written meanwhile is copied: each time it is less."""

Said = Callable[[int], None]
"""Is told now and then how many matches are done."""


def write_copy(ledger: HouseLedger, target: str) -> None:
    """Copies a ledger into a new file of SQLite. Raises FileExistsError."""
    draft = f"{target}.{token_hex(8)}"
    try:
        with closing(SqliteLedger(draft)) as copy:
            copy_all(ledger, copy)
            copy.phones.take_over(ledger.phones.all())
            copy.backup(target)
    finally:
        for suffix in BESIDE:
            Path(draft + suffix).unlink(missing_ok=True)


def copy_all(source: HouseLedger, target: HouseLedger, said: Said = lambda done: None) -> Place:
    """Copies every match, and what is written meanwhile; gives the place up to which it did.

    Raises Damaged with the code of a match that is not as it was written, MatchExists for one of
    which the target has another, and Unusable if there is no end of what is written.
    """
    place = source.news().place
    copy_some(source, target, source.matches(), said)
    for _round in range(ROUNDS):
        news = source.news(place)
        if not news.newest:
            return news.place
        place = news.place
        copy_some(source, target, news.newest)
    raise Unusable(f"{source.where} is written to without a pause: do this when fewer play")


def copy_some(
    source: HouseLedger,
    target: HouseLedger,
    codes: Iterable[str],
    said: Said = lambda done: None,
) -> None:
    """Copies these matches as they are now."""
    done = 0
    for some in batches(codes):
        streams = source.read_all(some).values()
        _take_over(target, list(streams))
        said(done := done + len(some))


def _take_over(target: HouseLedger, streams: Sequence[Sequence[Event]]) -> None:
    try:
        target.take_over(*streams)
    except Damaged:
        for events in streams:  # which of them it is
            _take_one(target, events)


def _take_one(target: HouseLedger, events: Sequence[Event]) -> None:
    try:
        target.take_over(events)
    except Damaged as error:
        raise Damaged(f"{events[0].stream}: {error}") from None

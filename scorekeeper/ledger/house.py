"""The ledger of a house as whoever runs the app needs it: as a whole, and to copy it elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Protocol

from scorekeeper.ledger import Damaged, Event, Ledger, MatchExists
from scorekeeper.ledger.chain import known_hashes
from scorekeeper.ledger.checks import check_whole
from scorekeeper.ledger.phones import Phones
from scorekeeper.ledger.rows import Row, event_of

BATCH = 100
"""So many matches are read or copied at once."""
PART = 5_000
"""About so many events are rewritten in one transaction: others write in between."""


class HouseLedger(Ledger, Protocol):
    """A ledger in a file or a database, which stays when the app is stopped."""

    @property
    def where(self) -> str:
        """The file or the database, as it may be shown: without a password."""

    @property
    def phones(self) -> Phones:
        """What each phone may do."""

    def read_all(self, matches: Sequence[str]) -> dict[str, list[Event]]:
        """All events of some matches that there are, by their codes. Raises Damaged."""

    def take_over(self, *matches: Sequence[Event]) -> None:
        """Write what is missing of whole matches, as `restore` does; their beginnings may be there.

        Raises Damaged, and MatchExists if something else stands there.
        """

    def faults(self) -> list[str]:
        """What is wrong with the file or the tables, found by looking at all of it."""

    def backup(self, target: str) -> None:
        """Copy everything into a new file of SQLite, while others write. Raises FileExistsError."""


def batches(codes: Iterable[str], size: int = BATCH) -> Iterator[list[str]]:
    """Some codes at a time, until there are no more."""
    rest = iter(codes)
    while some := list(islice(rest, size)):
        yield some


def streams_of(rows: Iterable[Row]) -> dict[str, list[Event]]:
    """The events of whole matches by their codes, from rows that lie together. Raises Damaged."""
    by_match = groupby(map(event_of, rows), lambda event: event.stream)
    return {match: list(events) for match, events in by_match}


def streams_in(ledger: HouseLedger, codes: Iterable[str]) -> Iterator[tuple[str, list[Event]]]:
    """Whole matches by their codes, read some at a time; no events for one that cannot be read."""
    for some in batches(codes):
        try:
            yield from ledger.read_all(some).items()
        except Damaged:
            yield from ((code, _readable(ledger, code)) for code in some)


def _readable(ledger: Ledger, code: str) -> list[Event]:
    try:
        return ledger.read(code)
    except Damaged:
        return []


def rest_of(events: Sequence[Event], newest: int, sealed: str) -> Sequence[Event]:
    """What is missing of a whole match where `newest` events are there, the last with this hash.

    Raises Damaged, and MatchExists where others are there.
    """
    check_whole(events)
    if newest and (newest > len(events) or list(known_hashes(events))[newest - 1] != sealed):
        raise MatchExists(events[0].stream)
    return events[newest:]


def parts_of(
    changed: Iterable[Event], dropped: Iterable[str]
) -> Iterator[tuple[list[Event], list[str]]]:
    """What is rewritten in one transaction after another: whole matches, the dropped ones last.

    What is changed is taken in as it is needed, so that all of it is never in memory at once.
    """
    part: list[Event] = []
    for _match, events in groupby(changed, lambda event: event.stream):
        part += events
        if len(part) >= PART:
            yield part, []
            part = []
    yield part, list(dropped)


def by_match(changed: Iterable[Event], dropped: Iterable[str]) -> Mapping[str, dict[int, Event]]:
    """Match → number → what is to stand there, also for matches that are only dropped."""
    found: dict[str, dict[int, Event]] = {match: {} for match in dropped}
    for event in changed:
        found.setdefault(event.stream, {})[event.seq] = event
    return found

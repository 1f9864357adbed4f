"""A tournament as a file: its own events, then those of each of its tables, a JSON line each."""

import json
from collections.abc import Iterator, Sequence

from scorekeeper.extras.tournament import TOURNAMENT, Tournament, fold
from scorekeeper.ledger import Event, Ledger
from scorekeeper.match.files import fold_match
from scorekeeper.stream.files import (
    BrokenLine,
    Part,
    Stream,
    check_fold,
    code_in,
    lines_of,
    load_events,
    parts_of,
)

SEATINGS = ("drawn", "moved")


def is_tournament(events: Sequence[Event]) -> bool:
    """True for the events of a tournament."""
    return bool(events) and "tournament" in events[0].body


def holds_tournament(text: str) -> bool:
    """True if a file begins as that of a tournament does; whether it is one, `load` says."""
    try:
        first = json.loads(next(iter(lines_of(text)), ""))
        return "tournament" in first["body"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return False


def tables_of(events: Sequence[Event]) -> list[str]:
    """The codes of all matches that ever were tables: of rounds that were taken back, too."""
    drawn = (event.body["tables"] for event in events if event.kind in SEATINGS)
    return list(dict.fromkeys(table["code"] for tables in drawn for table in tables))


def streams_of(ledger: Ledger, code: str) -> list[Stream]:
    """The events of a tournament, then of its tables; none for another code."""
    events = ledger.read(code)
    if not is_tournament(events):
        return []
    return [events, *filter(None, map(ledger.read, tables_of(events)))]


def load(text: str) -> list[Stream]:
    """The streams of a file, whole and with sense. Raises BrokenLine at the first line without.

    The first is the tournament, the others are its tables; none may be missing.
    """
    parts = list(parts_of(lines_of(text)))
    first, lines = parts[0] if parts else (1, [])
    events = load_events(lines, first)
    check_fold(events, fold_tournament, first)
    return [events, *_tables(tables_of(events), parts[1:])]


def _tables(codes: Sequence[str], parts: Sequence[Part]) -> Iterator[Stream]:
    left = list(codes)
    for first, lines in parts:
        code = code_in(lines[0])
        if code not in left:
            raise BrokenLine(first, f"match: {code} is no table of this tournament, or here twice")
        left.remove(code)
        events = load_events(lines, first)
        check_fold(events, fold_match, first)
        yield events
    if left:
        raise BrokenLine(1, f"of the tournament's tables these are missing: {', '.join(left)}")


def fold_tournament(tournament: Tournament | None, event: Event) -> Tournament:
    """A tournament (None: it is being opened) one event later. Raises Nonsense."""
    TOURNAMENT.check(tournament, event)
    return fold((*tournament.events, event) if tournament else (event,))

"""A match as a file, and whatever else a file may hold."""

from collections.abc import Sequence

from scorekeeper.ledger import Event, Ledger
from scorekeeper.match import MATCH, Match, fold
from scorekeeper.stream.files import Stream, check_fold, lines_of, load_events
from scorekeeper.stream.types import AnyType, StreamType, load_as, types_of_rooms

STREAM = StreamType(MATCH, "names", fold, Match.after)
"""A match, as files and maintenance see it."""


def load(text: str) -> list[Event]:
    """The events of the file of a match. Raises BrokenLine at the first line that does not fit.

    Every line must be one event of one match, in order, and make sense there: what is taken in can
    be shown on every page.

    >>> load("no JSON")
    Traceback (most recent call last):
    scorekeeper.stream.files.BrokenLine: line 1: no JSON: Expecting value: line 1 column 1 (char 0)
    """
    events = load_events(lines_of(text))
    check_fold(events, STREAM.checked)
    return events


def load_file(text: str) -> list[Stream]:
    """The streams of any file: those of a match, or of what a room adds, with all its parts.

    Raises BrokenLine.
    """
    return load_as((STREAM, *types_of_rooms()), text)


def type_of(events: Sequence[Event]) -> AnyType:
    """The type of a stream, by its opening."""
    return next((each for each in types_of_rooms() if each.mark in events[0].body), STREAM)


def streams_of(ledger: Ledger, code: str) -> list[Stream]:
    """The events of a stream, then those of its parts; none for a code of nothing."""
    events = ledger.read(code)
    return type_of(events).streams(ledger, events) if events else []

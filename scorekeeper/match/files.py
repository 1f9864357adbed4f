"""A match as a file."""

from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Match, fold
from scorekeeper.stream.files import check_fold, lines_of, load_events


def load(text: str) -> list[Event]:
    """The events of a file. Raises BrokenLine at the first line that does not fit.

    Every line must be one event of one match, in order, and make sense there: what is taken in can
    be shown on every page.

    >>> load("no JSON")
    Traceback (most recent call last):
    scorekeeper.stream.files.BrokenLine: line 1: no JSON: Expecting value: line 1 column 1 (char 0)
    """
    events = load_events(lines_of(text))
    check_fold(events, fold_match)
    return events


def fold_match(match: Match | None, event: Event) -> Match:
    """A match (None: it is being opened) one event later. Raises Nonsense."""
    MATCH.check(match, event)
    return match.after(event) if match else fold((event,))

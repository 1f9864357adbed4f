"""A tournament as a file, one JSON line per event; its tables are files of their own."""

from scorekeeper.ledger import Event
from scorekeeper.match.files import check_fold, lines_of, load_events
from scorekeeper.tournament import Tournament, fold
from scorekeeper.tournament.sense import check_sense


def load(text: str) -> list[Event]:
    """The events of a file. Raises BrokenLine at the first line that does not fit."""
    events = load_events(lines_of(text))
    check_fold(events, fold_tournament)
    return events


def fold_tournament(tournament: Tournament | None, event: Event) -> Tournament:
    """A tournament (None: it is being opened) one event later. Raises Nonsense."""
    check_sense(tournament, event)
    return fold((*tournament.events, event) if tournament else (event,))

"""What is counted per player over a match of Černá kočka."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.games.kocka.entries import ROUND, Dokladacka, Renonc, Round
from scorekeeper.sheet import Entry, Stat, counted


def made_durch(entry: Entry, seat: int) -> bool:
    """True if a seat made a durch in this round."""
    return isinstance(entry, Round) and entry.durch == seat


def caught(entry: Entry, seat: int) -> bool:
    """True if a seat's durch was caught."""
    return isinstance(entry, Round) and entry.durch_caught == seat


def no_trick(entry: Entry, seat: int) -> bool:
    """True if a seat took no trick; the others of a durch did not."""
    if not isinstance(entry, Round) or entry.durch_caught is not None:
        return False
    return seat != entry.durch if entry.durch is not None else seat in entry.no_trick


def vagon(entry: Entry, seat: int) -> bool:
    """True if a seat took all the penalty points without a durch."""
    return isinstance(entry, Round) and seat < len(entry.taken) and entry.taken[seat] == ROUND


def lost_dokladacka(entry: Entry, seat: int) -> bool:
    """True if a seat lost a dokládačka."""
    return isinstance(entry, Dokladacka) and entry.loser == seat


def renonc(entry: Entry, seat: int) -> bool:
    """True if it was a seat's renonc."""
    return isinstance(entry, Renonc) and entry.seat == seat


COUNTS: Mapping[str, Callable[[Entry, int], bool]] = {
    "no-trick": no_trick,
    "durch": made_durch,
    "durch-caught": caught,
    "vagon": vagon,
    "dokladacka-lost": lost_dokladacka,
    "renonc": renonc,
}


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each seat took nothing or everything, and what it lost on the way."""
    return counted(COUNTS, entries, seats)

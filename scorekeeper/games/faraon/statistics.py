"""What is counted per player over a match of Faraón."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.games.faraon.entries import Beggar, Pajchel, Played
from scorekeeper.schema import Seat
from scorekeeper.sheet import Entry, Stat, counted


def won(entry: Entry, seat: int) -> bool:
    """True if a seat won a game; where the order is known, only the seats in it played."""
    if not isinstance(entry, Played) or seat == entry.loser:
        return False
    return entry.order is None or seat in entry.order


def lost(entry: Entry, seat: int) -> bool:
    """True if a seat lost a game."""
    return isinstance(entry, Played) and entry.loser == seat


def brought_back(entry: Entry, seat: int) -> bool:
    """True if a seat had run out and was brought back by the red seven."""
    return isinstance(entry, Played) and seat in entry.back


def fours(entry: Entry, seat: int) -> int:
    """How often a seat made a spálená."""
    return entry.burnt.get(Seat(seat), 0) if isinstance(entry, Played) else 0


def drew(entry: Entry, seat: int) -> int:
    """How many penalty cards a seat drew."""
    return entry.drew.get(Seat(seat), 0) if isinstance(entry, Played) else 0


def pajchel(entry: Entry, seat: int) -> bool:
    """True if it was a seat's invalid move."""
    return isinstance(entry, Pajchel) and entry.seat == seat


def begged(entry: Entry, seat: int) -> bool:
    """True if a seat asked for a žobrák."""
    return isinstance(entry, Beggar) and entry.seat == seat


COUNTS: Mapping[str, Callable[[Entry, int], int]] = {
    "won": won,
    "lost": lost,
    "back": brought_back,
    "burnt": fours,
    "drew": drew,
    "pajchel": pajchel,
    "beggar": begged,
}


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """Games won and lost per seat, and what happened in them."""
    return counted(COUNTS, entries, seats)

"""What is counted per player over a match of Makao."""

from collections.abc import Callable, Sequence
from functools import partial

from scorekeeper.games.makao.entries import Played, needed
from scorekeeper.sheet import Entry, Stat, counted

PLACES = ("first", "second", "third")


def came(place: int, entry: Played, seat: int) -> bool:
    """True if a seat was the one to go out at this place, 0 the first."""
    return entry.out[place : place + 1] == (seat,)


def lost(seats: int, entry: Played, seat: int) -> bool:
    """True if a seat was left with cards, of so many."""
    return seat in entry.losers(seats)


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each seat won, came second or third, and lost."""
    games = [entry for entry in entries if isinstance(entry, Played)]
    places: dict[str, Callable[[Played, int], bool]] = {
        PLACES[place]: partial(came, place) for place in range(needed(seats))
    }
    return counted({**places, "lost": partial(lost, seats)}, games, seats)

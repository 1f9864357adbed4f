"""What a row of the sheet tells of a game or a pajchel: who lost, or how all finished."""

from scorekeeper.games.faraon.entries import Pajchel, Played, Standing
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.sheet import Entry, Notice


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """What an entry was, in short."""
    if isinstance(entry, Pajchel):
        return (Notice("pajchel", (entry.seat,), {"rule": entry.rule}),)
    if not isinstance(entry, Played):
        return ()
    if entry.order:
        return (Notice("order", entry.order),)
    return (Notice("lost", (entry.loser,)),)

"""What a row of the sheet tells of a game besides who lost: who was out, in order."""

from scorekeeper.games.makao.entries import Played, Standing
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.sheet import Entry, Notice


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """Who was out, in order; who lost is a milestone."""
    return (Notice("order", entry.out),) if isinstance(entry, Played) and entry.out else ()

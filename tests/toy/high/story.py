"""What a row of the sheet tells of a trick in Highest: who won it."""

from scorekeeper.games.high.entries import Deal, Standing
from scorekeeper.games.high.house import HouseRules
from scorekeeper.sheet import Entry, Notice


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """Who won; of penalties it is told anyway what they are for."""
    return (Notice("won", (entry.winner,)),) if isinstance(entry, Deal) else ()

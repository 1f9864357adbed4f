"""What a row of the sheet tells of a game besides its milestones: who lost it."""

from scorekeeper.games.durak.entries import Played, Standing
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.sheet import Entry, Notice


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """The fool, or the losing team; a draw is a milestone."""
    if not isinstance(entry, Played):
        return ()
    losers = entry.losers(len(before.totals))
    return (Notice("fool" if entry.fool is not None else "team", losers),) if losers else ()

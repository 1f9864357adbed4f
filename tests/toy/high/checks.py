"""What the sheet of Highest refuses, and why."""

from scorekeeper.games.high.entries import Deal, Standing
from scorekeeper.games.high.house import HouseRules
from scorekeeper.sheet import Entry, Refusal


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken, or None: after the last trick nothing more is won."""
    if isinstance(entry, Deal) and standing.played >= house.tricks:
        return Refusal("high.end.over", "winner", {"n": house.tricks})
    return None

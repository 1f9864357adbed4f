"""What the sheet of Newgame refuses, and why."""

from scorekeeper.sheet import Entry, Refusal

from .entries import Standing, Trick
from .house import HouseRules


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken, or None: after the last trick nothing more is won."""
    if isinstance(entry, Trick) and standing.played >= house.tricks:
        return Refusal("newgame.end.over", "winner", {"n": house.tricks})
    return None

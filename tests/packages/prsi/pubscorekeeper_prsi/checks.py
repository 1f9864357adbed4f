"""What the sheet of Prší refuses, and why."""

from scorekeeper.sheet import Entry, Refusal

from .entries import FinishedGame, Standing
from .house import HouseRules


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken, or None: who was out first has not lost (prsi.end)."""
    if isinstance(entry, FinishedGame) and entry.first == entry.lost:
        return Refusal("prsi.end.both", "first", {"seat": int(entry.lost)})
    return None

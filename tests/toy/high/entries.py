"""What can be recorded in Highest, and what is refused and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from scorekeeper.games.high.house import HouseRules
from scorekeeper.plain import Seat
from scorekeeper.referee import Penalty
from scorekeeper.sheet import Entry, Refusal, Standing


@dataclass(frozen=True)
class Deal(Entry):
    """A trick: who won it."""

    type: ClassVar[str] = "deal"
    counted: ClassVar[bool] = True
    winner: Seat


@dataclass(frozen=True)
class Fine(Entry):
    """An offence: a point from a seat to every other player."""

    type: ClassVar[str] = "fine"
    seat: Seat
    rule: Literal["high.follow", "high.peek"] = "high.follow"


ENTRIES: tuple[type[Entry], ...] = (Deal, Fine)


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken, or None: after the last trick nothing more is won."""
    if isinstance(entry, Deal) and standing.played >= house.tricks:
        return Refusal("high.end.over", "winner", {"n": house.tricks})
    return None


def fine(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Any] | None:
    """The entry of a penalty in points."""
    return {"type": "fine", "seat": seat, "rule": rule} if penalty else None

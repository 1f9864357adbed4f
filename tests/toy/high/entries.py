"""What can be recorded in Highest."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from scorekeeper import sheet
from scorekeeper.referee import Penalty
from scorekeeper.schema import Seat, spec
from scorekeeper.sheet import Entry, PenaltyEntry


@dataclass(frozen=True)
class Deal(Entry):
    """A trick: who won it."""

    type: ClassVar[str] = "deal"
    numbered: ClassVar[bool] = True
    winner: Seat


@dataclass(frozen=True)
class Fine(PenaltyEntry):
    """An offence: a point from a seat to every other player."""

    type: ClassVar[str] = "fine"
    rule: Literal["high.follow", "high.peek"] = "high.follow"


@dataclass(frozen=True)
class Sips(PenaltyEntry):
    """A spilled glass: so many sips for a seat (high.spill); it scores nothing."""

    type: ClassVar[str] = "sips"
    rule: Literal["high.spill"] = "high.spill"
    sips: int = spec(2, ge=1, le=99)


ENTRIES: tuple[type[Entry], ...] = (Deal, Fine, Sips)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Any] | None:
    """The penalty as an entry (JSON), or None if there is none."""
    if penalty is not None and penalty.kind == "sips":
        return {"type": "sips", "seat": seat, "rule": rule, "sips": penalty.amount}
    return {"type": "fine", "seat": seat, "rule": rule} if penalty else None


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a game of Highest stands."""

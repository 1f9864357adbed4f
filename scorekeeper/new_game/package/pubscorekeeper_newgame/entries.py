"""What can be recorded in Newgame, and where a match of it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper import sheet
from scorekeeper.referee import Penalty
from scorekeeper.schema import Json, Seat
from scorekeeper.sheet import Entry, PenaltyEntry


@dataclass(frozen=True)
class Trick(Entry):
    """A trick: who won it."""

    type: ClassVar[str] = "trick"
    numbered: ClassVar[bool] = True
    winner: Seat


@dataclass(frozen=True)
class Fine(PenaltyEntry):
    """An offence: a point from a seat to every other player."""

    type: ClassVar[str] = "fine"


ENTRIES: tuple[type[Entry], ...] = (Trick, Fine)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Json] | None:
    """The penalty of a rule as an entry (JSON), or None if there is none."""
    return {"type": "fine", "seat": seat, "rule": rule} if penalty else None


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Newgame stands."""

"""What can be recorded in Prší, and where a match of it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper import sheet
from scorekeeper.referee import Penalty
from scorekeeper.schema import Json, RuleId, Seat
from scorekeeper.sheet import Entry, PenaltyEntry

from .house import HouseRules

ANOTHER = RuleId("prsi.wrong")
"""What a mistake is written as that no other rule names."""


@dataclass(frozen=True)
class FinishedGame(Entry):
    """A game: who `lost`, and perhaps who was `first` without cards."""

    type: ClassVar[str] = "game"
    numbered: ClassVar[bool] = True
    lost: Seat
    first: Seat | None = None

    @classmethod
    def by_tap(cls, seat: Seat, house: HouseRules) -> Mapping[str, Json]:
        """Who lost is all that the sheet has to know."""
        return {"lost": seat}


@dataclass(frozen=True)
class Fault(PenaltyEntry):
    """A mistake, for which a seat drew cards (prsi.wrong); it costs no point."""

    type: ClassVar[str] = "fault"
    rule: RuleId = ANOTHER


ENTRIES: tuple[type[Entry], ...] = (FinishedGame, Fault)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Json] | None:
    """The penalty of a rule as an entry (JSON), or None if there is none."""
    return {"type": "fault", "seat": seat, "rule": rule} if penalty else None


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Prší stands: a point is a lost game; `firsts` are games won per seat."""

    firsts: tuple[int, ...] = ()

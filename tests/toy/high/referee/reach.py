"""The points before a trick: who can still win the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.dispute import Dispute
from scorekeeper.games.high.house import HouseRules
from scorekeeper.games.high.referee.trick import MOST
from scorekeeper.schema import Invalid, spec

TRICKS = 17


@dataclass(frozen=True)
class Reachable:
    """Who can still have most points, and how many tricks are left for it."""

    can: tuple[int, ...]
    left: int


@dataclass(frozen=True)
class Reach(Dispute):
    """The points before a trick: who can still win the game."""

    kind: ClassVar[str] = "reach"
    players_field: ClassVar[str] = "before"
    before: tuple[int, ...] = spec(ge=0, known="before")
    played: int = spec(ge=0, le=TRICKS)

    def validate(self) -> None:
        """Raises Invalid unless everybody has points."""
        if len(self.before) not in (MOST - 1, MOST):
            raise Invalid("before", "wrong-number", n=MOST)

    def reachable(self, house: HouseRules) -> Reachable:
        """Everybody who would have most after winning all that is left."""
        left = max(house.tricks - self.played, 0)
        seats = range(len(self.before))
        can = (s for s in seats if self.before[s] + left * house.worth >= max(self.before))
        return Reachable(tuple(can), left)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who can still win, and the tricks left."""
        found = self.reachable(house)
        return {"can": list(found.can), "left": found.left}

"""A round that all want to end early, since no points are left; the source says nothing of it.

stop: `points_left` (penalty points not taken yet), `without` [seats that have no trick yet].
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.kocka.entries import ROUND, SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat


@dataclass(frozen=True)
class Stopped(Dispute):
    """Somebody wants to stop a round: what is still to be had, and who has no trick yet."""

    kind: ClassVar[str] = "stop"
    may_lack: ClassVar[tuple[str, ...]] = ("points_left", "without")
    points_left: int | None = spec(None, ge=0, le=ROUND)
    without: frozenset[Seat] | None = None

    def check(self) -> None:
        """Raises Invalid if nobody took a trick, and yet points are taken."""
        if len(self.without or ()) == SEATS and self.points_left not in (None, ROUND):
            raise Invalid("points_left", "too-small", least=ROUND)

    def unknown(self) -> tuple[str, ...]:
        """What is not known, as long as nothing that is known keeps the round going."""
        return () if self.points_left or self.without else super().unknown()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with nothing left to be had, and with something."""
        lacking = self.unknown()
        nothing = self
        for name in lacking:
            [nothing] = copies_with(nothing, name, [0 if name == "points_left" else frozenset()])
        if lacking:
            yield nothing
            something = 1 if lacking[0] == "points_left" else frozenset({Seat(0)})
            yield from copies_with(nothing, lacking[0], [something])


def stops_too_early(stopped: Stopped, house: HouseRules) -> Finding:
    """kocka.stop: only if no card can change the round: no points, and a trick for everybody."""
    if stopped.points_left:
        return Broken({"wrong": "stop-points"})
    if stopped.without:
        return Broken({"wrong": "stop-trick"})
    if stopped.points_left is None:
        return Missing("points_left")
    return Missing("without") if stopped.without is None else None


ENDING_RULES: tuple[AnyRule, ...] = (
    Rule("kocka.stop", Stopped, stops_too_early, "invalid", ours=("onward",)),
)

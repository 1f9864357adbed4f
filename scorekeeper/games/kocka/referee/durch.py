"""A round that ends early: the rest is claimed, or a durch is shown (3)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.kocka.entries import POINTS, ROUND, SEATS, Round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.plays import TRICKS
from scorekeeper.games.kocka.scoring import score_round
from scorekeeper.referee import AnyRule, Dispute, Missing, Rule
from scorekeeper.schema import Json, Seat
from scorekeeper.sheet import dump_entry, spread, sum_of


class ClaimResult(TypedDict):
    """Penalty `points` per seat, all 28 of the round."""

    points: list[int]


@dataclass(frozen=True)
class Claim(Dispute):
    """A player threw in the rest of a hand; `taken` is what each seat has won so far."""

    kind: ClassVar[str] = "claim"
    seat: Seat
    taken: Mapping[Seat, tuple[Card, ...]]

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What each seat has won."""
        return {f"taken.{seat}": cards for seat, cards in self.taken.items()}

    def result(self, house: HouseRules) -> ClaimResult:
        """Penalty points per seat: everything left goes to who claimed it (kocka.claim)."""
        points = {s: sum(POINTS.get(c, 0) for c in cards) for s, cards in self.taken.items()}
        rest = ROUND - sum(points.values())
        points[self.seat] = points.get(self.seat, 0) + rest
        return {"points": list(spread(SEATS, points))}


class DurchResult(TypedDict, total=False):
    """The durch was `caught` or not, and the `points` per seat; empty while that is not known."""

    caught: bool
    points: list[int]


@dataclass(frozen=True)
class DurchShown(Dispute):
    """A player showed a hand for a durch; `stoppable`: whether somebody could still stop it."""

    kind: ClassVar[str] = "durch-shown"
    seat: Seat
    others_tricks: int = spec(0, ge=0, le=TRICKS)
    stoppable: bool | None = None

    @property
    def caught(self) -> bool | None:
        """True if the durch failed, None if that is not known."""
        return True if self.others_tricks else self.stoppable

    def result(self, house: HouseRules) -> DurchResult:
        """The fate of the durch and the points per seat, once that is known."""
        if self.caught is None:
            return {}
        points = sum_of(score_round(self.as_round(self.caught)), SEATS)
        return {"caught": self.caught, "points": list(points)}

    def as_round(self, caught: bool) -> Round:
        """The round as an entry of the sheet."""
        return Round(durch_caught=self.seat) if caught else Round(durch=self.seat)

    def entry(self) -> Mapping[str, Json] | None:
        """The round, once it is known whether it was caught."""
        return None if self.caught is None else dump_entry(self.as_round(self.caught))


def shown_too_early(shown: DurchShown, house: HouseRules) -> Missing | None:
    """kocka.round.durch-caught (3): one has to know whether somebody could stop it."""
    return Missing("stoppable") if shown.caught is None else None


DURCH_RULES: tuple[AnyRule, ...] = (
    Rule("kocka.claim", Claim),
    Rule("kocka.round.durch-caught", DurchShown, shown_too_early),
)

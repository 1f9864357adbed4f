"""What no source of the trick games says: until when a misdeal may be claimed, and who deals after
the second one in a row. Each is a house rule of the game.

misdeal: `dealer`, `fault` (a wrong `number` of cards, or anything `else`), `noticed`
(`before-lead`, `led`, `written`), `second`? (it is the second one in a row) → `deals`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.dispute import Dispute, GameHouse
from scorekeeper.fields import spec
from scorekeeper.games.taking_back import claims_too_late
from scorekeeper.referee import AnyRule, Rule
from scorekeeper.schema import Seat

SEATS = 4
MisdealUntil = Literal["number", "lead", "deal"]
"""Until when a misdeal may be claimed: until the first lead, but a wrong `number` of cards until
the deal is written; all until the first lead; or all until the deal is written.
"""
SecondMisdeal = Literal["same", "next"]
"""Who deals after the second misdeal in a row: the same dealer once more, or the next one."""
Fault = Literal["number", "else"]


class MisdealResult(TypedDict, total=False):
    """The seat that `deals` now; empty if it is too late to deal anew."""

    deals: int


@dataclass(frozen=True, kw_only=True)
class MisdealClaimed(Dispute):
    """A misdeal was noticed at this moment, and somebody wants the cards to be dealt anew."""

    kind: ClassVar[str] = "misdeal"
    depends_on: ClassVar[tuple[str, ...]] = ("misdeal_until", "second_misdeal")
    late: ClassVar[Mapping[MisdealUntil, tuple[tuple[Fault, str], ...]]] = {
        "number": (("else", "led"), ("else", "written"), ("number", "written")),
        "lead": (("else", "led"), ("else", "written"), ("number", "led"), ("number", "written")),
        "deal": (("else", "written"), ("number", "written")),
    }
    dealer: Seat = spec(known="dealer")
    fault: Fault
    noticed: Literal["before-lead", "led", "written"]
    second: bool = False

    def is_late(self, house: GameHouse) -> bool:
        """True if the house does not allow it any more."""
        return (self.fault, self.noticed) in self.late[house.misdeal_until]

    def result(self, house: GameHouse) -> MisdealResult:
        """Who deals anew, by the house rule `second_misdeal`."""
        if self.is_late(house):
            return {}
        passes = self.second and house.second_misdeal == "next"
        return {"deals": (self.dealer + passes) % SEATS}


def is_second_in_time(claim: MisdealClaimed, house: GameHouse) -> bool:
    """True if it is the second one in a row, and dealt anew."""
    return claim.second and not claim.is_late(house)


def misdeal_rules(until: str, second: str) -> tuple[AnyRule, ...]:
    """The two rules under their ids in a game's book; that play goes on is ours."""
    late: AnyRule = Rule(until, MisdealClaimed, claims_too_late, "invalid", ours=("onward",))
    return late, Rule(second, MisdealClaimed, applies=is_second_in_time)

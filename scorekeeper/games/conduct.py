"""What every table asks and hardly a source says: until when a misdeal or a fault may be claimed,
who deals after the second one in a row, a card that is taken back – each a house rule of the game –
and a card played out of turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypedDict

from scorekeeper.core.schema import Invalid, Seat, spec
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Rule

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


class MisdealHouseRules(Protocol):
    """What a table agrees on about misdeals."""

    @property
    def misdeal_until(self) -> MisdealUntil: ...
    @property
    def second_misdeal(self) -> SecondMisdeal: ...


@dataclass(frozen=True, kw_only=True)
class MisdealClaimed(Dispute[MisdealHouseRules]):
    """A misdeal was noticed at this moment, and somebody wants the cards to be dealt anew.

    The `fault` is a wrong `number` of cards, or anything `else`; perhaps it is the `second` one in
    a row.
    """

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

    def is_late(self, house: MisdealHouseRules) -> bool:
        return (self.fault, self.noticed) in self.late[house.misdeal_until]

    def result(self, house: MisdealHouseRules) -> MisdealResult:
        """Who deals anew, by the house rule `second_misdeal`."""
        if self.is_late(house):
            return {}
        passes = self.second and house.second_misdeal == "next"
        return {"deals": (self.dealer + passes) % SEATS}


def is_second_in_time(claim: MisdealClaimed, house: MisdealHouseRules) -> bool:
    """True if it is the second one in a row, and dealt anew."""
    return claim.second and not claim.is_late(house)


def misdeal_rules(until: str, second: str) -> tuple[AnyRule, ...]:
    """The two rules under their ids in a game's book; that play goes on is ours."""
    late: AnyRule = Rule(until, MisdealClaimed, claims_too_late, "invalid", ours=("onward",))
    return late, Rule(second, MisdealClaimed, applies=is_second_in_time)


@dataclass(frozen=True)
class OutOfTurn(Dispute[object]):
    """A card was played by `seat` when it was the turn of `turn`."""

    kind: ClassVar[str] = "out-of-turn"
    fills_table: ClassVar[bool] = True
    seat: Seat
    turn: Seat


def plays_out_of_turn(played: OutOfTurn, house: object) -> Finding:
    """No card before one's turn."""
    wrong = played.seat != played.turn
    return Broken({"seat": played.seat, "turn": played.turn}) if wrong else None


CardStands = Literal["touched", "laid", "until-next"]
"""From when on a card stands: as soon as it is touched, laid, or the next player has played."""
RenoncUntil = Literal["trick", "deal", "always"]
"""Until when a breach may be claimed: while the trick lies, until the deal is written, for ever."""
Noticed = Literal["trick-lies", "next-led", "deal-over", "written"]


class LaidCardHouseRules(Protocol):
    """What a table agrees on about cards that are taken back."""

    @property
    def card_stands(self) -> CardStands: ...


@dataclass(frozen=True)
class CardTakenBack(Dispute[LaidCardHouseRules]):
    """A card was taken back that was only touched, or lay on the table already.

    `played_on`: the next player has played.
    """

    kind: ClassVar[str] = "taken-back"
    depends_on: ClassVar[tuple[str, ...]] = ("card_stands",)
    deed: Literal["touched", "laid"]
    played_on: bool = False

    def validate(self) -> None:
        if self.deed == "touched" and self.played_on:
            raise Invalid("played_on", "only-touched")


@dataclass(frozen=True)
class FaultClaimed(Dispute[object]):
    """A fault was noticed, and is claimed at this moment.

    A kind of game has moments of its own, and which of them are `in_time` under each value of the
    house rule on which that depends.
    """

    kind: ClassVar[str] = "claimed"
    in_time: ClassVar[Mapping[str, tuple[str, ...]]]
    noticed: str

    def is_late(self, house: object) -> bool:
        (until,) = self.depends_on
        return self.noticed not in self.in_time[getattr(house, until)]


@dataclass(frozen=True)
class BreachClaimed(FaultClaimed):
    """A breach in a trick game."""

    depends_on: ClassVar[tuple[str, ...]] = ("renonc_until",)
    in_time: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "trick": ("trick-lies",),
        "deal": ("trick-lies", "next-led", "deal-over"),
        "always": ("trick-lies", "next-led", "deal-over", "written"),
    }
    noticed: Noticed


def takes_back_what_stands(taken: CardTakenBack, house: LaidCardHouseRules) -> Finding:
    """A card that stands is not taken back (house rule `card_stands`)."""
    bound = {
        "touched": True,
        "laid": taken.deed == "laid",
        "until-next": taken.played_on,
    }
    return Broken({"wrong": taken.deed}) if bound[house.card_stands] else None


def claims_too_late(claim: MisdealClaimed | FaultClaimed, house: Any) -> Finding:
    """A fault is claimed in time (house rule `renonc_until`, `claimed_until`, `misdeal_until`)."""
    return Broken({"wrong": claim.noticed}) if claim.is_late(house) else None


def taking_back_rules(
    stands: str, until: str, claim: type[FaultClaimed] = BreachClaimed
) -> tuple[AnyRule, ...]:
    """The two rules under their ids in a game's book; how play goes on is ours."""
    return (
        Rule(stands, CardTakenBack, takes_back_what_stands, "invalid", ours=("onward",)),
        Rule(until, claim, claims_too_late, "invalid", ours=("onward",)),
    )

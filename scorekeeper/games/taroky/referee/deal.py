"""How a deal begins and ends: cards dealt, the first lead, the pagát (sections 2, 6, 7)."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import HAND, SEATS
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.games.taroky.referee.penalties import COSTS, misdeal, take_back
from scorekeeper.games.taroky.referee.plays import TRICKS
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat


class LeadResult(TypedDict):
    """The seat that `leads`."""

    leads: int


class DealResult(TypedDict, total=False):
    """`redeal`: the same dealer deals anew; empty if the deal was right."""

    redeal: bool


class PagatResult(TypedDict, total=False):
    """The pagát was `made` or lost; its `points` for its owner's side before fleks.

    Empty while it is not known who won trick 12.
    """

    made: bool
    points: int


@dataclass(frozen=True)
class Dealt(Dispute):
    """How many cards were dealt."""

    kind: ClassVar[str] = "deal"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    hands: tuple[int, ...] = spec(ge=0, le=54)
    talon: int = spec(ge=0, le=54)

    def check(self) -> None:
        """Raises Invalid unless there are four hands."""
        if len(self.hands) != SEATS:
            raise Invalid("hands", "wrong-number", n=SEATS)

    def result(self, house: HouseRules) -> DealResult:
        """A misdeal is dealt anew, whatever else it costs (taroky.renonc.misdeal)."""
        return {"redeal": True} if dealt_wrongly(self, house) else {}


@dataclass(frozen=True, kw_only=True)
class Lead(Dispute):
    """Who led the first trick of a deal, and whether after a flek the answer was `awaited`."""

    kind: ClassVar[str] = "lead"
    contract: Contract
    dealer: Seat = spec(known="dealer")
    declarer: Seat
    seat: Seat
    awaited: bool = True

    @property
    def leads(self) -> int:
        """The seat that has to lead: the declarer alone, else the předák (taroky.play.lead)."""
        alone = self.contract in ("preferanc", "solo")
        return self.declarer if alone else (self.dealer + 1) % SEATS

    def result(self, house: HouseRules) -> LeadResult:
        """Who leads."""
        return {"leads": self.leads}


@dataclass(frozen=True)
class PagatPlayed(Dispute):
    """In which trick the pagát was played, and who won that trick."""

    kind: ClassVar[str] = "pagat"
    depends_on: ClassVar[tuple[str, ...]] = ("tariff",)
    declared: bool
    trick: int = spec(ge=1, le=TRICKS)
    won_by: Literal["owner", "partner", "opponent"] | None = None

    def result(self, house: HouseRules) -> PagatResult:
        """The pagát made or lost, and its points for the owner's side (before fleks)."""
        tariff = house.tariff
        if self.trick == TRICKS and self.won_by is None:
            return {}
        made = self.trick == TRICKS and self.won_by == "owner"
        if self.declared:
            return {"made": made, "points": tariff.pagat_declared * (1 if made else -1)}
        if self.trick < TRICKS:
            return {"made": False, "points": 0}
        return {"made": made, "points": tariff.pagat_silent * (1 if made else -1)}


def loses_declared(played: PagatPlayed, house: HouseRules) -> bool:
    """True if a pagát that was declared is lost."""
    return played.declared and played.result(house).get("made") is False


def loses_silent(played: PagatPlayed, house: HouseRules) -> bool:
    """True if a pagát that was not declared did not win the last trick."""
    return not played.declared and played.result(house).get("made") is False


def dealt_wrongly(dealt: Dealt, house: HouseRules) -> Finding:
    """taroky.deal.count: twelve to each, six to the talon."""
    right = dealt.hands == (HAND,) * SEATS and dealt.talon == 6
    return None if right else Broken({"hands": dealt.hands, "n": dealt.talon})


def leads_out_of_turn(lead: Lead, house: HouseRules) -> Finding:
    """taroky.play.lead: the předák leads, or the declarer of a preferanc or a solo."""
    return Broken({"seat": lead.seat, "leads": lead.leads}) if lead.seat != lead.leads else None


def leads_before_the_answer(lead: Lead, house: HouseRules) -> Finding:
    """taroky.flek.when: after a flek the other side's answer is waited for."""
    return None if lead.awaited else Broken({"seat": lead.seat})


def pagat_decided(played: PagatPlayed, house: HouseRules) -> Missing | None:
    """taroky.pagat: in trick 12 it matters who won that trick; nobody can break this."""
    unknown = played.trick == TRICKS and played.won_by is None
    return Missing("won_by") if unknown else None


DEAL_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.play.lead", Lead, leads_out_of_turn, "invalid", take_back),
    Rule("taroky.flek.when", Lead, leads_before_the_answer, "invalid", take_back),
    Rule("taroky.pagat.failed", PagatPlayed, applies=loses_declared),
    Rule("taroky.pagat.silent-failed", PagatPlayed, applies=loses_silent),
    Rule("taroky.pagat", PagatPlayed, pagat_decided, offence=""),
    misdeal("taroky.deal.count", Dealt, dealt_wrongly),
)

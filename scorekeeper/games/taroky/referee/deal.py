"""How a deal is cut and dealt out, how it begins and ends: the first lead, the pagát (2, 6, 7)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypedDict

from scorekeeper.core.cards import TAROCK_54
from scorekeeper.core.schema import Invalid, Seat, spec
from scorekeeper.games.taroky.entries import HAND, SEATS, TALON
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.penalties import COSTS, immediate, misdeal
from scorekeeper.games.taroky.referee.plays import TRICKS
from scorekeeper.referee.dispute import Dispute, require_number
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has, is_told, needs


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
class Dealt(Dispute[HouseRules]):
    """How many cards were dealt; those of a player, and the talon, that nobody counted are None."""

    kind: ClassVar[str] = "deal"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    hands: tuple[int | None, ...] = spec(ge=0, le=54)
    talon: int | None = spec(None, ge=0, le=54, deciding_values=(None,), optional=True)

    def validate(self) -> None:
        require_number("hands", self.hands, SEATS)

    def unknown(self) -> tuple[str, ...]:
        """The hands, if one was not counted, and the talon: the pack may lack a card. Beside a hand
        that is wrong the talon does not matter.
        """
        hands = ("hands",) if None in self.hands else ()
        right = {*self.hands} <= {HAND, None}
        return (*hands, *super().unknown()) if hands or right else ()

    def completions(self, house: HouseRules) -> Iterator["Dealt"]:
        for lost in (0, 1):
            hands = tuple(HAND - lost if held is None else held for held in self.hands)
            talon = TALON - lost if self.talon is None else self.talon
            yield replace(self, hands=hands, talon=talon)

    def result(self, house: HouseRules) -> DealResult:
        """A misdeal is dealt anew, whatever else it costs (taroky.renonc.misdeal)."""
        return {"redeal": True} if isinstance(dealt_wrongly(self, house), Broken) else {}


@dataclass(frozen=True, kw_only=True)
class Lead(Dispute[HouseRules]):
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
        return {"leads": self.leads}


@dataclass(frozen=True)
class PagatPlayed(Dispute[HouseRules]):
    """In which trick the pagát was played, and who won that trick."""

    kind: ClassVar[str] = "pagat"
    depends_on: ClassVar[tuple[str, ...]] = ("tariff",)
    declared: bool
    trick: int = spec(ge=1, le=TRICKS)
    won_by: Literal["owner", "partner", "opponent"] | None = None

    @property
    def made(self) -> bool | None:
        """True if it won trick 12; None while it is not known who did (taroky.pagat)."""
        if self.trick < TRICKS:
            return False
        return None if self.won_by is None else self.won_by == "owner"

    def result(self, house: HouseRules) -> PagatResult:
        if self.made is None:
            return {}
        silent = house.tariff.pagat_silent if self.trick == TRICKS else 0
        worth = house.tariff.pagat_declared if self.declared else silent
        return {"made": self.made, "points": worth if self.made else -worth}


def loses_declared(played: PagatPlayed, house: HouseRules) -> bool:
    return played.declared and played.made is False


def loses_silent(played: PagatPlayed, house: HouseRules) -> bool:
    return not played.declared and played.made is False


def dealt_wrongly(dealt: Dealt, house: HouseRules) -> Finding:
    """taroky.deal.count: twelve to each, six to the talon."""
    if {*dealt.hands} <= {HAND, None} and dealt.talon in (TALON, None):
        return Missing(dealt.unknown()[0]) if dealt.unknown() else None
    counted = tuple(held for held in dealt.hands if held is not None)
    return Broken({"hands": counted, "n": dealt.talon})


def leads_out_of_turn(lead: Lead, house: HouseRules) -> Finding:
    """taroky.play.lead: the předák leads, or the declarer of a preferanc or a solo."""
    return Broken({"seat": lead.seat, "leads": lead.leads}) if lead.seat != lead.leads else None


def leads_before_the_answer(lead: Lead, house: HouseRules) -> Finding:
    """taroky.flek.when: after a flek the other side's answer is waited for."""
    return None if lead.awaited else Broken({"seat": lead.seat})


DEAL_RULES = (
    immediate("taroky.play.lead", Lead, leads_out_of_turn),
    immediate("taroky.flek.when", Lead, leads_before_the_answer),
    Rule("taroky.pagat.failed", PagatPlayed, applies=loses_declared),
    Rule("taroky.pagat.silent-failed", PagatPlayed, applies=loses_silent),
    Rule("taroky.pagat", PagatPlayed, needs("won_by", of="made"), offence=""),
    misdeal("taroky.deal.count", Dealt, dealt_wrongly),
)


THREES = (3, 3)
"""The packets of the talon, which is dealt first."""
HALF_HAND = HAND // 2
CUT_OVER = 6
"""More cards than these are cut."""


@dataclass(frozen=True)
class DealtHow(Dispute[HouseRules]):
    """How the pack was cut or tapped, and in which packets it was dealt, as far as it was.

    `places_chosen` are those of the players after the tap, from the předák on, as far as they
    chose. The předák called abeles before the first card was dealt, or later (false).
    """

    kind: ClassVar[str] = "dealing"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    unasked: ClassVar[tuple[str, ...]] = (
        "cut",
        "tapped",
        "places_chosen",
        "packets",
        "abeles_before_cards",
    )
    cut: int | None = spec(None, ge=0, le=len(TAROCK_54.cards) - 1)
    tapped: bool = False
    places_chosen: tuple[int, ...] = spec((), ge=1, le=SEATS, listed=True)
    packets: tuple[int, ...] = spec((), ge=1, le=len(TAROCK_54.cards), listed=True)
    abeles_before_cards: bool | None = None

    def validate(self) -> None:
        told = self.packets or self.places_chosen or self.abeles_before_cards is not None
        if self.cut is None and not told:
            raise Invalid("cut", "missing")
        if len(self.places_chosen) > SEATS:
            raise Invalid("places_chosen", "wrong-number", n=SEATS)
        if self.cut is not None and self.was_tapped:
            wrong = "tapped" if self.tapped else "places_chosen"
            raise Invalid(wrong, "refused", rule="taroky.deal.tap")

    def result(self, house: HouseRules) -> DealResult:
        """A misdeal is dealt anew, whatever else it costs (taroky.renonc.misdeal)."""
        return {"redeal": True} if deals_in_wrong_packets(self, house) else {}

    @property
    def was_tapped(self) -> bool:
        """True if the pack was tapped: only then are places chosen."""
        return self.tapped or bool(self.places_chosen)

    @property
    def ways(self) -> Iterator[tuple[int, ...]]:
        """In which packets the whole pack may be dealt here."""
        abeles, halves = bool(self.abeles_before_cards), (HALF_HAND, HALF_HAND)
        if not self.was_tapped:
            yield (*THREES, *halves * SEATS)
            if abeles:
                yield (*THREES, HAND, *halves * (SEATS - 1))
        if self.cut is None:
            yield (*THREES, *(HAND,) * SEATS)
            for place in range(SEATS) if abeles else ():
                yield (*THREES, *(HAND,) * place, *halves, *(HAND,) * (SEATS - 1 - place))


def cuts_too_few(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.cut: more than six cards are cut."""
    few = dealt.cut is not None and dealt.cut <= CUT_OVER
    return Broken({"n": dealt.cut}) if few else None


def deals_in_wrong_packets(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.packets: three and three to the talon, then six and six, or twelve at once."""
    size = len(dealt.packets)
    right = any(way[:size] == dealt.packets for way in dealt.ways)
    return None if right else Broken({"packets": dealt.packets})


def calls_abeles_late(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.abeles: at the cut or the tap, before cards are dealt."""
    return Broken() if dealt.abeles_before_cards is False else None


def chooses_a_taken_place(dealt: DealtHow, house: HouseRules) -> Finding:
    """taroky.deal.tap: each chooses among the places that nobody has taken."""
    chosen = dealt.places_chosen
    twice = [place for at, place in enumerate(chosen) if place in chosen[:at]]
    return Broken({"n": twice[0]}) if twice else None


DEALING_RULES = (
    Rule("taroky.deal.cut", DealtHow, cuts_too_few, "invalid", applies=is_told("cut")),
    misdeal("taroky.deal.packets", DealtHow, deals_in_wrong_packets, applies=has("packets")),
    Rule(
        "taroky.deal.abeles",
        DealtHow,
        calls_abeles_late,
        "invalid",
        applies=is_told("abeles_before_cards"),
    ),
    Rule("taroky.deal.tap", DealtHow, chooses_a_taken_place, "invalid", applies=has("was_tapped")),
)

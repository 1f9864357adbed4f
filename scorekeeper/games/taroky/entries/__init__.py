"""What can be recorded in Taroky (rules document, section 12); what is refused is in `checks`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from scorekeeper import sheet
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries.shorthand import from_form, to_form
from scorekeeper.games.taroky.house import TOTAL, Contract, HouseRules
from scorekeeper.referee import Penalty
from scorekeeper.schema import Json, RuleId, Seat
from scorekeeper.sheet import Data, Entry, PaperEntry, PenaltyEntry, seats_after

SEATS = 4
HAND = 12
HALF = 35

Announcement = Literal[
    "trul",
    "honery",
    "tarocky",
    "barvy",
    "taroky",
    "kralovske-honery",
    "trulhonery",
    "barvy-honery",
]
SMALL: tuple[Announcement, ...] = ("trul", "honery", "tarocky", "barvy")
LARGE: tuple[Announcement, ...] = ("taroky", "kralovske-honery", "trulhonery", "barvy-honery")
HONOURS: tuple[Announcement, ...] = ("honery", "kralovske-honery", "trulhonery", "barvy-honery")

Variant = Literal["normal", "quiet-solo", "varsava", "folded", "first", "second", "third"]
VARIANTS: Mapping[Contract, tuple[Variant, ...]] = {
    "zakladni": ("normal", "quiet-solo", "varsava", "folded"),
    "druha": ("normal", "quiet-solo"),
    "preferanc": ("first", "second", "third"),
    "solo": (),
}
Flek = Literal["flek", "reflek", "superflek"]
FACTORS: Mapping[Flek | None, int] = {None: 1, "flek": 2, "reflek": 4, "superflek": 8}
FlekItem = Literal["game", "pagat", "valat"]
Side = Literal["declarer", "opponents"]


@dataclass(frozen=True)
class Pagat:
    """What became of the pagát: whose it was, promised or not, and whether it won trick 12.

    `made` is None as long as nobody said; such a deal is not written.
    """

    seat: Seat
    declared: bool = False
    made: bool | None = True


@dataclass(frozen=True)
class Valat:
    """What became of a valát: the side that took or promised all tricks.

    `made` is None as long as nobody said; such a deal is not written.
    """

    side: Side
    declared: bool = False
    made: bool | None = True


@dataclass(frozen=True)
class Deal(Entry):
    """A deal.

    `points` are the card points of the side that was counted, or in a Varšava of each seat, with
    the sizes of the `piles` if known. Of five or six at the table those in `pausing` do not play;
    the dealer pauses unless it is said otherwise.
    """

    type: ClassVar[str] = "deal"
    counted: ClassVar[bool] = True
    declarer: Seat
    contract: Contract = "zakladni"
    variant: Variant | None = None
    dealer: Seat | None = spec(None, known="dealer")
    called: Literal["XIX", "XVIII", "XVII", "XVI"] | None = None
    partner: Seat | None = None
    announcements: Mapping[Seat, frozenset[Announcement]] = field(default_factory=dict)
    fleks: Mapping[FlekItem, Flek] = field(default_factory=dict)
    pagat: Pagat | None = None
    valat: Valat | None = None
    points: int | tuple[int, ...] | None = spec(None, ge=0, le=TOTAL)
    counted_side: Side = "declarer"
    piles: tuple[int, ...] | None = spec(None, ge=0, le=54)
    pausing: frozenset[Seat] | None = spec(None, known="resting")

    @property
    def way(self) -> Variant | None:
        """The variant as played: of a called tarok's contract, alone or with a partner."""
        if self.variant is None and self.partner is not None and "normal" in self.ways:
            return "normal"
        return self.variant

    @property
    def ways(self) -> tuple[Variant, ...]:
        """The variants that the contract has."""
        return VARIANTS[self.contract]

    @property
    def alone(self) -> bool:
        """True if the declarer plays against three."""
        return self.way != "normal"

    @property
    def declares_pagat(self) -> bool:
        """True if the pagát was promised: by its owner, or by the contract."""
        return self.contract == "druha" or (self.pagat is not None and self.pagat.declared)

    @property
    def side(self) -> frozenset[int]:
        """The seats of the declarer's side."""
        mates = {self.declarer} if self.partner is None else {self.declarer, self.partner}
        return frozenset(mates)

    @property
    def earned(self) -> int | None:
        """The card points of the declarer's side, whichever side was counted."""
        if not isinstance(self.points, int) or self.counted_side == "declarer":
            return self.points if isinstance(self.points, int) else None
        return TOTAL - self.points

    def absent(self, before: sheet.Standing) -> frozenset[int]:
        """Who pauses."""
        seats = range(len(before.totals))
        return frozenset(seats) - set(playing(self, before))

    @classmethod
    def from_shorthand(cls, submitted: Data) -> Data:
        """JSON data of what a form sent; what it does not say as files do is in `shorthand`."""
        return from_form(submitted)

    @classmethod
    def to_shorthand(cls, data: Data) -> Data:
        """What a form shows of JSON data: `from_shorthand` the other way round."""
        return to_form(data)


FOLLOW = RuleId("taroky.renonc.follow")
MISDEALS = frozenset({"taroky.renonc.misdeal", "taroky.deal.count", "taroky.deal.packets"})
"""Renoncs after which the same dealer deals anew."""


@dataclass(frozen=True)
class Renonc(PenaltyEntry):
    """A revoke and what it costs by the house rule (taroky.renonc, section 10).

    `deal` is the deal in which it happened, if that is settled as lost; `flek` the one on its game,
    where a renonc costs more with it.
    """

    type: ClassVar[str] = "renonc"
    penalties: ClassVar[tuple[str, ...]] = ("points", "lost", "redeal")
    cases: ClassVar[tuple[str, ...]] = (
        "taroky.renonc.follow",
        "taroky.renonc.talon-count",
        "taroky.renonc.false-announcement",
        "taroky.renonc.varsava-talon",
        "taroky.renonc.varsava-underplay",
        "taroky.renonc.varsava-taroks",
        "taroky.play.lead",  # a verdict only takes the card back; a table may write it all the same
    )
    rule: RuleId = FOLLOW
    deal: Deal | None = None
    flek: Flek | None = None

    def absent(self, before: sheet.Standing) -> frozenset[int]:
        """Who pauses in the deal; nobody pays them."""
        return (self.deal or Deal(declarer=self.seat)).absent(before)

    @classmethod
    def asks(cls, name: str, house: HouseRules) -> bool:
        """The deal is asked for where it is lost by a renonc, the flek where that costs more."""
        if name == "flek":
            return house.renonc_penalty == "points" and house.tariff.renonc > 0
        return name != "deal" or house.renonc_penalty == "deal-lost"


@dataclass(frozen=True)
class Paper(PaperEntry):
    """What stood on paper: points that sum to 0."""

    points: tuple[int, ...] = spec(ge=-99_999, le=99_999)
    dealer: Seat = spec()
    played: int = spec(0, ge=0, le=999)


ENTRIES: tuple[type[Entry], ...] = (Deal, Renonc, Paper)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Json] | None:
    """The penalty as an entry (JSON), or None if the sheet records no penalty for this rule."""
    on_sheet = penalty is not None and penalty.kind in ("points", "lost")
    return {"type": "renonc", "seat": seat, "rule": rule} if on_sheet else None


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Taroky stands; it ends when the players want.

    `pot` is what lies in the pot, None for a table that plays without one.
    """

    pot: int | None = None


def playing(deal: Deal, standing: sheet.Standing) -> tuple[int, ...]:
    """The four seats that play a deal, from the předák on (with five or six, the others pause)."""
    seats = len(standing.totals)
    dealer = standing.dealer if deal.dealer is None else deal.dealer
    pausing = resting(seats, dealer) if deal.pausing is None else deal.pausing
    return tuple(seat for seat in seats_after(dealer, seats) if seat not in pausing)


def at_table(standing: Standing) -> tuple[int, ...]:
    """The four seats that play the next deal; if some pause, from the předák on."""
    if len(standing.totals) == SEATS:
        return tuple(range(SEATS))
    return playing(Deal(declarer=Seat(0)), standing)


def resting(seats: int, dealer: int) -> frozenset[int]:
    """Who pauses: of five the dealer, of six also the player opposite."""
    if seats == SEATS:
        return frozenset()
    return frozenset({dealer} if seats == 5 else {dealer, (dealer + 3) % seats})

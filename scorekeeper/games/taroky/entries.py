"""What can be recorded in Taroky (rules document, section 12), as its form says it and as files do;
what is refused is in `checks`.

A form has Varšava and folded among the contracts and "alone" among the partners. It says with one
tap who declares a pagát or a valát ("declared-2") or plays one silently ("silent-2"); a valát that
is on the sheet belongs to a side ("declared-opponents"). And it sends along what the contract has
no use for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, get_args

from scorekeeper.core import sheet
from scorekeeper.core.schema import Json, RuleId, Seat, Spec, spec
from scorekeeper.core.sheet import Apart, Data, Entry, PaperEntry, PenaltyEntry, seats_after
from scorekeeper.games.taroky.house_rules import TOTAL, Contract, HouseRules
from scorekeeper.referee.rule_table import Penalty

SEATS = 4
HAND = 12
TALON = 6
HALF = 35

Small = Literal["trul", "honery", "tarocky", "barvy"]
Large = Literal["taroky", "kralovske-honery", "trulhonery", "barvy-honery"]
Announcement = Literal[Small, Large]
SMALL: tuple[Announcement, ...] = get_args(Small)
LARGE: tuple[Announcement, ...] = get_args(Large)
HONOURS: tuple[Announcement, ...] = ("honery", "kralovske-honery", "trulhonery", "barvy-honery")
EXCLUDED: Mapping[Announcement, frozenset[Announcement]] = {
    "trulhonery": frozenset(("trul", "honery")),
    "taroky": frozenset(("tarocky",)),
    "kralovske-honery": frozenset(("honery", "trulhonery", "barvy-honery")),
    "barvy-honery": frozenset(("barvy", "honery")),
    "trul": frozenset(("honery",)),
}
"""The same cards are not announced twice (taroky.announce.combine): each, and what it excludes."""

Variant = Literal["normal", "quiet-solo", "varsava", "folded", "first", "second", "third"]
VARIANTS: Mapping[Contract, tuple[Variant, ...]] = {
    "zakladni": ("normal", "quiet-solo", "varsava", "folded"),
    "druha": ("normal", "quiet-solo"),
    "preferanc": ("first", "second", "third"),
    "solo": (),
}
WITHOUT_SIDES: tuple[Variant, ...] = ("varsava", "folded")
"""In these no two sides play: a Varšava has none, and a folded deal is not played."""
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


SENTENCE = "the sentence on top: who plays what"
DOOR = "the door to announcements: what was announced, or that nothing was"


@dataclass(frozen=True)
class Deal(Entry):
    """A deal.

    `points` are the card points of the side that was counted, or in a Varšava of each seat, with
    the sizes of the `piles` if known. Of five or six at the table those in `pausing` do not play;
    the dealer pauses unless it is said otherwise.
    """

    type: ClassVar[str] = "deal"
    numbered: ClassVar[bool] = True
    apart: ClassVar[Apart] = Apart(
        seats=(("pausing", "declarer"), ("pausing", "partner")),
        values={
            "announcements": tuple(
                (large, small) for large, excluded in EXCLUDED.items() for small in sorted(excluded)
            )
        },
    )
    declarer: Seat = spec(shown=SENTENCE)
    contract: Contract = spec("zakladni", shown=SENTENCE)
    variant: Variant | None = spec(None, in_details=True)
    dealer: Seat | None = spec(None, known="dealer", in_details=True)
    called: Literal["XIX", "XVIII", "XVII", "XVI"] | None = spec(None, in_details=True)
    partner: Seat | None = None
    announcements: Mapping[Seat, frozenset[Announcement]] = field(
        default_factory=dict, metadata={"spec": Spec(shown=DOOR)}
    )
    fleks: Mapping[FlekItem, Flek] = field(
        default_factory=dict, metadata={"spec": Spec(shown="the lit choice is that there is none")}
    )
    pagat: Pagat | None = spec(None, shown=DOOR)
    valat: Valat | None = spec(None, shown=DOOR)
    points: int | tuple[int, ...] | None = spec(None, ge=0, le=TOTAL)
    counted_side: Side = spec("declarer", shown="the names beside the figure that is typed")
    piles: tuple[int, ...] | None = spec(None, ge=0, le=54, in_details=True)
    pausing: frozenset[Seat] | None = spec(None, known="resting", in_details=True)

    @property
    def way(self) -> Variant | None:
        """The variant as played: of a called tarok's contract, alone or with a partner."""
        if self.variant is None and self.partner is not None and "normal" in self.ways:
            return "normal"
        return self.variant

    @property
    def ways(self) -> tuple[Variant, ...]:
        return VARIANTS[self.contract]

    @property
    def has_sides(self) -> bool:
        return self.way not in WITHOUT_SIDES

    @property
    def declares_pagat(self) -> bool:
        """True if the pagát was promised: by its owner, or by the contract."""
        return self.contract == "druha" or (self.pagat is not None and self.pagat.declared)

    @property
    def side(self) -> frozenset[int]:
        mates = {self.declarer} if self.partner is None else {self.declarer, self.partner}
        return frozenset(mates)

    @property
    def earned(self) -> int | None:
        """The card points of the declarer's side, whichever side was counted."""
        if not isinstance(self.points, int) or self.counted_side == "declarer":
            return self.points if isinstance(self.points, int) else None
        return TOTAL - self.points

    @classmethod
    def pausing_next(cls, standing: sheet.Standing) -> frozenset[int]:
        return resting(len(standing.totals), standing.dealer)

    def players(self, before: sheet.Standing) -> Sequence[int]:
        """The four who played; where some pause, from the předák on."""
        return range(SEATS) if len(before.totals) == SEATS else playing(self, before)

    def absent(self, before: sheet.Standing) -> frozenset[int]:
        """Who pauses: as the deal says, else by who deals."""
        if self.pausing is not None:
            return frozenset(self.pausing)
        dealer = before.dealer if self.dealer is None else self.dealer
        return resting(len(before.totals), dealer)

    @classmethod
    def from_shorthand(cls, submitted: Data) -> Data:
        return _with_promises(_with_points(_with_way(dict(submitted))))

    @classmethod
    def to_shorthand(cls, data: Data) -> Data:
        form = dict(data)
        if data.get("variant") in WITHOUT_SIDES:
            form["contract"] = data["variant"]
        if data.get("variant") == "quiet-solo":
            form["partner"] = "alone"
        if pagat := data.get("pagat"):
            form["pagat"] = {**pagat, "seat": _tap(pagat, pagat["seat"])}
        if valat := data.get("valat"):
            whose = data.get("declarer") if valat["side"] == "declarer" else "opponents"
            form["valat"] = {**valat, "side": _tap(valat, whose)}
        return form


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
    flek: Flek | None = spec(None, shown="a sentence over the button")

    def players(self, before: sheet.Standing) -> Sequence[int]:
        return self._played.players(before)

    def absent(self, before: sheet.Standing) -> frozenset[int]:
        """Who pauses in the deal; nobody pays them."""
        return self._played.absent(before)

    @property
    def _played(self) -> Deal:
        """The deal in which it happened; of one that is not told it is known who pauses."""
        return self.deal or Deal(declarer=self.seat)

    @classmethod
    def asks(cls, name: str, house: HouseRules) -> bool:
        if name == "flek":
            return house.renonc_penalty == "points" and house.tariff.renonc > 0
        return name != "deal" or house.renonc_penalty == "deal-lost"


@dataclass(frozen=True)
class Paper(PaperEntry):
    """What stood on paper: points that sum to 0."""

    rule: ClassVar[str] = "taroky.settle.paper"
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
    seats, pausing = len(standing.totals), deal.absent(standing)
    dealer = standing.dealer if deal.dealer is None else deal.dealer
    return tuple([seat for seat in seats_after(dealer, seats) if seat not in pausing])


def at_table(standing: Standing) -> tuple[int, ...]:
    """The four seats that play the next deal; if some pause, from the předák on."""
    return tuple(Deal(declarer=Seat(0)).players(standing))


def resting(seats: int, dealer: int) -> frozenset[int]:
    """Who pauses: of five the dealer, of six also the player opposite."""
    if seats == SEATS:
        return frozenset()
    return frozenset({dealer} if seats == 5 else {dealer, (dealer + 3) % seats})


def _with_way(data: Data) -> Data:
    """Varšava and folded are variants of the first contract, and only a preferanc has three ways.

    A called tarok and its holder belong to the first two contracts.
    """
    if data.get("contract") in WITHOUT_SIDES:
        data |= {"variant": data["contract"], "contract": "zakladni"}
    elif data.get("contract") != "preferanc":
        data.pop("variant", None)
    if data.get("contract") not in ("zakladni", "druha") or "variant" in data:
        return {key: value for key, value in data.items() if key not in ("called", "partner")}
    if data.get("partner") == "alone":
        return data | {"variant": "quiet-solo", "partner": None}
    return data


def _with_points(data: Data) -> Data:
    """Points by seat are for a Varšava only: who pauses has none, the fourth pile is the rest."""
    way, points = data.get("variant"), data.get("points")
    if way == "folded" or (isinstance(points, list) and way != "varsava"):
        data.pop("points", None)
    elif isinstance(points, list):
        pausing = data.get("pausing", ())
        told = [0 if p is None and at in pausing else p for at, p in enumerate(points)]
        # Sizes are told where the sum may be 69 or 71; then all four are.
        data["points"] = told if data.get("piles") else _with_fourth(told)
    return data


def _with_fourth(points: list[Any]) -> list[Any]:
    """The points with those of the only pile that is not told: what the others leave of 70."""
    if points.count(None) != 1 or not all(isinstance(p, int | None) for p in points):
        return points
    left = TOTAL - sum(p for p in points if p is not None)
    return [left if p is None and left >= 0 else p for p in points]


def _with_promises(data: Data) -> Data:
    """Drops a pagát without an owner (in a druha the declarer's) and a valát without a side.

    Whether one was made is never taken for granted; only of a silent valát it goes without saying.
    """
    pagat, valat = _promise(data.pop("pagat", {}), "seat"), _promise(data.pop("valat", {}), "side")
    if data.get("contract") == "druha":
        whose = {"seat": data.get("declarer"), "declared": True}
        pagat = {**pagat, **whose} if "made" in pagat else {}
    if isinstance(seat := valat.get("side"), int) and seat not in data.get("pausing", ()):
        ours = seat in (data.get("declarer"), data.get("partner"))
        valat = {**valat, "side": "declarer" if ours else "opponents"}
    if "seat" in pagat:
        data["pagat"] = {"made": None, **pagat}
    if "side" in valat:
        data["valat"] = {"made": None, **valat} if valat.get("declared") else valat
    return data


def _promise(promise: Data, member: str) -> Data:
    """What a tap told ("declared-2"), taken apart: whose it is, and whether it was declared."""
    how, _dash, whose = str(promise.get(member, "")).partition("-")
    if how not in ("declared", "silent"):
        return promise
    seat = int(whose) if whose.isascii() and whose.isdigit() else whose
    return {**promise, member: seat, "declared": how == "declared"}


def _tap(promise: Data, whose: Json) -> str:
    """What is tapped for a pagát or a valát: `_promise` the other way round."""
    return f"{'declared' if promise.get('declared') else 'silent'}-{whose}"

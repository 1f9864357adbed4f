"""What can be recorded in Taroky (rules document, section 12); what is refused is in `checks`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, get_args

from scorekeeper import sheet
from scorekeeper.games.taroky.announcements import Announcement
from scorekeeper.games.taroky.counting import TOTAL
from scorekeeper.games.taroky.house import Contract
from scorekeeper.plain import Seat, part
from scorekeeper.referee import Penalty
from scorekeeper.sheet import Entry, around

SEATS = 4
HALF = 35

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
    """What became of the pagát: whose it was, promised or not, and whether it won trick 12."""

    seat: Seat
    declared: bool = False
    made: bool = True


@dataclass(frozen=True)
class Valat:
    """What became of a valát: the side that took or promised all tricks."""

    side: Side
    declared: bool = False
    made: bool = True


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
    dealer: Seat | None = None
    called: Literal["XIX", "XVIII", "XVII", "XVI"] | None = None
    partner: Seat | None = None
    announcements: Mapping[Seat, frozenset[Announcement]] = field(default_factory=dict)
    fleks: Mapping[FlekItem, Flek] = field(default_factory=dict)
    pagat: Pagat | None = None
    valat: Valat | None = None
    points: int | tuple[int, ...] | None = part(None, at_least=0, at_most=TOTAL)
    counted_side: Side = "declarer"
    piles: tuple[int, ...] | None = part(None, at_least=0, at_most=54)
    pausing: frozenset[Seat] | None = None

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
        """Whether the declarer plays against three."""
        return self.way != "normal"

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

    @classmethod
    def from_form(cls, typed: dict[str, Any]) -> dict[str, Any]:
        """Plain data of what a form sent.

        A form has Varšava and folded among the contracts, "alone" among the partners, and sends
        along what the contract has no use for.
        """
        plain = _told_points(_told_partner(_told_contract(dict(typed))))
        return _told_promises(plain)

    @classmethod
    def to_form(cls, plain: dict[str, Any]) -> dict[str, Any]:
        """What a form shows of plain data: the same the other way round."""
        shown = dict(plain)
        if plain.get("variant") in ("varsava", "folded"):
            shown["contract"] = plain["variant"]
        if plain.get("variant") == "quiet-solo":
            shown["partner"] = "alone"
        return shown


Plain = dict[str, Any]


def _told_contract(plain: Plain) -> Plain:
    """Varšava and folded are variants of the first contract; only a preferanc has three ways."""
    if plain.get("contract") in ("varsava", "folded"):
        return plain | {"variant": plain["contract"], "contract": "zakladni"}
    if plain.get("contract") != "preferanc":
        plain.pop("variant", None)
    return plain


def _told_partner(plain: Plain) -> Plain:
    """A called tarok and its holder belong to the first two contracts."""
    if plain.get("contract") not in ("zakladni", "druha") or "variant" in plain:
        return {key: value for key, value in plain.items() if key not in ("called", "partner")}
    if plain.get("partner") == "alone":
        return plain | {"variant": "quiet-solo", "partner": None}
    return plain


def _told_points(plain: Plain) -> Plain:
    """Points by seat are for a Varšava only; who pauses has none."""
    way, points = plain.get("variant"), plain.get("points")
    if way == "folded" or (isinstance(points, list) and way != "varsava"):
        plain.pop("points", None)
    elif isinstance(points, list):
        pausing = plain.get("pausing", ())
        plain["points"] = [0 if p is None and at in pausing else p for at, p in enumerate(points)]
    return plain


def _told_promises(plain: Plain) -> Plain:
    """A pagát has an owner, in a druha the declarer; a valát has a side. Else nothing was told."""
    pagat, declarer = plain.pop("pagat", {}), plain.get("declarer")
    if plain.get("contract") == "druha" and "made" in pagat:
        pagat = {**pagat, "seat": declarer, "declared": True}
    valat = plain.pop("valat", {})
    told = {"pagat": pagat} if "seat" in pagat else {}
    return plain | told | ({"valat": valat} if "side" in valat else {})


RenoncRule = Literal[
    "taroky.renonc.follow",
    "taroky.renonc.misdeal",
    "taroky.renonc.talon-count",
    "taroky.renonc.false-announcement",
    "taroky.renonc.varsava-talon",
    "taroky.renonc.varsava-underplay",
    "taroky.renonc.varsava-taroks",
    "taroky.renonc.conduct",
    # The rules that a verdict cites; on the sheet they are told by the list above.
    "taroky.play.follow",
    "taroky.play.tarok",
    "taroky.play.lead",
    "taroky.play.look",
    "taroky.talon.count",
    "taroky.talon.no-five",
    "taroky.talon.no-tarok",
    "taroky.announce.false",
    "taroky.announce.combine",
    "taroky.announce.possible",
    "taroky.call",
    "taroky.fold",
    "taroky.varsava.call",
    "taroky.varsava.talon-card",
    "taroky.varsava.overtake",
    "taroky.varsava.pagat-last",
    "taroky.varsava.mond-skyz",
    "taroky.deal.count",
]


@dataclass(frozen=True)
class Renonc(Entry):
    """A revoke and what it costs by the house rule (taroky.renonc, section 10).

    `deal` is the deal in which it happened, if that is settled as lost.
    """

    type: ClassVar[str] = "renonc"
    seat: Seat
    rule: RenoncRule = "taroky.renonc.follow"
    deal: Deal | None = None

    @classmethod
    def asks(cls, name: str, house: Any) -> bool:
        """The deal is asked for where the offender's side loses it."""
        return name != "deal" or house.renonc_penalty == "deal-lost"


ENTRIES: tuple[type[Entry], ...] = (Deal, Renonc)


def fine(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Any] | None:
    """The entry, as plain data, that writes what a breach cost; None if the sheet has none."""
    written = penalty is not None and penalty["kind"] in ("points", "lost")
    if not written or rule not in get_args(RenoncRule):
        return None
    return {"type": "renonc", "seat": seat, "rule": rule}


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Taroky stands; it ends when the players want."""


def playing(deal: Deal, standing: Standing) -> tuple[int, ...]:
    """The four seats that play a deal, from the předák on (with five or six, the others pause)."""
    seats = len(standing.totals)
    dealer = standing.dealer if deal.dealer is None else deal.dealer
    pausing = resting(seats, dealer) if deal.pausing is None else deal.pausing
    return tuple(seat for seat in around(dealer, seats) if seat not in pausing)


def at_table(standing: Standing) -> tuple[int, ...]:
    """The four seats that play the next deal; if some pause, from the předák on."""
    if len(standing.totals) == SEATS:
        return tuple(range(SEATS))
    return playing(Deal(declarer=Seat(0)), standing)


def resting(seats: int, dealer: int) -> frozenset[int]:
    """Who pauses: of five the dealer, of six he and the player opposite him."""
    if seats == SEATS:
        return frozenset()
    return frozenset({dealer} if seats == 5 else {dealer, (dealer + 3) % seats})

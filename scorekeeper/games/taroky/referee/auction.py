"""The bidding: one bid, and a whole auction up to the first bid that is an offence (section 3)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.dispute import Dispute, GameHouse
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.taroky.entries import SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule, breaks
from scorekeeper.schema import Invalid, Seat

ORDER = ("pass", "zakladni", "druha", "preferanc", "solo")
"""What can be bid, from low to high."""


@dataclass(frozen=True)
class Bid:
    """What one player said in the bidding."""

    seat: Seat
    bid: Literal["pass", "zakladni", "druha", "preferanc", "solo"]


@dataclass(frozen=True, kw_only=True)
class Bidding(Dispute):
    """The bids in order; `pagat` is the seat that holds `I`, if known. The last one is asked."""

    kind: ClassVar[str] = "one-bid"
    dealer: Seat = spec(known="dealer")
    bids: tuple[Bid, ...]
    pagat: Seat | None = None

    def alternatives(self, house: GameHouse) -> Iterable[Self]:
        """Everything that the last speaker could have said."""
        *before, last = self.bids
        return (
            replace(self, bids=(*before, replace(last, bid=bid)))
            for bid in ("pass", "zakladni", "druha", "preferanc", "solo")
        )

    def choice(self) -> str:
        """The last bid."""
        return self.bids[-1].bid


def speaks_out_of_turn(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.order: from the předák to the zadák, each speaks exactly once."""
    over = len(bidding.bids) > SEATS
    turn = None if over else (bidding.dealer + len(bidding.bids)) % SEATS
    seat = bidding.bids[-1].seat
    return Broken({"seat": seat, "turn": turn}) if seat != turn else None


def forehand_passes(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.forehand: the předák must bid at least the first contract."""
    opens = len(bidding.bids) == 1 and bidding.bids[0].bid == "pass"
    return Broken({"seat": bidding.bids[0].seat}) if opens else None


def bids_no_higher(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.higher: a bid is higher than every bid before it."""
    *before, last = bidding.bids
    highest = max((ORDER.index(bid.bid) for bid in before), default=0)
    low = last.bid != "pass" and ORDER.index(last.bid) <= highest
    return Broken({"seat": last.seat, "bid": last.bid, "highest": ORDER[highest]}) if low else None


def bids_second_without_pagat(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.second-pagat: the second contract needs I in hand."""
    second = next((bid for bid in bidding.bids if bid.bid == "druha"), None)
    if second is None:
        return None
    if bidding.pagat is None:
        return Missing("pagat")
    facts = {"seat": second.seat, "pagat": bidding.pagat}
    return Broken(facts) if second.seat != bidding.pagat else None


def opens(bidding: Bidding, house: HouseRules) -> bool:
    """True if the first bid is asked."""
    return len(bidding.bids) == 1


def bids_on(bidding: Bidding, house: HouseRules) -> bool:
    """True if a bid is asked that follows another, and is no pass."""
    return len(bidding.bids) > 1 and bidding.bids[-1].bid != "pass"


def bids_second(bidding: Bidding, house: HouseRules) -> bool:
    """True if the second contract was bid."""
    return any(bid.bid == "druha" for bid in bidding.bids)


rule = partial(Rule, offence="invalid")
BID_RULES: tuple[AnyRule, ...] = (
    rule("taroky.bid.order", Bidding, speaks_out_of_turn),
    rule("taroky.bid.forehand", Bidding, forehand_passes, applies=opens),
    rule("taroky.bid.higher", Bidding, bids_no_higher, applies=bids_on),
    rule("taroky.bid.second-pagat", Bidding, bids_second_without_pagat, applies=bids_second),
)


class AuctionResult(TypedDict):
    """The place `at` which the first offence stands (0-based); without an offence, who declares."""

    at: int | None
    declarer: int | None


@dataclass(frozen=True, kw_only=True)
class Auction(Dispute):
    """The bids of a deal in order; judged up to the first that is an offence."""

    kind: ClassVar[str] = "bid"
    may_lack: ClassVar[tuple[str, ...]] = ("pagat",)
    dealer: Seat = spec(known="dealer")
    bids: tuple[Bid, ...]
    pagat: Seat | None = None

    def check(self) -> None:
        """Raises Invalid if nobody has spoken."""
        if not self.bids:
            raise Invalid("bids", "missing")

    def unknown(self) -> tuple[str, ...]:
        """Who holds the pagát, if the second contract was bid."""
        second = any(bid.bid == "druha" for bid in self.bids)
        return super().unknown() if second else ()

    def completions(self, house: HouseRules) -> Iterator["Auction"]:
        """The pagát in each hand."""
        return copies_with(self, "pagat", map(Seat, range(SEATS)))

    def alternatives(self, house: HouseRules) -> Iterable[Bidding]:
        """What could have been said instead of the first offence."""
        at = self.first_offence(house)
        return () if at is None else self.upto(at).alternatives(house)

    @property
    def highest(self) -> Bid | None:
        """The winning bid, once all four seats have spoken and one of them did not pass."""
        spoken = [bid for bid in self.bids if bid.bid != "pass"]
        if len(self.bids) < SEATS or not spoken:
            return None
        return max(spoken, key=lambda bid: ORDER.index(bid.bid))

    @property
    def declarer(self) -> Seat | None:
        """The seat of the winning bid."""
        return self.highest.seat if self.highest else None

    def upto(self, at: int) -> Bidding:
        """The bidding as far as one bid, which is asked about."""
        return Bidding(dealer=self.dealer, bids=self.bids[: at + 1], pagat=self.pagat)

    def first_offence(self, house: HouseRules) -> int | None:
        """The place of the first bid that breaks a rule of the bidding."""
        places = range(len(self.bids))
        return next((at for at in places if breaks(BID_RULES, self.upto(at), house)), None)

    def result(self, house: HouseRules) -> AuctionResult:
        """Where the first offence is; without an offence, who declares."""
        at = self.first_offence(house)
        return {"at": at, "declarer": self.declarer if at is None else None}


def at_first_offence(rule: AnyRule) -> Callable[[Auction, HouseRules], Finding]:
    """A rule on one bid, asked of the first bid that is an offence, or else of the last."""

    def find(auction: Auction, house: HouseRules) -> Finding:
        at = auction.first_offence(house)
        return rule.find(auction.upto(len(auction.bids) - 1 if at is None else at), house)

    return find


def to_any_bid(rule: AnyRule) -> Callable[[Auction, HouseRules], bool]:
    """Whether a rule on one bid applies to any of an auction."""

    def applies(auction: Auction, house: HouseRules) -> bool:
        return any(rule.applies(auction.upto(at), house) for at in range(len(auction.bids)))

    return applies


AUCTION_RULES: tuple[AnyRule, ...] = tuple(
    Rule(rule.id, Auction, at_first_offence(rule), rule.offence, applies=to_any_bid(rule))
    for rule in BID_RULES
)

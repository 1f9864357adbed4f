"""The bidding (section 3): one bid, and a whole auction up to the first bid that is an offence; who
plays with whom in a contract, and the tarok that the declarer calls (section 4).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal, Self, TypedDict, get_args

from scorekeeper.core.cards import TAROCK_54, Card
from scorekeeper.core.schema import Invalid, Seat, copies_with, spec
from scorekeeper.games.taroky.entries import HAND, SEATS, Variant
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.penalties import COSTS, renonc
from scorekeeper.games.taroky.referee.talon import is_kept_last
from scorekeeper.referee.dispute import Dispute, require_at_most, require_some
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, Rule, breaks

TAKEN, TAKEN_EACH, OF_PREFERANC = 4, 1, 3
"""Cards of the talon that the declarer of a povinnost takes, each of two others, of a preferanc."""


def is_alone(contract: Contract, variant: Variant | None) -> bool:
    """True if the declarer has no partner, or in a Varšava nobody has."""
    return contract in ("preferanc", "solo") or variant in ("quiet-solo", "varsava")


def takes(contract: Contract, variant: Variant | None, declares: bool) -> int:
    """How many cards of the talon a player takes at most, and lays aside."""
    if contract == "solo" or variant == "varsava":
        return 0
    if contract == "preferanc":
        return OF_PREFERANC if declares else 0
    return TAKEN if declares else TAKEN_EACH


def validate_sides(
    contract: Contract, variant: Variant | None, seats: tuple[int, int], partner: int | None
) -> None:
    """Raises Invalid for a declarer who cannot be it, and a partner who cannot be one.

    `seats` are the forehand and the declarer.
    """
    forehand, declarer = seats
    if contract == "zakladni" and declarer != forehand:
        raise Invalid("declarer", "refused", rule="taroky.bid.forehand.declarer", seat=forehand)
    if partner == declarer:
        others = (str(seat) for seat in range(SEATS) if seat != declarer)
        raise Invalid("partner", "not-a-choice", choices=", ".join(others))
    if partner is not None and is_alone(contract, variant):
        rule = "taroky.contract.partner.alone"
        raise Invalid("partner", "refused", rule=rule, seat=declarer)


Said = Literal["pass", "zakladni", "druha", "preferanc", "solo"]
ORDER: tuple[Said, ...] = get_args(Said)
"""What can be bid, from low to high."""


@dataclass(frozen=True)
class Bid:
    """What one player said in the bidding."""

    seat: Seat
    bid: Said


@dataclass(frozen=True, kw_only=True)
class Bidding(Dispute[HouseRules]):
    """The bids in order; `pagat` is the seat that holds `I`, if known. The last one is asked."""

    kind: ClassVar[str] = "one-bid"
    dealer: Seat = spec(known="dealer")
    bids: tuple[Bid, ...]
    pagat: Seat | None = None

    def alternatives(self, house: object) -> Iterable[Self]:
        *before, last = self.bids
        return (replace(self, bids=(*before, replace(last, bid=bid))) for bid in ORDER)

    def choice(self) -> str:
        return self.bids[-1].bid


def speaks_out_of_turn(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.order: from the předák to the zadák, each speaks exactly once."""
    turn, seat = (bidding.dealer + len(bidding.bids)) % SEATS, bidding.bids[-1].seat
    if len(bidding.bids) > SEATS:
        return Broken({"seat": seat, "turn": None, "wrong": "all-spoke"})
    return Broken({"seat": seat, "turn": turn}) if seat != turn else None


def forehand_passes(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.forehand: the předák must bid at least the first contract."""
    opening = bidding.bids[0]
    return Broken({"seat": opening.seat}) if opening.bid == "pass" else None


def bids_no_higher(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.higher: a bid is higher than every bid before it."""
    *before, last = bidding.bids
    highest = max((ORDER.index(bid.bid) for bid in before), default=0)
    low = ORDER.index(last.bid) <= highest
    return Broken({"seat": last.seat, "bid": last.bid, "highest": ORDER[highest]}) if low else None


def bids_second_without_pagat(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.second-pagat: the second contract needs I in hand."""
    second = next(bid for bid in bidding.bids if bid.bid == "druha")
    if bidding.pagat is None:
        return Missing("pagat")
    facts = {"seat": second.seat, "pagat": bidding.pagat}
    return Broken(facts) if second.seat != bidding.pagat else None


def opens(bidding: Bidding, house: HouseRules) -> bool:
    return len(bidding.bids) == 1


def bids_on(bidding: Bidding, house: HouseRules) -> bool:
    """True if a bid is asked that follows another, and is no pass."""
    return len(bidding.bids) > 1 and bidding.bids[-1].bid != "pass"


def bids_second(bidding: Bidding, house: HouseRules) -> bool:
    return any(bid.bid == "druha" for bid in bidding.bids)


rule = partial(Rule, offence="invalid")
BID_RULES = (
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
class Auction(Dispute[HouseRules]):
    """The bids of a deal in order; judged up to the first that is an offence."""

    kind: ClassVar[str] = "bid"
    dealer: Seat = spec(known="dealer")
    bids: tuple[Bid, ...]
    pagat: Seat | None = spec(None, optional=True)

    def validate(self) -> None:
        require_some("bids", self.bids)

    def unknown(self) -> tuple[str, ...]:
        second = any(bid.bid == "druha" for bid in self.bids)
        return super().unknown() if second else ()

    def completions(self, house: HouseRules) -> Iterator["Auction"]:
        return copies_with(self, "pagat", map(Seat, range(SEATS)))

    def alternatives(self, house: HouseRules) -> Iterable[Bidding]:
        at = self.first_offence(house)
        return () if at is None else self.upto(at).alternatives(house)

    @property
    def highest(self) -> Bid | None:
        """The winning bid, once all four seats have spoken and one of them did not pass."""
        spoken = [bid for bid in self.bids if bid.bid != "pass"]
        if len(self.bids) < SEATS or not spoken:
            return None
        return max(spoken, key=lambda bid: ORDER.index(bid.bid))

    def upto(self, at: int) -> Bidding:
        return Bidding(dealer=self.dealer, bids=self.bids[: at + 1], pagat=self.pagat)

    def first_offence(self, house: HouseRules) -> int | None:
        places = range(len(self.bids))
        return next((at for at in places if breaks(BID_RULES, self.upto(at), house)), None)

    def result(self, house: HouseRules) -> AuctionResult:
        at, best = self.first_offence(house), self.highest
        return {"at": at, "declarer": best.seat if best and at is None else None}


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


AUCTION_RULES = tuple(
    Rule(rule.id, Auction, at_first_offence(rule), rule.offence, applies=to_any_bid(rule))
    for rule in BID_RULES
)


Called = Literal["XIX", "XVIII", "XVII", "XVI"]
CALLS: tuple[Called, ...] = get_args(Called)
"""The taroks that can be called (taroky.call)."""


@dataclass(frozen=True)
class Call(Dispute[HouseRules]):
    """The tarok that the declarer called, and the declarer's hand (before the talon).

    It may have been called when the talon was taken up already.
    """

    kind: ClassVar[str] = "call"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    called: Card = spec(named=True)
    hand: tuple[Card, ...] | None = spec(None, optional=True)
    talon_taken: bool = False

    def validate(self) -> None:
        require_at_most("hand", self.hand, HAND)

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """With as few of the numbers that can be called as may be, and with as many."""

        def number(card: Card) -> int:
            return len(CALLS) - CALLS.index(code) if (code := str(card)) in CALLS else 0

        return told.filled(HAND, number, lambda card: -number(card))

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """A hand with every number above the called one, and one with none of them."""
        called = str(self.called)
        above = CALLS[: CALLS.index(called)] if called in CALLS else CALLS
        higher = tuple(map(TAROCK_54.parse, above))
        yield replace(self, hand=filled(higher))
        yield replace(self, hand=filled((), higher))

    def alternatives(self, house: object) -> Iterable[Self]:
        return (replace(self, called=TAROCK_54.parse(code)) for code in CALLS)

    def choice(self) -> Card:
        return self.called


def filled(known: Sequence[Card], but: Sequence[Card] = ()) -> tuple[Card, ...]:
    """A hand filled up to twelve, with plain cards as long as there are any."""
    taken = {*known, *but}
    left = [card for card in TAROCK_54.cards if card not in taken]
    return (*known, *sorted(left, key=is_kept_last)[: HAND - len(known)])


def calls_wrongly(call: Call, house: HouseRules) -> Finding:
    """taroky.call: XIX to XVI, and every number above the called one is in the caller's hand."""
    numbers = CALLS if call.hand is None else tuple(map(str, call.hand))
    may = tuple(number for at, number in enumerate(CALLS) if set(CALLS[:at]) <= set(numbers))
    if str(call.called) not in may:
        return Broken({"called": call.called, "may": may})
    return Missing("hand") if call.hand is None else None


def calls_late(call: Call, house: HouseRules) -> Finding:
    """taroky.call.when: before the talon is taken up."""
    return Broken({"called": call.called}) if call.talon_taken else None


CALL_RULES = (
    renonc("taroky.call", Call, calls_wrongly),
    renonc("taroky.call.when", Call, calls_late),
)

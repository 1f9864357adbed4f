"""A whole auction, judged up to the first bid that is an offence (section 3)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.games.taroky.disputes import ORDER, Bid, Bidding
from scorekeeper.games.taroky.entries import SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.rules import RULES
from scorekeeper.plain import Seat, Unreadable
from scorekeeper.referee import AnyRule, Dispute, Finding, Rule, breaks

BID_RULES: tuple[AnyRule, ...] = tuple(rule for rule in RULES if rule.kind is Bidding)


@dataclass(frozen=True)
class Auction(Dispute):
    """The bids of a deal in order; judged up to the first that is an offence."""

    kind: ClassVar[str] = "bid"
    dealer: Seat
    bids: tuple[Bid, ...]
    pagat: Seat | None = None

    def check(self) -> None:
        """Raises Unreadable if nobody has spoken."""
        if not self.bids:
            raise Unreadable("bids", "missing")

    def alternatives(self) -> Iterable[Bidding]:
        """What could have been said instead of the first offence."""
        at = self.first_offence(HouseRules())
        return () if at is None else self.upto(at).alternatives()

    @property
    def declarer(self) -> Seat | None:
        """Who bid highest, once all four have spoken."""
        spoken = [bid for bid in self.bids if bid.bid != "pass"]
        if len(self.bids) < SEATS or not spoken:
            return None
        return max(spoken, key=lambda bid: ORDER.index(bid.bid)).seat

    def upto(self, at: int) -> Bidding:
        """The bidding as far as one bid, which is asked about."""
        return Bidding(self.dealer, self.bids[: at + 1], self.pagat)

    def first_offence(self, house: HouseRules) -> int | None:
        """The place of the first bid that breaks a rule of the bidding."""
        places = range(len(self.bids))
        return next((at for at in places if breaks(BID_RULES, self.upto(at), house)), None)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Where the first offence is; if there is none, who declares."""
        at = self.first_offence(house)
        return {"at": at, "declarer": self.declarer if at is None else None}


def at_first_offence(finds: Callable[[Bidding, HouseRules], Finding]) -> Any:
    """A predicate on one bid, asked of the first bid that is an offence, or else of the last."""

    def found(auction: Auction, house: HouseRules) -> Finding:
        at = auction.first_offence(house)
        return finds(auction.upto(len(auction.bids) - 1 if at is None else at), house)

    return found


AUCTION_RULES: tuple[AnyRule, ...] = tuple(
    Rule(rule.id, Auction, at_first_offence(rule.finds), rule.offence) for rule in BID_RULES
)

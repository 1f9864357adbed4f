"""The audit of a deal: what the tricks themselves prove, and what they are worth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from scorekeeper.cards import Card
from scorekeeper.games.taroky.auction import Auction
from scorekeeper.games.taroky.counting import count
from scorekeeper.games.taroky.disputes import TRICKS, Counting, Discard, Play, fits
from scorekeeper.games.taroky.entries import SEATS, Deal, Pagat, Side, Valat, Variant
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.games.taroky.promise_rules import leads_out_of_turn, take_back
from scorekeeper.games.taroky.promises import (
    Announce,
    AnnounceTogether,
    Call,
    Dealt,
    FlekSaid,
    Fold,
    Lead,
    PagatPlayed,
    VarsavaCall,
    VarsavaTalon,
)
from scorekeeper.games.taroky.rules import PAGAT, RULES, strength
from scorekeeper.games.tricks import (
    Breach,
    audit_rules,
    breaches,
    check_tricks,
    told_proofs,
    winner,
    winners,
)
from scorekeeper.plain import Seat, Unreadable, write
from scorekeeper.referee import Dispute, Rule, decides, first_broken, no_more

LEAD = "taroky.play.lead"
ADDED = 6
"""Tricks of a Varšava to which a talon card is added: one for each card of the talon."""
TAKEN = 4
"""Cards that the declarer of a povinnost takes from the talon and lays aside."""


@dataclass(frozen=True)
class Audit(Dispute):
    """A deal trick by trick, in the order played; perhaps only its first tricks."""

    kind: ClassVar[str] = "audit"
    contract: Contract
    dealer: Seat
    declarer: Seat
    leader: Seat
    tricks: tuple[tuple[Card, ...], ...]
    variant: Variant | None = None
    partner: Seat | None = None
    talon: tuple[Card, ...] | None = None
    aside: Mapping[Seat, tuple[Card, ...]] | None = None

    def check(self) -> None:
        """Raises Unreadable unless every trick has four cards and the talon six at most."""
        fits(self.contract, self.variant)
        if self.partner == self.declarer:
            others = (str(seat) for seat in range(SEATS) if seat != self.declarer)
            raise Unreadable("partner", "not-a-choice", choices=", ".join(others))
        no_more("talon", self.talon, ADDED)
        check_tricks(self.tricks, TRICKS, SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The tricks, the talon, and what each seat laid aside."""
        tricks = {f"tricks.{at}": trick for at, trick in enumerate(self.tricks)}
        aside = {f"aside.{seat}": cards for seat, cards in (self.aside or {}).items()}
        return {**tricks, "talon": self.talon or (), **aside}

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Breaches, winners, points and tricks."""
        return audited(self, house)

    def entry(self) -> Mapping[str, Any] | None:
        """The deal as far as the tricks tell it: the sheet asks for what they do not."""
        told = deal_of(self)
        return {"type": told.type, **write(told)} if told else None


def winners_of(audit: Audit) -> tuple[int, ...]:
    """The seat that won each trick."""
    return winners(audit.leader, audit.tricks, strength, SEATS)


def breaches_of(audit: Audit, house: HouseRules) -> Iterator[Breach]:
    """A wrong first lead, and every card that was not allowed, as its player's later ones prove."""
    lead = Lead(audit.contract, audit.dealer, audit.declarer, audit.leader)
    if audit.tricks and leads_out_of_turn(lead, house):
        yield Breach(1, audit.leader, audit.tricks[0][0], LEAD)
    yield from breaches(
        audit.leader,
        audit.tricks,
        strength,
        SEATS,
        lambda n, trick, card, hand: first_broken(
            RULES, Play(audit.contract, trick, card, hand, audit.variant), house
        ),
    )


def unseen(audit: Audit) -> Iterator[Play]:
    """The plays of an unfinished audit, from hands that are not known."""
    if len(audit.tricks) < TRICKS:
        for trick in audit.tricks:
            for place, card in enumerate(trick):
                yield Play(audit.contract, trick[:place], card, None, audit.variant)


def piles_of(audit: Audit) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat won, with those it laid aside and the talon cards of a Varšava."""
    piles: list[list[Card]] = [[] for _ in range(SEATS)]
    for seat, cards in (audit.aside or {}).items():
        piles[seat] += cards
    added = list(audit.talon or ()) if audit.variant == "varsava" else []
    for at, (won, trick) in enumerate(zip(winners_of(audit), audit.tricks, strict=True)):
        piles[won] += [*trick, *added[at : at + 1]]
    return tuple(map(tuple, piles))


def audited(audit: Audit, house: HouseRules) -> Mapping[str, Any]:
    """Breaches, winners, points and tricks per seat, and how trick 12 was won."""
    won, wrong = winners_of(audit), tuple(breaches_of(audit, house))
    last = audit.tricks[-1] if len(audit.tricks) == TRICKS else None
    return {
        "breaches": [breach.told() for breach in wrong],
        "proofs": told_proofs(wrong),
        "winners": list(won),
        "points": {str(s): count(pile).points for s, pile in enumerate(piles_of(audit))},
        "tricks": {str(seat): won.count(seat) for seat in range(SEATS)},
        "last": {"seat": won[-1], "card": str(last[winner(last, strength)])} if last else None,
        "pagat": _pagat(audit, won) if last else None,
        "valat": _valat(audit, won) if last else None,
    }


def _pagat(audit: Audit, won: tuple[int, ...]) -> Mapping[str, Any] | None:
    """Whose pagát came to trick 12, or was bound to, and whether it won it (taroky.pagat)."""
    if audit.variant == "varsava":
        return None
    if PAGAT not in audit.tricks[-1]:
        bound = audit.contract == "druha"
        return {"seat": audit.declarer, "made": False} if bound else None
    leader = won[-2] if len(won) > 1 else int(audit.leader)
    owner = (leader + audit.tricks[-1].index(PAGAT)) % SEATS
    return {"seat": owner, "made": won[-1] == owner}


def _valat(audit: Audit, won: tuple[int, ...]) -> Side | None:
    """The side that took all the tricks, if one did."""
    side = {audit.declarer, audit.partner}
    sides: set[Side] = {"declarer" if seat in side else "opponents" for seat in won}
    alone = audit.variant == "varsava"
    return sides.pop() if len(sides) == 1 and not alone else None


def deal_of(audit: Audit) -> Deal | None:
    """The deal as it is written on the sheet; without points unless all that counts is known."""
    if len(audit.tricks) < TRICKS:
        return None
    deal = Deal(audit.declarer, audit.contract, audit.variant, audit.dealer, partner=audit.partner)
    won, piles = winners_of(audit), piles_of(audit)
    known = _all_counted(audit)
    if audit.variant == "varsava":
        points = tuple(count(pile).points for pile in piles)
        return replace(deal, points=points, piles=tuple(map(len, piles))) if known else deal
    pagat, valat = _pagat(audit, won), _valat(audit, won)
    ours = [card for seat in deal.side for card in piles[seat]]
    return replace(
        deal,
        points=count(ours).points if known else None,
        pagat=Pagat(pagat["seat"], audit.contract == "druha", pagat["made"]) if pagat else None,
        valat=Valat(valat) if valat else None,
    )


def _all_counted(audit: Audit) -> bool:
    """Whether every card that counts for the declarer's side, or in a Varšava at all, is known."""
    laid = {seat: len(cards) for seat, cards in (audit.aside or {}).items()}
    own = laid.get(audit.declarer, 0)
    match audit.contract, audit.variant:
        case "solo", _:
            return own == 0
        case "preferanc", variant:
            return variant is not None and own == 3
        case _, "varsava":
            return len(audit.talon or ()) == ADDED
        case _, "quiet-solo":
            return own == TAKEN
        case _, variant:
            paired = audit.partner is not None and variant in (None, "normal")
            return paired and sum(laid.values()) == ADDED


LEADING = (Rule(LEAD, Play, decides, "invalid", take_back),)
"""The first lead is asked of an audit as a whole; of one card it would be another kind."""
AUDIT_RULES = audit_rules((*RULES, *LEADING), Play, Audit, breaches_of, unseen)
DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    Lead,
    Discard,
    Announce,
    AnnounceTogether,
    Auction,
    Call,
    Fold,
    VarsavaCall,
    VarsavaTalon,
    FlekSaid,
    PagatPlayed,
    Counting,
    Dealt,
    Audit,
)

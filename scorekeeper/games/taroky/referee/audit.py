"""The audit of a deal: what the tricks themselves prove, and what they are worth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import SEATS, Deal, Pagat, Side, Valat, Variant
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.games.taroky.referee.counting import count
from scorekeeper.games.taroky.referee.deal import Lead, leads_out_of_turn
from scorekeeper.games.taroky.referee.penalties import take_back
from scorekeeper.games.taroky.referee.plays import (
    PAGAT,
    PLAY_RULES,
    TRICKS,
    Play,
    fits,
    strength,
)
from scorekeeper.games.tricks import (
    Breach,
    BreachData,
    ProofData,
    TrickAudit,
    audit_rules,
    check_tricks,
    proofs_of,
    winner,
    winners,
)
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Dispute, Rule
from scorekeeper.schema import Invalid, Json, Seat
from scorekeeper.sheet import dump_entry

LEAD = "taroky.play.lead"
ADDED = 6
"""Tricks of a Varšava to which a talon card is added: one for each card of the talon."""
TAKEN = 4
"""Cards that the declarer of a povinnost takes from the talon and lays aside."""


class LastTrick(TypedDict):
    """Which `seat` won trick 12, with which `card`."""

    seat: int
    card: str


class PagatData(TypedDict):
    """Whose the pagát was that came to trick 12, or was bound to, and whether it won it."""

    seat: int
    made: bool


class AuditResult(TypedDict):
    """What the tricks prove: the `breaches` in order and the proof of each, the seat that won each
    trick, and by seat (as JSON writes it) card `points` and number of `tricks` so far.

    `last`, `pagat` and `valat` (the side that took all tricks) are None until trick 12.
    """

    breaches: list[BreachData]
    proofs: list[ProofData | None]
    winners: list[int]
    points: dict[str, int]
    tricks: dict[str, int]
    last: LastTrick | None
    pagat: PagatData | None
    valat: Side | None


@dataclass(frozen=True, kw_only=True)
class Audit(TrickAudit):
    """A deal trick by trick, in the order played; perhaps only its first tricks."""

    kind: ClassVar[str] = "audit"
    all_tricks: ClassVar[int] = TRICKS
    play_kind: ClassVar[type[Dispute]] = Play
    play_rules: ClassVar[tuple[AnyRule, ...]] = PLAY_RULES
    contract: Contract
    dealer: Seat = spec(known="dealer")
    declarer: Seat
    leader: Seat = spec(known="leader")
    tricks: tuple[tuple[Card, ...], ...]
    variant: Variant | None = None
    partner: Seat | None = None
    talon: tuple[Card, ...] | None = None
    aside: Mapping[Seat, tuple[Card, ...]] | None = None

    def check(self) -> None:
        """Raises Invalid unless every trick has four cards and the talon six at most."""
        fits(self.contract, self.variant)
        if self.partner == self.declarer:
            others = (str(seat) for seat in range(SEATS) if seat != self.declarer)
            raise Invalid("partner", "not-a-choice", choices=", ".join(others))
        require_at_most("talon", self.talon, ADDED)
        check_tricks(self.tricks, TRICKS, SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The tricks, the talon, and what each seat laid aside."""
        aside = {f"aside.{seat}": cards for seat, cards in (self.aside or {}).items()}
        return {**super().places(), "talon": self.talon or (), **aside}

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seat that won each trick."""
        return winners(self.leader, self.tricks, strength, SEATS)

    def play(
        self, n: int, trick: tuple[Card, ...], card: Card, hand: tuple[Card, ...] | None = None
    ) -> Play:
        """A card of trick `n` (from 1) as a question; `trick` are the cards before it."""
        return Play(contract=self.contract, trick=trick, card=card, hand=hand, variant=self.variant)

    def find_breaches(self, house: HouseRules) -> Iterator[Breach]:
        """A wrong first lead, and every card that was not allowed, as later ones prove."""
        lead = Lead(
            contract=self.contract, dealer=self.dealer, declarer=self.declarer, seat=self.leader
        )
        if self.tricks and leads_out_of_turn(lead, house):
            yield Breach(1, self.leader, self.tricks[0][0], LEAD)
        yield from super().find_breaches(house)

    @cached_property
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        """What each seat won, with what it laid aside and the talon cards of a Varšava."""
        piles: list[list[Card]] = [[] for _ in range(SEATS)]
        for seat, cards in (self.aside or {}).items():
            piles[seat] += cards
        added = list(self.talon or ()) if self.variant == "varsava" else []
        for at, (won, trick) in enumerate(zip(self.winners, self.tricks, strict=True)):
            piles[won] += [*trick, *added[at : at + 1]]
        return tuple(map(tuple, piles))

    def result(self, house: HouseRules) -> AuditResult:
        """Breaches, winners, points and tricks per seat, and how trick 12 was won."""
        breaches, won = self.breaches(house), self.winners
        return {
            "breaches": [breach.as_data() for breach in breaches],
            "proofs": proofs_of(breaches),
            "winners": list(won),
            "points": {str(seat): count(pile).points for seat, pile in enumerate(self.piles)},
            "tricks": {str(seat): won.count(seat) for seat in range(SEATS)},
            "last": _last(self) if self.finished else None,
            "pagat": _pagat(self) if self.finished else None,
            "valat": _valat(self) if self.finished else None,
        }

    def entry(self) -> Mapping[str, Json] | None:
        """The deal, once all tricks are there, as far as they show it: the sheet asks the rest."""
        return dump_entry(self.as_deal()) if self.finished else None

    def as_deal(self) -> Deal:
        """The finished deal as on the sheet; without points unless all that counts is known."""
        deal = Deal(self.declarer, self.contract, self.variant, self.dealer, partner=self.partner)
        known = _all_counted(self)
        if self.variant == "varsava":
            points = tuple(count(pile).points for pile in self.piles)
            sizes = tuple(map(len, self.piles))
            return replace(deal, points=points, piles=sizes) if known else deal
        pagat, valat, druha = _pagat(self), _valat(self), self.contract == "druha"
        ours = [card for seat in deal.side for card in self.piles[seat]]
        return replace(
            deal,
            points=count(ours).points if known else None,
            pagat=Pagat(Seat(pagat["seat"]), druha, pagat["made"]) if pagat else None,
            valat=Valat(valat) if valat else None,
        )


def _last(audit: Audit) -> LastTrick:
    last = audit.tricks[-1]
    return {"seat": audit.winners[-1], "card": str(last[winner(last, strength)])}


def _pagat(audit: Audit) -> PagatData | None:
    """Whose pagát came to trick 12, or was bound to, and whether it won it (taroky.pagat)."""
    if audit.variant == "varsava":
        return None
    if PAGAT not in audit.tricks[-1]:
        bound = audit.contract == "druha"
        return {"seat": audit.declarer, "made": False} if bound else None
    won = audit.winners
    leader = won[-2] if len(won) > 1 else int(audit.leader)
    owner = (leader + audit.tricks[-1].index(PAGAT)) % SEATS
    return {"seat": owner, "made": won[-1] == owner}


def _valat(audit: Audit) -> Side | None:
    """The side that took all the tricks, if one did."""
    side = {audit.declarer, audit.partner}
    sides: set[Side] = {"declarer" if seat in side else "opponents" for seat in audit.winners}
    alone = audit.variant == "varsava"
    return sides.pop() if len(sides) == 1 and not alone else None


def _all_counted(audit: Audit) -> bool:
    """True if every card that counts for the declarer's side, or in a Varšava at all, is known."""
    sizes = {seat: len(cards) for seat, cards in (audit.aside or {}).items()}
    own = sizes.get(audit.declarer, 0)
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
            return paired and sum(sizes.values()) == ADDED


LEADING = (Rule(LEAD, Play, None, "invalid", take_back),)
"""The first lead is asked of an audit as a whole; of one card it would be another kind."""
AUDIT_RULES = audit_rules((*PLAY_RULES, *LEADING), Audit)

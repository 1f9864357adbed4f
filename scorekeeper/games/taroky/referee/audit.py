"""The audit of a deal: what the tricks themselves prove, and what they are worth."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, TypedDict

from scorekeeper.core.cards import TAROCK_54, TAROK, Card, Pack
from scorekeeper.core.schema import Json, Seat, spec
from scorekeeper.core.sheet import dump_entry
from scorekeeper.games import audits
from scorekeeper.games.taroky.entries import SEATS, TALON, Deal, Pagat, Side, Valat, Variant
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.auction import is_alone, takes, validate_sides
from scorekeeper.games.taroky.referee.counting import Count, count
from scorekeeper.games.taroky.referee.deal import Lead, leads_out_of_turn
from scorekeeper.games.taroky.referee.penalties import COSTS, penalty, take_back
from scorekeeper.games.taroky.referee.plays import (
    PAGAT,
    PLAY_RULES,
    SUIT_RULES,
    TRICKS,
    VARSAVA_RULES,
    Play,
    fits,
    strength,
)
from scorekeeper.games.taroky.referee.talon import TALON_RULES, Discard, is_kept_last
from scorekeeper.games.taroky.referee.varsava import MOST_TAROKS
from scorekeeper.games.tricks import Strength, of_suit
from scorekeeper.referee.dispute import require_at_most
from scorekeeper.referee.rule_table import AnyRule, Broken, Rule


class LastTrick(TypedDict):
    """Which `seat` won trick 12, with which `card`."""

    seat: int
    card: str


class PagatData(TypedDict):
    """Whose the pagát was that came to trick 12, or was bound to, and whether it won it."""

    seat: int
    made: bool


class SidesData(TypedDict):
    """The card points of both sides, each side's pile counted together."""

    declarer: int
    opponents: int


class AuditResult(TypedDict):
    """What the tricks prove: the `breaches` in order and the proof of each, the seat that won each
    trick, and by seat (as JSON writes it) card `points` and number of `tricks` so far.

    `sides` are the points of the two sides, None where they are not known. A Varšava has none, but
    the points of the four `piles`. `last`, `pagat` and `valat` (the side that took all tricks) are
    None until trick 12.
    """

    breaches: list[audits.BreachData]
    proofs: list[audits.ProofData | None]
    winners: list[int]
    points: dict[str, int]
    sides: SidesData | None
    piles: dict[str, int] | None
    tricks: dict[str, int]
    last: LastTrick | None
    pagat: PagatData | None
    valat: Side | None


LEAD = "taroky.play.lead"
CALL = "taroky.varsava.call"
NO_TAROK = "taroky.talon.no-tarok"


@dataclass(frozen=True, kw_only=True)
class Audit(audits.TrickAudit[HouseRules]):
    """A deal trick by trick, in the order played; perhaps only its first tricks.

    What a seat laid `aside` is told as a whole or not at all.
    """

    kind: ClassVar[str] = "audit"
    depends_on: ClassVar[tuple[str, ...]] = ("varsava_overtake_ruffs", *COSTS)
    result_needs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "legal": ("aside",),
        "points": ("talon", "aside"),
        "sides": ("talon", "aside"),
        "piles": ("talon", "aside"),
    }
    all_tricks: ClassVar[int] = TRICKS
    pack: ClassVar[Pack] = TAROCK_54
    strength: ClassVar[Strength] = strength
    play_kind: ClassVar[type[Play]] = Play
    contract: Contract
    dealer: Seat = spec(known="dealer")
    declarer: Seat
    leader: Seat = spec(known="leader")
    tricks: tuple[tuple[Card, ...], ...]
    variant: Variant | None = None
    partner: Seat | None = None
    talon: tuple[Card, ...] | None = None
    aside: Mapping[Seat, tuple[Card, ...]] | None = None

    def validate(self) -> None:
        fits(self.contract, self.variant)
        validate_sides(self.contract, self.variant, (self.forehand, self.declarer), self.partner)
        require_at_most("talon", self.talon, TALON)
        for seat, cards in (self.aside or {}).items():
            declares = seat == self.declarer
            require_at_most(f"aside.{seat}", cards, takes(self.contract, self.variant, declares))
        super().validate()

    @property
    def play_rules(self) -> tuple[AnyRule, ...]:
        return PLAY_RULES if self.variant == "varsava" else SUIT_RULES

    @property
    def forehand(self) -> int:
        return (self.dealer + 1) % SEATS

    def places(self) -> Mapping[str, Iterable[Card]]:
        aside = {f"aside.{seat}": cards for seat, cards in (self.aside or {}).items()}
        return {**super().places(), "talon": self.talon or (), **aside}

    def situation(self, n: int) -> Mapping[str, object]:
        return {"contract": self.contract, "variant": self.variant}

    def find_breaches(self, house: HouseRules) -> Iterator[audits.Breach]:
        """Cards laid aside (trick 0), a wrong first lead, a Varšava not to be called, any card."""
        for discard in self.discards:
            yield from self._wrongly_aside(*discard, house)
        lead = Lead(
            contract=self.contract, dealer=self.dealer, declarer=self.declarer, seat=self.leader
        )
        if self.tricks and leads_out_of_turn(lead, house):
            yield audits.Breach(1, self.leader, self.tricks[0][0], LEAD)
        cards = list(super().find_breaches(house))
        if self.variant == "varsava" and (more := self.forehands_taroks[MOST_TAROKS:]):
            n = self.played[self.forehand].index(more[0]) + 1
            cards.append(audits.Breach(n, self.forehand, more[0], CALL))
        yield from sorted(cards, key=lambda breach: breach.trick)

    @property
    def discards(self) -> Iterator[tuple[Seat, Discard]]:
        """What each seat laid aside, as a question: of the hand is known what was played later."""
        for seat, cards in (self.aside or {}).items():
            took = takes(self.contract, self.variant, seat == self.declarer)
            if cards:
                hand = (*cards, *self.played[seat])
                yield seat, Discard(hand=hand, aside=cards, took=took)

    def _wrongly_aside(
        self, seat: Seat, discard: Discard, house: HouseRules
    ) -> Iterator[audits.Breach]:
        """The breaches of one seat, each card that should not lie there; what proves a tarok there
        is the first card played that should have lain there instead.
        """
        for rule in TALON_RULES:
            if isinstance(found := rule.find(discard, house), Broken):
                cards = found.facts.get("cards")
                later = enumerate(self.played[seat], 1)
                plain = (audits.Proof(card, n) for n, card in later if not is_kept_last(card))
                proof = next(plain, None) if rule.id == NO_TAROK else None
                for card in cards if isinstance(cards, tuple) else discard.aside[-1:]:
                    yield audits.Breach(0, seat, card, rule.id, proof)

    def _find_possible_breaches(self, house: HouseRules) -> Iterator[audits.PossibleBreach]:
        """Also plain cards still to come of a seat that laid a tarok aside."""
        yield from super()._find_possible_breaches(house)
        for seat, discard in self.discards:
            if any(card.suit == TAROK for card in discard.aside) and self.needs[seat]:
                plain = (card for card in self.unplaced if not is_kept_last(card))
                yield from (audits.PossibleBreach(seat, card, NO_TAROK) for card in plain)

    @property
    def forehands_taroks(self) -> tuple[Card, ...]:
        return of_suit(self.played[self.forehand], TAROK)

    @property
    def _too_many(self) -> tuple[Card, ...]:
        if self.variant != "varsava" or self.finished:
            return ()
        lacking = MOST_TAROKS + 1 - len(self.forehands_taroks)
        taroks = of_suit(self.unplaced, TAROK)[:lacking]
        may_come = 0 < lacking == len(taroks) <= self.needs[self.forehand]
        return taroks if may_come else ()

    def undecided_rules(self, house: HouseRules) -> frozenset[str]:
        """The rules that may have been broken; in a Varšava it may not have been one to call."""
        return super().undecided_rules(house) | ({CALL} if self._too_many else set())

    def ways_to_bar(self, house: HouseRules) -> Iterator[audits.Barred]:
        """What each seat must not have held; the forehand of a Varšava as few taroks as can be."""
        for barred in super().ways_to_bar(house):
            taroks = of_suit(self.unplaced, TAROK) if self._too_many else ()
            for room in range(max(len(self._too_many), 1)):
                fewer = {*barred[self.forehand], *taroks[room:]}
                yield [fewer if seat == self.forehand else b for seat, b in enumerate(barred)]

    def ways_to_prove(self, house: HouseRules) -> Iterator[tuple[int, Sequence[Card]]]:
        yield from super().ways_to_prove(house)
        if self._too_many:
            yield self.forehand, self._too_many

    @cached_property
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        """What each seat won, with what it laid aside and the talon cards of a Varšava."""
        piles: list[list[Card]] = [[] for _ in range(SEATS)]
        for seat, cards in (self.aside or {}).items():
            piles[seat] += cards
        added = list(self.talon or ()) if self.variant == "varsava" else []
        for at, (won, trick) in enumerate(zip(self.winners, self.whole, strict=True)):
            piles[won] += [*trick, *added[at : at + 1]]
        return tuple(map(tuple, piles))

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """The pile of each seat, counted."""
        return tuple(map(count, self.piles))

    def count_together(self, seats: Iterable[int]) -> Count:
        """The piles of some seats, counted as one."""
        counts = [self.counts[seat] for seat in seats]
        return Count(sum(each.cards for each in counts), sum(each.worth for each in counts))

    @property
    def all_counted(self) -> bool:
        """True if every card that counts for the declarer's side, or in a Varšava, is known."""
        if self.variant == "varsava":
            return len(self.talon or ()) == TALON
        sizes = {seat: len(cards) for seat, cards in (self.aside or {}).items()}
        own = sizes.get(self.declarer, 0)
        if is_alone(self.contract, self.variant):
            known = self.contract != "preferanc" or self.variant is not None
            return known and own == takes(self.contract, self.variant, declares=True)
        return self.partner is not None and sum(sizes.values()) == TALON

    def result(self, house: HouseRules) -> AuditResult:
        breaches, won = self.breaches(house), self.winners
        points = {str(seat): each.points for seat, each in enumerate(self.counts)}
        return {
            "breaches": [breach.as_data() for breach in breaches],
            "proofs": audits.proofs_of(breaches),
            "winners": list(won),
            "points": points,
            "sides": _sides(self),
            "piles": points if self.variant == "varsava" else None,
            "tricks": {str(seat): won.count(seat) for seat in range(SEATS)},
            "last": {"seat": won[-1], "card": str(self.last_card)} if self.finished else None,
            "pagat": _pagat(self) if self.finished else None,
            "valat": _valat(self) if self.finished else None,
        }

    def entry(self) -> Mapping[str, Json] | None:
        """The deal, once all tricks are there, as far as they show it: the sheet asks the rest."""
        return dump_entry(self.as_deal()) if self.finished else None

    def as_deal(self) -> Deal:
        """The finished deal as on the sheet; without points unless all that counts is known."""
        deal = Deal(self.declarer, self.contract, self.variant, self.dealer, partner=self.partner)
        known = self.all_counted
        if self.variant == "varsava":
            points = tuple(each.points for each in self.counts)
            sizes = tuple(each.cards for each in self.counts)
            return replace(deal, points=points, piles=sizes) if known else deal
        pagat, valat, druha = _pagat(self), _valat(self), self.contract == "druha"
        return replace(
            deal,
            points=self.count_together(deal.side).points if known else None,
            pagat=Pagat(Seat(pagat["seat"]), druha, pagat["made"]) if pagat else None,
            valat=Valat(valat) if valat else None,
        )


def _sides(audit: Audit) -> SidesData | None:
    """The points of the sides so far; of a finished deal whose cards are known they sum to 70."""
    known = audit.partner is not None or is_alone(audit.contract, audit.variant)
    if audit.variant == "varsava" or not known:
        return None
    side = {audit.declarer, audit.declarer if audit.partner is None else audit.partner}
    ours = audit.count_together(side)
    whole = audit.finished and audit.all_counted
    others = ours.other if whole else audit.count_together({*range(SEATS)} - side).points
    return {"declarer": ours.points, "opponents": others}


def _pagat(audit: Audit) -> PagatData | None:
    """Whose pagát came to trick 12, or was bound to, and whether it won it (taroky.pagat)."""
    if audit.variant == "varsava":
        return None
    if PAGAT not in audit.tricks[-1]:
        bound = audit.contract == "druha"
        return {"seat": audit.declarer, "made": False} if bound else None
    won = audit.winners
    owner = (won[-2] + audit.tricks[-1].index(PAGAT)) % SEATS
    return {"seat": owner, "made": won[-1] == owner}


def _valat(audit: Audit) -> Side | None:
    side = {audit.declarer, audit.partner}
    sides: set[Side] = {"declarer" if seat in side else "opponents" for seat in audit.winners}
    alone = audit.variant == "varsava"
    return sides.pop() if len(sides) == 1 and not alone else None


CALL_RULE = Rule(CALL, Play, None, penalty=penalty)
LEAD_RULE = Rule(LEAD, Play, None, "invalid", take_back)
"""Asked of an audit as a whole; of one card it would be another kind."""


def _applies_to_a_card(rule: AnyRule) -> Callable[[Audit, HouseRules], bool]:
    """Whether a rule applies to any card of a deal: those of a Varšava are sought in no other."""
    to_a_card = audits.applies_to_a_card(rule)
    if rule not in (*VARSAVA_RULES, CALL_RULE):
        return to_a_card
    return lambda audit, house: audit.variant == "varsava" and to_a_card(audit, house)


def _lies_aside(rule: AnyRule) -> Callable[[Audit, HouseRules], bool]:
    """Whether a rule on cards laid aside applies to any of a deal."""

    def applies(audit: Audit, house: HouseRules) -> bool:
        return any(rule.applies(discard, house) for _, discard in audit.discards)

    return applies


AUDIT_RULES = (
    *audits.audit_rules((*PLAY_RULES, CALL_RULE, LEAD_RULE), Audit, _applies_to_a_card),
    *audits.audit_rules((rule for rule in TALON_RULES if rule.costs), Audit, _lies_aside),
)

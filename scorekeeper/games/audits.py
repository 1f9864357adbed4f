"""Audits of the trick games: what the tricks themselves prove, and what is still open.

A breach is a card that was not allowed, with what proves it or might still prove it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self, TypedDict, TypeVar

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Seat, copy_with, made
from scorekeeper.games.tricks import (
    Strength,
    Tricks,
    share,
    validate_tricks,
    winner,
    winners,
)
from scorekeeper.referee import rule_table
from scorekeeper.referee.dispute import CardPlayed, Dispute
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, Rule


class BreachData(TypedDict):
    """A breach as case files print it."""

    trick: int
    seat: int
    card: str
    rule: str


class ProofData(TypedDict):
    """What proves a breach: a `card` that was allowed, and the later `trick` it was played to."""

    card: str
    trick: int


class Proof(NamedTuple):
    """A card that would have been allowed, and the later trick (from 1) it was played to."""

    card: Card
    trick: int


@dataclass(frozen=True)
class Breach:
    """A card that was not allowed: in which trick (from 1), from which seat, by which rule."""

    trick: int
    seat: int
    card: Card
    rule: str
    proof: Proof | None = None

    def as_data(self) -> BreachData:
        """The breach without its proof."""
        card = str(self.card)
        return {"trick": self.trick, "seat": int(self.seat), "card": card, "rule": self.rule}


def proofs_of(breaches: Iterable[Breach]) -> list[ProofData | None]:
    """What proves each breach; a wrong first lead needs no proof."""
    proofs = (breach.proof for breach in breaches)
    return [{"card": str(proof.card), "trick": proof.trick} if proof else None for proof in proofs]


class PossibleBreach(NamedTuple):
    """A card that would prove a breach of a rule, if the seat had it among those still to come."""

    seat: int
    card: Card
    rule: str


PlayedCard = tuple[int, int, CardPlayed[Any]]
"""A card that lies there: in which trick (from 1), from which seat, as a question, which knows of
the hand what was played later. A bare tuple: an audit makes one for each card of the pack.
"""


A = TypeVar("A", bound="TrickAudit[Any]")
T = TypeVar("T")
H_contra = TypeVar("H_contra", bound=HouseRules, contravariant=True)

STRIDE = 29
"""How far cards that come together in a hand that is made up lie apart in the pack."""
Barred = Sequence[Collection[Card]]
"""For each seat the cards that it can no longer hold, if all it played was allowed."""


@dataclass(frozen=True, kw_only=True)
class TrickAudit(Dispute[H_contra], ABC):
    """The root of audits: a deal trick by trick, in the order played; perhaps only its beginning.

    A whole deal of the `pack` has `all_tricks`; the last trick that is told may be unfinished.
    Each card is a question of the class `play_kind`, which the `play_rules` decide. They are all
    asked at once, so what the cards prove is found once for a house and remembered as long as the
    audit itself. A kind declares `leader` and `tricks` once more at their place among its own
    fields, which is the order in which forms ask for them.
    """

    lists_breaches: ClassVar[bool] = True
    all_tricks: ClassVar[int]
    seats: ClassVar[int] = 4
    pack: ClassVar[Pack]
    strength: ClassVar[Strength]
    play_kind: ClassVar[type[CardPlayed[Any]]]
    leader: Seat
    tricks: tuple[tuple[Card, ...], ...]

    @property
    @abstractmethod
    def play_rules(self) -> tuple[AnyRule, ...]:
        """The rules that a card of this deal may break, in the table's order."""

    def validate(self) -> None:
        validate_tricks(self.tricks, self.all_tricks, self.seats)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The tricks: `tricks.0`, `tricks.1`, …"""
        return {f"tricks.{at}": trick for at, trick in enumerate(self.tricks)}

    @cached_property
    def whole(self) -> Tricks:
        return [trick for trick in self.tricks if len(trick) == self.seats]

    @cached_property
    def finished(self) -> bool:
        return len(self.whole) == self.all_tricks

    @cached_property
    def winners(self) -> tuple[int, ...]:
        return winners(self.leader, self.whole, type(self).strength, self.seats)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seat that led each trick, and the one that leads next."""
        return (self.leader, *self.winners)

    @property
    def last_card(self) -> Card:
        """The card that won the last trick of a finished deal."""
        last = self.whole[-1]
        return last[winner(last, type(self).strength)]

    @cached_property
    def taken(self) -> tuple[tuple[Card, ...], ...]:
        won: list[list[Card]] = [[] for _ in range(self.seats)]
        for seat, trick in zip(self.winners, self.whole, strict=True):
            won[seat] += trick
        return tuple(map(tuple, won))

    @cached_property
    def played(self) -> tuple[tuple[Card, ...], ...]:
        hands: list[list[Card]] = [[] for _ in range(self.seats)]
        for leader, trick in zip(self.leaders, self.tricks, strict=False):
            for place, card in enumerate(trick, leader):
                hands[place % self.seats].append(card)
        return tuple(map(tuple, hands))

    def trick_winners(self) -> tuple[int, ...]:
        return self.winners

    @abstractmethod
    def situation(self, n: int) -> Mapping[str, object]:
        """What a question on a card of trick `n` (from 1) tells but `trick`, `card` and `hand`."""

    @cached_property
    def plays(self) -> tuple[PlayedCard, ...]:
        found: list[PlayedCard] = []
        played, seats, kind = self.played, self.seats, self.play_kind
        for at, (leader, trick) in enumerate(zip(self.leaders, self.tricks, strict=False)):
            facts = dict(self.situation(at + 1))
            for place, card in enumerate(trick):
                seat = (leader + place) % seats
                facts["trick"], facts["card"] = trick[:place], card
                facts["hand"] = played[seat][at:]
                found.append((at + 1, seat, made(kind, facts)))
        return tuple(found)

    # --- what is proven --------------------------------------------------------------------------

    def breaches(self, house: H_contra) -> tuple[Breach, ...]:
        """The breaches by this house, found once."""
        return self._once(self.find_breaches, house)

    def _once(self, find: Callable[[H_contra], Iterator[T]], house: H_contra) -> tuple[T, ...]:
        key = find.__name__, id(house)
        if key not in self._found:
            self._found[key] = house, tuple(find(house))
        return self._found[key][1]

    @cached_property
    def _found(self) -> dict[tuple[str, int], tuple[HouseRules, tuple[Any, ...]]]:
        """By what the house is: it stands there as well, so that no other one can be the same."""
        return {}

    def find_breaches(self, house: H_contra) -> Iterator[Breach]:
        """Every card that was not allowed, in the order played, as later cards prove."""
        rules = rule_table.in_force(self.play_rules, self.play_kind, house)
        for n, seat, question in self.plays:
            if rule := rule_table.broken_first(rules, question, house):
                later = enumerate((question.hand or ())[1:], start=n + 1)
                others = ((copy_with(question, card=card), card, at) for at, card in later)
                proofs = (
                    Proof(card, at)
                    for other, card, at in others
                    if not rule_table.broken_first(rules, other, house)
                )
                yield Breach(n, seat, question.card, rule, next(proofs, None))

    # --- what is still open ----------------------------------------------------------------------

    @cached_property
    def unplaced(self) -> tuple[Card, ...]:
        lying = {card for cards in self.places().values() for card in cards}
        return tuple(card for card in self.pack.cards if card not in lying)

    @property
    def needs(self) -> tuple[int, ...]:
        return tuple(self.all_tricks - len(cards) for cards in self.played)

    def undecided_rules(self, house: H_contra) -> frozenset[str]:
        """The rules that may have been broken, as cards still to come would prove."""
        return frozenset(doubt.rule for doubt in self.possible_breaches(house))

    def leaves_open(self, rule: str, house: H_contra) -> bool:
        """True if a rule may have been broken, as cards still to come would prove."""
        return not self.finished and rule in self.undecided_rules(house)

    def possible_breaches(self, house: H_contra) -> tuple[PossibleBreach, ...]:
        """The cards that would prove a breach, found once."""
        return () if self.finished else self._once(self._find_possible_breaches, house)

    def _find_possible_breaches(self, house: H_contra) -> Iterator[PossibleBreach]:
        rules = rule_table.in_force(self.play_rules, self.play_kind, house)
        for _, seat, question in self.plays:
            unseen = copy_with(question, hand=None)
            depends = any(rule.find(unseen, house) for rule in rules)
            for card in self.unplaced if depends and self.needs[seat] else ():
                held = copy_with(question, hand=(*(question.hand or ()), card))
                if rule := rule_table.broken_first(rules, held, house):
                    yield PossibleBreach(seat, card, rule)

    def ways_to_bar(self, house: H_contra) -> Iterator[Barred]:
        """What each seat must not have held, if all that lies there was allowed."""
        possible_breaches = self.possible_breaches(house)
        yield [{d.card for d in possible_breaches if d.seat == seat} for seat in range(self.seats)]

    def ways_to_prove(self, house: H_contra) -> Iterator[tuple[int, Sequence[Card]]]:
        return ((doubt.seat, (doubt.card,)) for doubt in self.possible_breaches(house))

    def completions(self, house: H_contra) -> Iterator[Self]:
        """The deal played to its end: once without a breach, once with one that its end proves.

        There are none if somebody broke a rule and nobody can tell who.
        """
        ways = ((barred, self._dealt(barred)) for barred in self.ways_to_bar(house))
        legal = next(((barred, hands) for barred, hands in ways if hands), None)
        if legal is None or not self.undecided_rules(house):
            return
        yield self._played_on(legal[1], house)
        for seat, proof in self.ways_to_prove(house):
            if hands := self._dealt(legal[0], seat, proof) or self._dealt([()] * 4, seat, proof):
                yield self._played_on(hands, house)
                return

    def _dealt(
        self, barred: Barred, seat: int = 0, proof: Sequence[Card] = ()
    ) -> tuple[tuple[Card, ...], ...] | None:
        """The cards that are still to come, shared out; the proof goes to a seat."""
        if len(proof) > self.needs[seat]:
            return None
        given = [tuple(proof) if at == seat else () for at in range(self.seats)]
        needs = [need - len(cards) for need, cards in zip(self.needs, given, strict=True)]
        rest = [card for card in self._mixed() if card not in proof]
        hands = share(rest, needs, barred)
        return hands and tuple((*hand, *cards) for hand, cards in zip(hands, given, strict=True))

    def _mixed(self) -> list[Card]:
        """The cards that are still to come, in an order that makes hands of several suits."""
        every = self.pack.cards
        mixed = {card: at * STRIDE % len(every) for at, card in enumerate(every)}
        return sorted(self.unplaced, key=mixed.__getitem__)

    def _played_on(self, hands: Sequence[tuple[Card, ...]], house: H_contra) -> Self:
        """The deal with these cards played as the rules allow."""
        left, leader, done = list(hands), self.leaders[-1], list(self.whole)
        trick = self.tricks[len(done)] if len(done) < len(self.tricks) else ()
        while any(left):
            seat = (leader + len(trick)) % self.seats
            hand = left[seat]
            facts = {**self.situation(len(done) + 1), "trick": trick, "hand": hand}
            every = [made(self.play_kind, {**facts, "card": card}) for card in hand]
            card = rule_table.allowed(self.play_rules, every, house)[0].card
            left[seat] = tuple(each for each in hand if each != card)
            trick = (*trick, card)
            if len(trick) == self.seats:
                leader = (leader + winner(trick, type(self).strength)) % self.seats
                done, trick = [*done, trick], ()
        return replace(self, tricks=tuple(done))


def audit_rules(
    rules: Iterable[AnyRule],
    audit: type[A],
    applies: Callable[[AnyRule], Callable[[A, Any], bool]] | None = None,
) -> tuple[AnyRule, ...]:
    """Rules as rules of an audit: what its cards prove, instead of one play; where it depends on
    cards still to come, tricks are missing. Each applies as `applies` says, or as to a card.
    """
    return tuple(
        Rule(
            rule.id,
            audit,
            _proves(rule),
            rule.offence,
            rule.penalty,
            rule.when,
            (applies or applies_to_a_card)(rule),
            ours=rule.ours,
        )
        for rule in rules
    )


def applies_to_a_card(rule: AnyRule) -> Callable[[TrickAudit[Any], HouseRules], bool]:
    def applies(audit: TrickAudit[Any], house: HouseRules) -> bool:
        return (
            any(breach.rule == rule.id for breach in audit.breaches(house))
            or any(rule.applies(question, house) for _, _, question in audit.plays)
            or audit.leaves_open(rule.id, house)
        )

    return applies


def _proves(rule: AnyRule) -> Callable[[TrickAudit[Any], HouseRules], Finding]:
    def find(audit: TrickAudit[Any], house: HouseRules) -> Finding:
        for breach in audit.breaches(house):
            if breach.rule == rule.id:
                return Broken({"n": breach.trick, "seat": breach.seat, "card": breach.card})
        return Missing("tricks") if audit.leaves_open(rule.id, house) else None

    return find

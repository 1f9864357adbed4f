"""What the trick games share: who wins a trick, what follows suit, what an audit proves."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypedDict, TypeVar

from scorekeeper.cards import Card
from scorekeeper.house import HouseRules
from scorekeeper.places import require_at_most
from scorekeeper.referee import (
    AnyRule,
    Broken,
    Dispute,
    Finding,
    GameHouse,
    Missing,
    Rule,
    broken_first,
    in_force,
)
from scorekeeper.schema import Invalid, Seat

A = TypeVar("A", bound="TrickAudit")

Strength = Callable[[Card, str], int]
"""Orders the cards of a trick: the height of a card, given the suit that was led."""
Tricks = Sequence[tuple[Card, ...]]


def winner(trick: Sequence[Card], strength: Strength) -> int:
    """The place in a trick (0 is the lead) of the card that wins it.

    >>> by_rank = lambda card, led: "789TJQKA".index(card.rank) if card.suit == led else -1
    >>> winner((Card("9", "H"), Card("A", "S"), Card("J", "H")), by_rank)
    2
    """
    led = trick[0].suit
    heights = [strength(card, led) for card in trick]
    return heights.index(max(heights))


def of_suit(cards: Iterable[Card], suit: str) -> tuple[Card, ...]:
    """The cards of a suit, in order."""
    return tuple([card for card in cards if card.suit == suit])


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


@dataclass(frozen=True)
class Breach:
    """A card that was not allowed: in which trick (from 1), from which seat, by which rule.

    `proof` is a card that would have been allowed, and the trick in which it was played later.
    """

    trick: int
    seat: int
    card: Card
    rule: str
    proof: tuple[Card, int] | None = None

    def as_data(self) -> BreachData:
        """The breach without its proof."""
        card = str(self.card)
        return {"trick": self.trick, "seat": int(self.seat), "card": card, "rule": self.rule}


def proofs_of(breaches: Iterable[Breach]) -> list[ProofData | None]:
    """What proves each breach; a wrong first lead needs no proof."""
    proofs = (breach.proof for breach in breaches)
    return [{"card": str(proof[0]), "trick": proof[1]} if proof else None for proof in proofs]


@dataclass(frozen=True, kw_only=True)
class TrickAudit(Dispute, ABC):
    """The root of audits: a deal trick by trick, in the order played; perhaps only its first ones.

    A whole deal has `all_tricks`. Each card is a question of the class `play_kind`, which the
    `play_rules` decide. They are all asked at once, so what the cards prove is found once for a
    house and remembered as long as the audit itself. A kind declares `leader` and `tricks` once
    more at their place among its own fields, which is the order in which forms ask for them.
    """

    lists_breaches: ClassVar[bool] = True
    all_tricks: ClassVar[int]
    play_kind: ClassVar[type[Dispute]]
    play_rules: ClassVar[tuple[AnyRule, ...]]
    leader: Seat
    tricks: tuple[tuple[Card, ...], ...]

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The tricks: `tricks.0`, `tricks.1`, …"""
        return {f"tricks.{at}": trick for at, trick in enumerate(self.tricks)}

    @property
    def finished(self) -> bool:
        """True if all tricks of the deal are there."""
        return len(self.tricks) == self.all_tricks

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seat that won each trick."""

    def trick_winners(self) -> tuple[int, ...]:
        """The seat that won each trick."""
        return self.winners

    @abstractmethod
    def play(
        self, n: int, trick: tuple[Card, ...], card: Card, hand: tuple[Card, ...] | None = None
    ) -> Dispute:
        """A card of trick `n` (from 1) as a question; `trick` are the cards before it."""

    def find_breaches(self, house: GameHouse) -> Iterator[Breach]:
        """Every card that was not allowed, in the order played, as later cards prove."""
        rules = in_force(self.play_rules, self.play_kind, house)

        def broken(
            n: int, trick: tuple[Card, ...], card: Card, hand: tuple[Card, ...]
        ) -> str | None:
            return broken_first(rules, self.play(n, trick, card, hand), house)

        return find_breaches(self.tricks, (self.leader, *self.winners), broken)

    def breaches(self, house: HouseRules) -> tuple[Breach, ...]:
        """The breaches by this house, found once."""
        known = self._breaches.get(house)
        if known is None:
            known = self._breaches[house] = tuple(self.find_breaches(house))
        return known

    @cached_property
    def unseen(self) -> tuple[Dispute, ...]:
        """The plays of an unfinished deal as questions that know no hand; none of a whole one."""
        return tuple(
            self.play(n, trick[:place], card)
            for n, trick in enumerate(() if self.finished else self.tricks, start=1)
            for place, card in enumerate(trick)
        )

    @cached_property
    def _breaches(self) -> dict[HouseRules, tuple[Breach, ...]]:
        return {}


def check_tricks(tricks: Tricks, most: int, seats: int) -> None:
    """Raises Invalid if there are too many tricks, or one has not a card of each seat."""
    require_at_most("tricks", tricks, most)
    for at, trick in enumerate(tricks):
        if len(trick) != seats:
            raise Invalid(f"tricks.{at}", "wrong-number", n=seats)


def winners(leader: int, tricks: Tricks, strength: Strength, seats: int) -> tuple[int, ...]:
    """The seat that won each trick; it led the next."""
    won = []
    for trick in tricks:
        leader = (leader + winner(trick, strength)) % seats
        won.append(leader)
    return tuple(won)


Judge = Callable[[int, tuple[Card, ...], Card, tuple[Card, ...]], str | None]
"""The rule that a card breaks, or None: number of the trick from 1, cards before it, the card, and
the cards that its player is known to have held, the card first."""


def find_breaches(tricks: Tricks, leaders: Sequence[int], broken: Judge) -> Iterator[Breach]:
    """Every card that was not allowed, as the later cards of its player prove.

    `leaders` is the seat that led each trick.
    """
    seats = len(tricks[0]) if tricks else 0
    played = [cards_of(tricks, leaders, seat, seats) for seat in range(seats)]
    for at, trick in enumerate(tricks):
        for place, card in enumerate(trick):
            seat = (leaders[at] + place) % seats
            hand, before = played[seat][at:], trick[:place]
            if rule := broken(at + 1, before, card, hand):
                later = enumerate(hand[1:], start=at + 2)
                proofs = ((c, n) for n, c in later if not broken(at + 1, before, c, hand))
                yield Breach(at + 1, seat, card, rule, next(proofs, None))


def audit_rules(rules: Iterable[AnyRule], audit: type[A]) -> tuple[AnyRule, ...]:
    """Rules on plays as rules of an audit: what its cards prove, instead of one card.

    Where a rule cannot tell without a hand, tricks are missing.
    """
    return tuple(
        Rule(rule.id, audit, _proves(rule), rule.offence, rule.penalty, rule.when) for rule in rules
    )


def _proves(rule: AnyRule) -> Callable[[TrickAudit, HouseRules], Finding]:
    def find(audit: TrickAudit, house: HouseRules) -> Finding:
        for breach in audit.breaches(house):
            if breach.rule == rule.id:
                return Broken({"n": breach.trick, "seat": breach.seat, "card": breach.card})
        undecided = any(rule.find(play, house) for play in audit.unseen)
        return Missing("tricks") if undecided else None

    return find


def cards_of(tricks: Tricks, leaders: Sequence[int], seat: int, seats: int) -> tuple[Card, ...]:
    """The cards that a seat played, trick by trick, as the leaders of the tricks are known."""
    return tuple(
        trick[(seat - leader) % seats] for trick, leader in zip(tricks, leaders, strict=False)
    )

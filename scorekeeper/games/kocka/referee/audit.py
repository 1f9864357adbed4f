"""The audit of a round: what the tricks themselves prove, and what they are worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NotRequired, TypedDict

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.fields import spec
from scorekeeper.games.kocka.entries import POINTS, SEATS, Round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.plays import PLAY_RULES, TRICKS, Play, strength
from scorekeeper.games.kocka.scoring import score_round
from scorekeeper.games.tricks import (
    BreachData,
    ProofData,
    TrickAudit,
    audit_rules,
    check_tricks,
    proofs_of,
    winners,
)
from scorekeeper.referee import AnyRule, Dispute
from scorekeeper.schema import Json, Seat
from scorekeeper.sheet import dump_entry, sum_of


class AuditResult(TypedDict):
    """What the tricks prove: the `breaches` in order and the proof of each, the seat that won each
    trick, and `points` per seat: the score of the round, or while it is unfinished those taken.

    Only a finished round has `no_trick`, the seats without one, and `durch`, whose it was if any.
    """

    breaches: list[BreachData]
    proofs: list[ProofData | None]
    winners: list[int]
    points: list[int]
    no_trick: NotRequired[list[int]]
    durch: NotRequired[int | None]


@dataclass(frozen=True, kw_only=True)
class Audit(TrickAudit):
    """A round trick by trick, in the order played; perhaps only its first tricks."""

    kind: ClassVar[str] = "audit"
    all_tricks: ClassVar[int] = TRICKS
    play_kind: ClassVar[type[Dispute]] = Play
    play_rules: ClassVar[tuple[AnyRule, ...]] = PLAY_RULES
    leader: Seat = spec(known="leader")
    tricks: tuple[tuple[Card, ...], ...]

    def check(self) -> None:
        """Raises Invalid unless every trick has four cards."""
        check_tricks(self.tricks, TRICKS, SEATS)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seat that won each trick."""
        return winners(self.leader, self.tricks, strength, SEATS)

    def play(
        self, n: int, trick: tuple[Card, ...], card: Card, hand: tuple[Card, ...] | None = None
    ) -> Play:
        """A card of trick `n` (from 1) as a question; `trick` are the cards before it."""
        return Play(trick=trick, card=card, trick_no=n, hand=hand)

    @cached_property
    def taken(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat won."""
        won: list[list[Card]] = [[] for _ in range(SEATS)]
        for seat, trick in zip(self.winners, self.tricks, strict=True):
            won[seat] += trick
        return tuple(map(tuple, won))

    def as_round(self) -> Round:
        """The finished round as it is written on the sheet."""
        for seat, cards in enumerate(self.taken):
            if len(cards) == len(FRENCH_32.cards):
                return Round(durch=Seat(seat))
        owned = ((card, Seat(seat)) for seat, cards in enumerate(self.taken) for card in cards)
        owners = {card: seat for card, seat in owned if card in POINTS}
        without = frozenset(Seat(seat) for seat, cards in enumerate(self.taken) if not cards)
        return Round(cards=owners, no_trick=without)

    def result(self, house: HouseRules) -> AuditResult:
        """Breaches, winners and points; of a finished round also who took nothing or all."""
        breaches = self.breaches(house)
        result: AuditResult = {
            "breaches": [breach.as_data() for breach in breaches],
            "proofs": proofs_of(breaches),
            "winners": list(self.winners),
            "points": [sum(POINTS.get(card, 0) for card in cards) for cards in self.taken],
        }
        if self.finished:
            entry = self.as_round()
            result["points"] = list(sum_of(score_round(entry), SEATS))
            result["no_trick"] = [seat for seat, cards in enumerate(self.taken) if not cards]
            result["durch"] = entry.durch
        return result

    def entry(self) -> Mapping[str, Json] | None:
        """The round, once all its tricks are there."""
        return dump_entry(self.as_round()) if self.finished else None


AUDIT_RULES = audit_rules(PLAY_RULES, Audit)

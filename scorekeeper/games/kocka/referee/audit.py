"""The audit of a round: what the tricks themselves prove, and what they are worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NotRequired, TypedDict

from scorekeeper.cards import FRENCH_32, Card, Pack
from scorekeeper.fields import spec
from scorekeeper.games.audits import TrickAudit, audit_rules
from scorekeeper.games.breaches import BreachData, ProofData, proofs_of
from scorekeeper.games.kocka.entries import POINTS, SEATS, Round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.milestones import milestones
from scorekeeper.games.kocka.referee.penalties import OTHER_COSTS
from scorekeeper.games.kocka.referee.plays import PLAY_RULES, TRICKS, Play, strength
from scorekeeper.games.kocka.scoring import score_round
from scorekeeper.games.tricks import Strength
from scorekeeper.referee import AnyRule
from scorekeeper.schema import Json, Seat
from scorekeeper.sheet import dump_entry, sum_of


class AuditResult(TypedDict):
    """What the tricks prove: the `breaches` in order and the proof of each, the seat that won each
    trick, and `points` per seat: the score of the round, or while it is unfinished those taken.

    Only a finished round has `no_trick`, the seats without one, `durch`, whose it was if any, and
    `milestones`, what else it is remembered for.
    """

    breaches: list[BreachData]
    proofs: list[ProofData | None]
    winners: list[int]
    points: list[int]
    no_trick: NotRequired[list[int]]
    durch: NotRequired[int | None]
    milestones: NotRequired[list[str]]


@dataclass(frozen=True, kw_only=True)
class Audit(TrickAudit):
    """A round trick by trick, in the order played; perhaps only its beginning."""

    kind: ClassVar[str] = "audit"
    depends_on: ClassVar[tuple[str, ...]] = OTHER_COSTS
    all_tricks: ClassVar[int] = TRICKS
    pack: ClassVar[Pack] = FRENCH_32
    strength: ClassVar[Strength] = strength
    play_kind: ClassVar[type[Play]] = Play
    play_rules: ClassVar[tuple[AnyRule, ...]] = PLAY_RULES
    leader: Seat = spec(known="leader")
    tricks: tuple[tuple[Card, ...], ...]

    def situation(self, n: int) -> Mapping[str, object]:
        """The number of the trick."""
        return {"trick_no": n}

    def as_round(self) -> Round:
        """The finished round as it is written on the sheet."""
        fallen = frozenset(milestones(self.tricks))
        for seat, cards in enumerate(self.taken):
            if len(cards) == len(FRENCH_32.cards):
                return Round(durch=Seat(seat), milestones=fallen)
        owned = ((card, Seat(seat)) for seat, cards in enumerate(self.taken) for card in cards)
        owners = {card: seat for card, seat in owned if card in POINTS}
        without = frozenset(Seat(seat) for seat, cards in enumerate(self.taken) if not cards)
        return Round(cards=owners, no_trick=without, milestones=fallen)

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
            result["milestones"] = list(milestones(self.tricks))
        return result

    def entry(self) -> Mapping[str, Json] | None:
        """The round, once all its tricks are there."""
        return dump_entry(self.as_round()) if self.finished else None


AUDIT_RULES = audit_rules(PLAY_RULES, Audit)

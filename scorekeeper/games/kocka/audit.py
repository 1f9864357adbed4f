"""The audit of a round: what the tricks themselves prove, and what they are worth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.games.kocka.disputes import (
    TRICKS,
    Cink,
    Claim,
    DokladackaPlay,
    DurchShown,
    Lead,
    Look,
    Pass,
    Play,
    RoundScore,
    Trigger,
    Turn,
    plain_round,
)
from scorekeeper.games.kocka.entries import POINTS, SEATS, Round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.rules import RULES, strength
from scorekeeper.games.kocka.scoring import score_round
from scorekeeper.games.tricks import (
    Breach,
    audit_rules,
    breaches,
    check_tricks,
    told_proofs,
    winners,
)
from scorekeeper.plain import Seat
from scorekeeper.referee import Dispute, first_broken
from scorekeeper.sheet import sum_of


@dataclass(frozen=True)
class Audit(Dispute):
    """A round trick by trick, in the order played; perhaps only its first tricks."""

    kind: ClassVar[str] = "audit"
    leader: Seat
    tricks: tuple[tuple[Card, ...], ...]

    def check(self) -> None:
        """Raises Unreadable unless every trick has four cards."""
        check_tricks(self.tricks, TRICKS, SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The tricks."""
        return {f"tricks.{at}": trick for at, trick in enumerate(self.tricks)}

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Breaches, winners and points."""
        return audited(self, house)

    def entry(self) -> Mapping[str, Any] | None:
        """The round, once all its tricks are told."""
        return plain_round(entry_of(self)) if len(self.tricks) == TRICKS else None


def winners_of(audit: Audit) -> tuple[int, ...]:
    """The seat that won each trick."""
    return winners(audit.leader, audit.tricks, strength, SEATS)


def breaches_of(audit: Audit, house: HouseRules) -> Iterator[Breach]:
    """Every card that its player was not allowed to play, as his later cards prove."""
    return breaches(
        audit.leader,
        audit.tricks,
        strength,
        SEATS,
        lambda n, trick, card, hand: first_broken(RULES, Play(trick, card, n, hand), house),
    )


def unseen(audit: Audit) -> Iterator[Play]:
    """The plays of an unfinished audit, from hands that are not known."""
    if len(audit.tricks) < TRICKS:
        for at, trick in enumerate(audit.tricks):
            for place, card in enumerate(trick):
                yield Play(trick[:place], card, at + 1)


def taken(audit: Audit) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat won."""
    won: list[list[Card]] = [[] for _ in range(SEATS)]
    for seat, trick in zip(winners_of(audit), audit.tricks, strict=True):
        won[seat] += trick
    return tuple(map(tuple, won))


def entry_of(audit: Audit) -> Round:
    """The finished round as it is written on the sheet."""
    won = taken(audit)
    for seat, cards in enumerate(won):
        if len(cards) == len(FRENCH_32.cards):
            return Round(durch=Seat(seat))
    owned = ((card, Seat(seat)) for seat, cards in enumerate(won) for card in cards)
    owners = {card: seat for card, seat in owned if card in POINTS}
    without = frozenset(Seat(seat) for seat, cards in enumerate(won) if not cards)
    return Round(cards=owners, no_trick=without)


def audited(audit: Audit, house: HouseRules) -> Mapping[str, Any]:
    """Breaches, winners and points; of an unfinished round the points so far."""
    wrong = tuple(breaches_of(audit, house))
    found: dict[str, Any] = {
        "breaches": [breach.told() for breach in wrong],
        "proofs": told_proofs(wrong),
        "winners": list(winners_of(audit)),
    }
    if len(audit.tricks) < TRICKS:
        points = [sum(POINTS.get(card, 0) for card in cards) for cards in taken(audit)]
        return {**found, "points": points}
    told = entry_of(audit)
    return {
        **found,
        "points": list(sum_of(score_round(told), SEATS)),
        "no_trick": sorted(told.no_trick) if told.durch is None else others(told.durch),
        "durch": told.durch,
    }


def others(seat: int) -> list[int]:
    """All seats but one."""
    return [other for other in range(SEATS) if other != seat]


AUDIT_RULES = audit_rules(RULES, Play, Audit, breaches_of, unseen)
DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    Lead,
    Pass,
    Turn,
    Look,
    Claim,
    DurchShown,
    DokladackaPlay,
    Cink,
    Trigger,
    RoundScore,
    Audit,
)

"""A round that ends early: who throws in the rest of a hand takes everything that is left (1e)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.kocka.entries import POINTS, ROUND, SEATS, Round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.durch import durch_round
from scorekeeper.games.kocka.scoring import score_round
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Missing, Rule
from scorekeeper.schema import Invalid, Json, Seat
from scorekeeper.sheet import dump_entry, spread, sum_of


class ClaimResult(TypedDict, total=False):
    """Penalty `points` per seat, all 28 of the round; those of a `durch` if it was one."""

    durch: bool
    points: list[int]


@dataclass(frozen=True, kw_only=True)
class ThrownIn(Dispute, ABC):
    """The root of questions on cards thrown in by a `seat`.

    If nobody else has a trick it is a durch that was shown: then it has to be said whether somebody
    could still stop it (`stoppable`).
    """

    field: ClassVar[str]
    """The field that says what each seat won before."""
    seat: Seat
    stoppable: bool | None = None

    @property
    @abstractmethod
    def won(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards that each seat won before."""

    def check(self) -> None:
        """Raises Invalid for piles that are no tricks, and if there is nothing left to take."""
        for seat, cards in self.won.items():
            if len(cards) % SEATS:
                whole = -(-len(cards) // SEATS) * SEATS
                raise Invalid(f"{self.field}.{seat}", "wrong-number", n=whole)
        everything = [card for cards in self.won.values() for card in cards]
        require_at_most(self.field, everything, len(FRENCH_32.cards) - SEATS)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What each seat has won."""
        return {f"{self.field}.{seat}": cards for seat, cards in self.won.items()}

    @property
    def shows_durch(self) -> bool:
        """True if nobody else has a trick: the cards are shown for a durch (1e, 3)."""
        return not any(cards for seat, cards in self.won.items() if seat != self.seat)

    def as_round(self) -> Round | None:
        """The round as it is written on the sheet; None as long as it is not known."""
        if self.shows_durch:
            return None if self.stoppable is None else durch_round(self.seat, self.stoppable)
        points = {s: sum(POINTS.get(c, 0) for c in cards) for s, cards in self.won.items()}
        points[self.seat] = points.get(self.seat, 0) + ROUND - sum(points.values())
        won = {self.seat, *(seat for seat, cards in self.won.items() if cards)}
        without = frozenset(map(Seat, range(SEATS))) - won
        return Round(points=spread(SEATS, points), no_trick=without)

    def result(self, house: HouseRules) -> ClaimResult:
        """Penalty points per seat: everything left goes to who threw in (kocka.claim)."""
        entry = self.as_round()
        if not self.shows_durch:
            return {"points": list(entry.taken)} if entry else {}
        if entry is None:
            return {"durch": True}
        return {"durch": True, "points": list(sum_of(score_round(entry), SEATS))}

    def entry(self) -> Mapping[str, Json] | None:
        """The round, once it is known."""
        entry = self.as_round()
        return dump_entry(entry) if entry else None


@dataclass(frozen=True, kw_only=True)
class Claim(ThrownIn):
    """A player threw in the rest of a hand; `taken` is what each seat has won so far."""

    kind: ClassVar[str] = "claim"
    field: ClassVar[str] = "taken"
    seat: Seat
    taken: Mapping[Seat, tuple[Card, ...]]
    stoppable: bool | None = None

    @property
    def won(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards that each seat won before."""
        return self.taken


@dataclass(frozen=True, kw_only=True)
class Unturned(ThrownIn):
    """A player left tricks unturned: that counts as thrown in.

    `tricks` is what each seat won before the first of them.
    """

    kind: ClassVar[str] = "unturned"
    field: ClassVar[str] = "tricks"
    seat: Seat
    tricks: Mapping[Seat, tuple[Card, ...]]
    stoppable: bool | None = None

    @property
    def won(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards that each seat won before."""
        return self.tricks


def is_unknown_durch(thrown: ThrownIn, house: HouseRules) -> Missing | None:
    """kocka.round.durch-caught (1e, 3): whether a durch that was shown could be stopped."""
    return Missing("stoppable") if thrown.as_round() is None else None


def shows_durch(thrown: ThrownIn, house: HouseRules) -> bool:
    """True if it was a durch that was shown."""
    return thrown.shows_durch


CLAIM_RULES: tuple[AnyRule, ...] = tuple(
    rule
    for kind in (Claim, Unturned)
    for rule in (
        Rule("kocka.round.durch-caught", kind, is_unknown_durch, offence="", applies=shows_durch),
        Rule("kocka.claim", kind),
    )
)

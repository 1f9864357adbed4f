"""What can be recorded in Černá kočka, and what is refused and why.

Rules: kocka.points (source 1a), kocka.round.* (1f, 3, 5), kocka.game.* (1g, 2), kocka.renonc (6).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from scorekeeper import sheet
from scorekeeper.cards import FRENCH_32, Card, codes
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.plain import Seat, part, type_of
from scorekeeper.referee import Penalty
from scorekeeper.sheet import Entry, Refusal

SEATS = 4
ROUND = 28
"""Penalty points in a round (kocka.points)."""

POINTS: Mapping[Card, int] = {
    FRENCH_32.parse(code): points
    for points, cards in (
        (5, "AH"),
        (4, "KH"),
        (3, "QH"),
        (2, "JH"),
        (1, "TH 9H 8H 7H"),
        (10, "QS"),
    )
    for code in cards.split()
}
"""The penalty cards with their points (kocka.points, source 1a)."""


@dataclass(frozen=True)
class Round(Entry):
    """A round, told in one of four ways.

    `points` per seat (one may be None: what is missing to 28), or `cards`: penalty card → seat
    that took it, with `rest` taking all that are not named; or the seat that made a `durch`, or
    that showed a durch which was caught. `no_trick` are the seats that took no trick.
    """

    type: ClassVar[str] = "round"
    counted: ClassVar[bool] = True
    points: tuple[int | None, ...] | None = part(None, at_least=0, at_most=ROUND)
    cards: Mapping[Card, Seat] | None = part(None, among=POINTS)
    rest: Seat | None = None
    no_trick: frozenset[Seat] = frozenset()
    durch: Seat | None = None
    durch_caught: Seat | None = None

    def so_far(self) -> tuple[int, ...] | None:
        """Penalty points per seat as far as told."""
        return self.taken or None

    @property
    def by_cards(self) -> bool:
        """Whether the round is told by its nine penalty cards."""
        return self.cards is not None or self.rest is not None

    @property
    def owners(self) -> Mapping[Card, Seat]:
        """Penalty card → seat that took it, as far as known."""
        given = self.cards or {}
        if self.rest is None:
            return given
        return {card: given.get(card, self.rest) for card in POINTS}

    @property
    def taken(self) -> tuple[int, ...]:
        """Penalty points per seat before the bonus for no trick, as far as known."""
        if self.by_cards:
            pairs = tuple(self.owners.items())
            return tuple(
                sum(POINTS.get(card, 0) for card, owner in pairs if owner == seat)
                for seat in range(SEATS)
            )
        points = self.points or ()
        left = ROUND - sum(p for p in points if p is not None)
        return tuple(left if p is None else p for p in points)


@dataclass(frozen=True)
class Dokladacka(Entry):
    """The interlude at 50 points: who lost it, and how (kocka.game.dokladacka, source 2)."""

    type: ClassVar[str] = "dokladacka"
    loser: Seat
    how: Literal["last-card", "renonc"] = "last-card"


@dataclass(frozen=True)
class SkipDokladacka(Entry):
    """The table leaves the dokládačka out, on purpose."""

    type: ClassVar[str] = "skip-dokladacka"


@dataclass(frozen=True)
class Barrage(Entry):
    """A round between those who share the highest total: their points (kocka.game.barrage)."""

    type: ClassVar[str] = "barrage"
    points: Mapping[Seat, int]


@dataclass(frozen=True)
class Renonc(Entry):
    """A revoke and its penalty (kocka.renonc, source 6).

    Without `points` the round is void and `seat` buys a round of drinks; with them the others
    have agreed how many points are added to him, and the round counts.
    """

    type: ClassVar[str] = "renonc"
    seat: Seat
    rule: Literal[
        "kocka.follow",
        "kocka.first-lead",
        "kocka.lead",
        "kocka.pass",
        "kocka.pass.first-send",
        "kocka.turn",
        "kocka.look",
    ] = "kocka.follow"
    points: int | None = part(None, at_least=1, at_most=100)


ENTRIES: tuple[type[Entry], ...] = (Round, Dokladacka, SkipDokladacka, Barrage, Renonc)


def fine(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Any] | None:
    """The entry, as plain data, that writes what a breach cost; None if the sheet has none.

    How many points the others agreed on is added to it as `points` (kocka.renonc).
    """
    kind = penalty["kind"] if penalty else None
    if kind == "lost":
        return {"type": "dokladacka", "loser": seat, "how": "renonc"}
    if kind in ("void", "points") and rule in get_args(type_of(Renonc, "rule")):
        return {"type": "renonc", "seat": seat, "rule": rule}
    return None


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Černá kočka stands.

    `due`: a dokládačka has to be played. `dokladackas` are its losers so far, `barrage` the
    seats that play on for the loss, `voids` who made a round void by a renonc.
    """

    due: bool = False
    dokladackas: tuple[int, ...] = ()
    barrage: tuple[int, ...] = ()
    voids: tuple[int, ...] = ()
    loser: int | None = None

    @property
    def bought(self) -> tuple[int, ...]:
        """Rounds of drinks that each seat has to buy (kocka.game.pay, source 4 and 6)."""
        payers = (*self.dokladackas, *self.voids, self.loser)
        return tuple(payers.count(seat) for seat in range(SEATS))


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken now, or None (section 7 of the rules document)."""
    if entry.type not in standing.next:
        return Refusal(_out_of_place(entry, standing), "type")
    if isinstance(entry, Round):
        return check_round(entry)
    if isinstance(entry, Barrage):
        return _check_barrage(entry, standing)
    return None


def check_round(entry: Round) -> Refusal | None:
    """Why a round cannot have been so (kocka.round.*), or None."""
    return _check_way(entry) or _check_points(entry) or _check_no_trick(entry)


def _out_of_place(entry: Entry, standing: Standing) -> str:
    if standing.barrage:
        return "kocka.game.barrage.due"
    if standing.over:
        return "kocka.game.end.over"
    if standing.due:
        return "kocka.game.dokladacka.due"
    if isinstance(entry, Barrage):
        return "kocka.game.barrage.not-due"
    return "kocka.game.dokladacka.not-due"


def _check_way(entry: Round) -> Refusal | None:
    ways = (entry.points, entry.by_cards or None, entry.durch, entry.durch_caught)
    given = [way for way in ways if way is not None]
    if not given:
        return Refusal("kocka.round.nothing", "points")
    if len(given) > 1:
        return Refusal("kocka.round.two-ways", "points")
    return None


def _check_points(entry: Round) -> Refusal | None:
    if entry.by_cards:
        return _check_cards(entry)
    if entry.points is None:
        return None
    if len(entry.points) != SEATS:
        return Refusal("kocka.round.seats", "points", {"n": len(entry.points)})
    if (unknown := entry.points.count(None)) > 1:
        return Refusal("kocka.round.unknown", "points", {"n": unknown - 1})
    return _check_sum(entry.taken)


def _check_sum(taken: tuple[int, ...]) -> Refusal | None:
    total = sum(taken)
    if total > ROUND or min(taken) < 0:
        over = total - ROUND if total > ROUND else -min(taken)
        return Refusal("kocka.round.sum.over", "points", {"sum": ROUND + over, "n": over})
    if total < ROUND:
        return Refusal("kocka.round.sum.short", "points", {"sum": total, "n": ROUND - total})
    return None


def _check_cards(entry: Round) -> Refusal | None:
    if strange := [card for card in entry.cards or () if card not in POINTS]:
        return Refusal("kocka.round.cards.no-points", "cards", {"cards": codes(strange)})
    if missing := [card for card in POINTS if card not in entry.owners]:
        facts = {"cards": codes(missing), "sum": sum(entry.taken), "n": len(missing)}
        return Refusal("kocka.round.cards.missing", "cards", facts)
    return None


def _check_no_trick(entry: Round) -> Refusal | None:
    if entry.durch is not None or entry.durch_caught is not None:
        return _check_no_trick_of_durch(entry)
    if len(entry.no_trick) == SEATS:
        return Refusal("kocka.round.no-trick.all", "no_trick")
    for seat in sorted(entry.no_trick):
        if taken := entry.taken[seat]:
            facts = {"seat": seat, "n": taken}
            return Refusal("kocka.round.no-trick.points", "no_trick", facts)
    if len(entry.no_trick) == SEATS - 1:
        (seat,) = set(map(Seat, range(SEATS))) - entry.no_trick
        return Refusal("kocka.round.durch.ask", "no_trick", {"seat": seat}, Round(durch=seat))
    return None


def _check_no_trick_of_durch(entry: Round) -> Refusal | None:
    """A durch leaves no trick to the others; a caught one leaves the bonus to nobody."""
    others = frozenset(range(SEATS)) - {entry.durch}
    if entry.no_trick and (entry.durch is None or entry.no_trick != others):
        return Refusal("kocka.round.durch.no-trick", "no_trick")
    return None


def _check_barrage(entry: Barrage, standing: Standing) -> Refusal | None:
    tied = standing.barrage
    if set(entry.points) != set(tied):
        return Refusal("kocka.game.barrage.seats", "points", {"seats": tied})
    taken = sum(points for points in entry.points.values() if points > 0)
    if taken > ROUND:
        return Refusal("kocka.round.sum.over", "points", {"sum": taken, "n": taken - ROUND})
    if any(not -ROUND <= points <= ROUND for points in entry.points.values()):
        return Refusal("kocka.game.barrage.range", "points")
    return None

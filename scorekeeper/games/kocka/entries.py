"""What can be recorded in Černá kočka, and where a match of it stands.

Rules: kocka.points (source 1a), kocka.round.* (1f, 3, 5), kocka.game.* (1g, 2), kocka.renonc (6).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, Literal

from scorekeeper.core import sheet
from scorekeeper.core.arithmetic import Term, Terms, total, value
from scorekeeper.core.cards import FRENCH_32, Card
from scorekeeper.core.schema import Invalid, Json, LoadContext, RuleId, Seat, load, spec
from scorekeeper.core.sheet import Apart, Data, Entry, PaperEntry, PenaltyEntry
from scorekeeper.referee.rule_table import Penalty

SEATS = 4
NO_TRICK = -1
"""What a round without a trick is worth (kocka.round.no-trick)."""

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
ROUND = sum(POINTS.values())
"""Penalty points in a round (kocka.sum)."""


NOBODY = "nobody"
"""What a form says for: none of them took a trick."""

Milestone = Literal["absolutni-stych", "cachnov", "kadov", "hofmani-tah", "poctiva-barva"]
"""What may have happened in a round that its points do not tell (source 5)."""


@dataclass(frozen=True)
class Round(Entry):
    """A round, written in one of four ways.

    `points` per seat (None where they follow: 0 without a trick, one what is missing to 28), or
    `cards`: penalty card → seat that took it, with `rest` taking all that are not named; or the
    seat that made a `durch`, or that showed a durch which was caught. `no_trick` are the seats that
    took no trick, None if nobody told it; instead `took` may say who of those without points did
    take one. Of a round that was gone through trick by trick its `milestones` are known.
    """

    type: ClassVar[str] = "round"
    numbered: ClassVar[bool] = True
    apart: ClassVar[Apart] = Apart(
        fields=(
            *product(("points",), ("cards", "rest")),
            ("durch", "durch_caught"),
            *product(("durch", "durch_caught"), ("points", "cards", "rest", "no_trick")),
        ),
        seats=(("no_trick", "cards"), ("no_trick", "rest")),
        values={"took": tuple((NOBODY, str(seat)) for seat in range(SEATS))},
    )
    points: tuple[int | None, ...] | None = spec(None, ge=0, le=ROUND)
    cards: Mapping[Card, Seat] | None = spec(None, cards=POINTS)
    rest: Seat | None = None
    no_trick: frozenset[Seat] | None = frozenset()
    took: frozenset[Seat] | None = None
    durch: Seat | None = None
    durch_caught: Seat | None = None
    milestones: frozenset[Milestone] = frozenset()

    def so_far(self) -> tuple[int | None, ...] | None:
        open_ones = () if self.by_cards else self.known_points
        return (open_ones if open_ones.count(None) > 1 else self.taken) or None

    @classmethod
    def from_shorthand(cls, submitted: Data) -> Data:
        """JSON data of what a form sent: nobody's silence tells who of those without points took a
        trick. If three have none, they are a durch when nobody did.
        """
        data = dict(submitted)
        pointless = pointless_in(data)
        took = answer_of(data, pointless)
        data.pop("took", None)
        if data.get("no_trick") or not pointless:
            return data
        if took == [NOBODY] and len(pointless) == SEATS - 1:
            return {"durch": (set(range(SEATS)) - set(pointless)).pop()}
        clear = took and (NOBODY not in took or len(took) == 1)
        return data | {"no_trick": [s for s in pointless if s not in took] if clear else None}

    @classmethod
    def to_shorthand(cls, data: Data) -> Data:
        """What a form shows of JSON data: who of those without points took a trick."""
        pointless, none = pointless_in(data), data.get("no_trick", [])
        if not pointless or none is None or "took" in data:
            return data
        took: list[int | str] = [seat for seat in pointless if seat not in none]
        return {**data, "no_trick": [], "took": [*(took or [NOBODY]), about(pointless)]}

    @property
    def without(self) -> frozenset[Seat] | None:
        """The seats that took no trick; None if nobody told it."""
        return self.no_trick if self.took is None else self.pointless - self.took

    @property
    def pointless(self) -> frozenset[Seat]:
        """The seats without points; none where somebody made a durch, or showed one."""
        return frozenset(Seat(seat) for seat, points in enumerate(self.taken) if not points)

    @property
    def by_cards(self) -> bool:
        return self.cards is not None or self.rest is not None

    @property
    def owners(self) -> Mapping[Card, Seat]:
        """Penalty card → seat that took it, as far as known."""
        given = self.cards or {}
        if self.rest is None:
            return given
        return {card: given.get(card, self.rest) for card in POINTS}

    @property
    def took_all(self) -> Seat | None:
        """The seat that took all the points, if one did."""
        if not self.by_cards:
            return next((Seat(at) for at, n in enumerate(self.taken) if n == ROUND), None)
        owners = self.owners
        seats = {owners.get(card) for card in POINTS}
        return seats.pop() if len(seats) == 1 else None

    @cached_property
    def taken(self) -> tuple[int, ...]:
        """Penalty points per seat before the bonus for no trick, as far as known."""
        return tuple(map(value, self.reckoned))

    @cached_property
    def reckoned(self) -> tuple[Terms, ...]:
        """How the points of each seat come about: by his cards, as they were told, or as what the
        others leave.
        """
        if self.by_cards:
            owners = self.owners.items()
            return tuple(_of_cards([c for c, s in owners if s == seat]) for seat in range(SEATS))
        known = self.known_points
        left = (Term(ROUND), *(Term(points, "-") for points in known if points))
        return tuple(left if points is None else (Term(points),) for points in known)

    @property
    def known_points(self) -> tuple[int | None, ...]:
        """`points` with a 0 for who took no trick, and for everybody if the others have all 28.

        A single one that is open is what the others leave.
        """
        points = self.points or ()
        if points.count(None) < 2:
            return points
        bare = self.no_trick or frozenset()
        whole = sum(each for each in points if each) >= ROUND
        return tuple(0 if p is None and (whole or s in bare) else p for s, p in enumerate(points))


NAMED = {
    FRENCH_32.parse(code): word
    for code, word in {"QS": "cat", "AH": "ace", "KH": "king", "QH": "queen", "JH": "jack"}.items()
}
"""The penalty cards that are called by a name of their own, and that word."""


def _of_cards(cards: Collection[Card]) -> Terms:
    """What some cards come to: those that have a name one by one, the small hearts together."""
    figures = [(word, POINTS[card]) for card, word in NAMED.items() if card in cards]
    small = sum(POINTS.get(card, 0) for card in cards) - sum(n for _, n in figures)
    return total([*figures, *([("small", small)] if small else [])] or [("", 0)])


def pointless_in(data: Mapping[str, Any]) -> tuple[int, ...]:
    """The seats without points, by the data of a form; none before it tells all 28."""
    told = {name: data[name] for name in ("points", "cards", "rest") if name in data}
    try:
        entry = load(Round, told, LoadContext(SEATS, FRENCH_32))
    except Invalid:
        return ()
    points = entry.so_far() or ()
    whole = all(each is not None and each >= 0 for each in points) and sum(entry.taken) == ROUND
    return tuple(sorted(entry.pointless)) if whole else ()


ABOUT = "of-"


def about(pointless: Iterable[int]) -> str:
    """What goes along with an answer: of whom it was asked who took a trick."""
    return ABOUT + "".join(map(str, pointless))


def answer_of(data: Mapping[str, Any], pointless: Iterable[int]) -> list[int | str]:
    """Who of those without points took a trick, by the data of a form; empty if one of them had
    points when it was asked.
    """
    told = data.get("took") or []
    asked = "".join(each for each in map(str, told) if each.startswith(ABOUT)) or about(pointless)
    known = all(str(seat) in asked for seat in pointless)
    return [each for each in told if each in (*pointless, NOBODY)] if known else []


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


FOLLOW = RuleId("kocka.follow")


@dataclass(frozen=True)
class Renonc(PenaltyEntry):
    """A revoke and its penalty (kocka.renonc, source 6).

    Without `points` the round is void and `seat` buys a round of drinks; with them the others
    have agreed how many points are added to that seat, and the round counts.
    """

    type: ClassVar[str] = "renonc"
    penalties: ClassVar[tuple[str, ...]] = ("void", "points")
    cases: ClassVar[tuple[str, ...]] = (
        # A verdict may only put these right (house rule); a table may write them all the same.
        "kocka.first-lead",
        "kocka.lead",
        "kocka.turn",
        "kocka.look",
    )
    rule: RuleId = FOLLOW
    points: int | None = spec(None, ge=1, le=100, agreed=True, shown="a sentence over the button")


@dataclass(frozen=True)
class Paper(PaperEntry):
    """What stood on paper of a game that goes on; perhaps a dokládačka is `due`."""

    rule: ClassVar[str] = "kocka.points.paper"
    points: tuple[int, ...] = spec(ge=-999, le=99)
    dealer: Seat = spec()
    played: int = spec(0, ge=0, le=999)
    due: bool = False


ENTRIES: tuple[type[Entry], ...] = (Round, Dokladacka, SkipDokladacka, Barrage, Renonc, Paper)


def penalty_entry(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Json] | None:
    """The penalty as an entry (JSON), or None if the sheet records no penalty for this rule.

    How many points the others agreed on is added to it as `points` (kocka.renonc).
    """
    kind = penalty.kind if penalty else None
    if kind == "lost":
        return {"type": "dokladacka", "loser": seat, "how": "renonc"}
    if kind in Renonc.penalties:
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

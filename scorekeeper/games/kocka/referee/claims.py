"""A round that ends early: who throws in the rest of a hand takes everything that is left (1e).

A round that all want to end early, since no points are left; the source says nothing of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar, Self, TypedDict

from scorekeeper.core.cards import FRENCH_32, Card
from scorekeeper.core.schema import Invalid, Json, Seat, copies_with, spec
from scorekeeper.core.sheet import dump_entry, points_by_seat
from scorekeeper.games.kocka.entries import POINTS, ROUND, SEATS, Round
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee.durch import durch_round
from scorekeeper.games.kocka.referee.plays import TRICKS
from scorekeeper.games.kocka.scoring import round_points
from scorekeeper.referee.dispute import Dispute, require_at_most, require_number, require_within
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has

PerSeat = tuple[int | None, ...] | None
"""A number of each seat; None where nobody knows it."""


class ClaimResult(TypedDict, total=False):
    """Penalty `points` per seat, all 28 of the round; those of a `durch` if it was one. Who has
    `no_trick` gets a point off besides (kocka.round.no-trick).
    """

    durch: bool
    points: list[int]
    no_trick: list[int]


@dataclass(frozen=True, kw_only=True)
class ThrownIn(Dispute[HouseRules]):
    """The root of questions on cards thrown in by a `seat`.

    Tricks and points that the others won before are told by their numbers or by the cards; where
    neither numbers nor cards tell of a seat, nobody knows. Cards alone tell of every seat. If
    nobody else has a trick it is a durch that was shown: then it has to be said whether somebody
    could still stop it (`stoppable`).
    """

    field: ClassVar[str]
    """The field that says what each seat won before."""
    seat: Seat
    won_tricks: PerSeat
    won_points: PerSeat
    stoppable: bool | None

    @property
    def won(self) -> Mapping[Seat, tuple[Card, ...]] | None:
        """The cards that each seat won before, as far as they are told."""
        cards: Mapping[Seat, tuple[Card, ...]] | None = getattr(self, self.field)
        return cards

    @classmethod
    def from_form(cls, given: dict[str, Json]) -> dict[str, Json]:
        """Cards of one player tell nothing of the others."""
        cards, numbers = given.get(cls.field), given.get("won_tricks")
        if not isinstance(cards, Mapping) or not cards:
            return {name: value for name, value in given.items() if name != cls.field}
        said = numbers if isinstance(numbers, list) else [None] * SEATS
        tricks = [
            len(pile) // SEATS if isinstance(pile := cards.get(str(at)), list) else said[at]
            for at in range(SEATS)
        ]
        return {**given, "won_tricks": tricks}

    def validate(self) -> None:
        """Raises Invalid for piles that are no tricks, for numbers that cannot be true together,
        and if there is nothing left to take.
        """
        for seat, cards in (self.won or {}).items():
            if len(cards) % SEATS:
                whole = -(-len(cards) // SEATS) * SEATS
                raise Invalid(f"{self.field}.{seat}", "wrong-number", n=whole)
        everything = [card for cards in (self.won or {}).values() for card in cards]
        require_at_most(self.field, everything, len(FRENCH_32.cards) - SEATS)
        for name in ("won_tricks", "won_points"):
            told = getattr(self, name) or [None] * SEATS
            require_number(name, told, SEATS)
            for at, n in enumerate(told):
                known = self._by_cards(Seat(at), name)
                if None not in (n, known) and n != known:
                    raise Invalid(f"{name}.{at}", "not-a-choice", choices=str(known))
        self._check_sums()

    def _check_sums(self) -> None:
        """Raises Invalid for more points than so many tricks hold, or than are left."""
        tricks = [self.tricks_of(Seat(seat)) for seat in range(SEATS)]
        points = [self.points_of(Seat(seat)) for seat in range(SEATS)]
        require_within("won_tricks", sum(filter(None, tricks)), TRICKS - 1)
        require_within("won_points", sum(filter(None, points)), ROUND)
        for at, (n, worth) in enumerate(zip(tricks, points, strict=True)):
            if n is not None and worth is not None:
                require_within(f"won_points.{at}", worth, most_in(n))
        if None not in tricks and None not in points and not _dealt(tricks, points):
            raise Invalid("won_points", "impossible-points")
        left = TRICKS - sum(filter(None, tricks))
        if None not in points and ROUND - sum(filter(None, points)) > most_in(left):
            raise Invalid("won_points", "too-small", least=ROUND - most_in(left))

    def _by_cards(self, seat: Seat, name: str) -> int | None:
        """What the cards say of a seat's `won_tricks` or `won_points`."""
        if self.won is None or (seat not in self.won and self.won_tricks is not None):
            return None
        cards = self.won.get(seat, ())
        if name == "won_tricks":
            return len(cards) // SEATS
        return sum(POINTS.get(card, 0) for card in cards)

    def tricks_of(self, seat: Seat) -> int | None:
        told = self.won_tricks[seat] if self.won_tricks else None
        return self._by_cards(seat, "won_tricks") if told is None else told

    def points_of(self, seat: Seat) -> int | None:
        """How many points were in them; in no tricks there are none."""
        if self.tricks_of(seat) == 0:
            return 0
        told = self.won_points[seat] if self.won_points else None
        return self._by_cards(seat, "won_points") if told is None else told

    def has_trick(self, seat: Seat) -> bool | None:
        """True if a seat had won a trick; None if nobody knows."""
        tricks = self.tricks_of(seat)
        return True if self.points_of(seat) else None if tricks is None else tricks > 0

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {f"{self.field}.{seat}": cards for seat, cards in (self.won or {}).items()}

    @property
    def others(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(SEATS) if seat != self.seat)

    @property
    def shows_durch(self) -> bool | None:
        """True if nobody else has a trick: the cards are shown for a durch (1e, 3)."""
        have = [self.has_trick(seat) for seat in self.others]
        return False if True in have else None if None in have else True

    @property
    def lacks(self) -> str | None:
        """The first fact without which nothing can be said."""
        if self.shows_durch is None:
            return "won_tricks"
        if self.shows_durch:
            return "stoppable" if self.stoppable is None else None
        known = [self.points_of(seat) for seat in self.others]
        return "won_points" if None in known else None

    def unknown(self) -> tuple[str, ...]:
        return (self.lacks,) if self.lacks else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with no tricks for those of whom nothing is known, and with one for somebody; as
        it can have been.
        """
        for way in self._ways():
            with suppress(Invalid):
                way.validate()
                yield way

    def _ways(self) -> Iterator[Self]:
        open_tricks = [seat for seat in self.others if self.has_trick(seat) is None]
        if self.shows_durch is not False:
            none = self._with(dict.fromkeys(open_tricks, 0), {})
            yield replace(none, stoppable=bool(self.stoppable))
        if self.shows_durch:
            yield replace(self, stoppable=True)
            return
        some = self._with({seat: int(seat == open_tricks[0]) for seat in open_tricks}, {})
        open_points = [seat for seat in self.others if some.points_of(seat) is None]
        for worths in product(range(ROUND + 1), repeat=len(open_points)):
            yield some._with({}, dict(zip(open_points, worths, strict=True)))

    def _with(self, tricks: Mapping[Seat, int], points: Mapping[Seat, int]) -> Self:
        every = [Seat(seat) for seat in range(SEATS)]
        return replace(
            self,
            won_tricks=tuple(tricks.get(seat, self.tricks_of(seat)) for seat in every),
            won_points=tuple(points.get(seat, self.points_of(seat)) for seat in every),
        )

    def as_round(self) -> Round | None:
        """The round as it is written on the sheet; None as long as it is not known."""
        if self.lacks:
            return None
        if self.shows_durch and self.stoppable is not None:
            return durch_round(self.seat, self.stoppable)
        points = {seat: self.points_of(seat) or 0 for seat in self.others}
        points[self.seat] = ROUND - sum(points.values())
        have = {seat: self.has_trick(seat) for seat in self.others}
        without = frozenset(seat for seat, has in have.items() if has is False)
        no_trick = None if None in have.values() else without
        return Round(points=points_by_seat(SEATS, points), no_trick=no_trick)

    def result(self, house: HouseRules) -> ClaimResult:
        """Penalty points per seat: everything left goes to who threw in (kocka.claim)."""
        entry = self.as_round()
        if self.shows_durch:
            return {"durch": True, "points": round_points(entry)} if entry else {"durch": True}
        if entry is None:
            return {}
        taken: ClaimResult = {"points": list(entry.taken)}
        return {**taken, "no_trick": sorted(entry.no_trick)} if entry.no_trick else taken

    def entry(self) -> Mapping[str, Json] | None:
        """The round, once it is known; who took no trick is asked there if nobody told it."""
        entry = self.as_round()
        return dump_entry(entry) if entry else None


def _dealt(tricks: Sequence[int | None], points: Sequence[int | None]) -> bool:
    """True if the penalty cards of the pack can lie so in all tricks."""
    room = [SEATS * (n or 0) for n in tricks]
    piles = [*zip(room, (worth or 0 for worth in points), strict=True)]
    rest = (SEATS * TRICKS - sum(room), ROUND - sum(worth or 0 for worth in points))
    return _lies(tuple(sorted(POINTS.values(), reverse=True)), (*piles, rest))


def _lies(cards: tuple[int, ...], piles: tuple[tuple[int, int], ...]) -> bool:
    """True if cards of these worths fill piles, each with room for so many and worth so much."""
    if not cards:
        return not any(worth for _room, worth in piles)
    first, *others = cards
    return any(
        _lies(tuple(others), (*piles[:at], (room - 1, worth - first), *piles[at + 1 :]))
        for at, (room, worth) in enumerate(piles)
        if room and worth >= first
    )


def most_in(tricks: int) -> int:
    """The most penalty points that so many tricks can hold."""
    return sum(sorted(POINTS.values(), reverse=True)[: tricks * SEATS])


@dataclass(frozen=True, kw_only=True)
class Claim(ThrownIn):
    """A player threw in the rest of a hand; `taken` is what each seat has won so far."""

    kind: ClassVar[str] = "claim"
    field: ClassVar[str] = "taken"
    seat: Seat
    won_tricks: PerSeat = spec(None, ge=0, le=TRICKS - 1, optional=True)
    won_points: PerSeat = spec(None, ge=0, le=ROUND, optional=True)
    taken: Mapping[Seat, tuple[Card, ...]] | None = None
    stoppable: bool | None = spec(None, optional=True)


@dataclass(frozen=True, kw_only=True)
class Unturned(ThrownIn):
    """A player left tricks unturned: that counts as thrown in.

    `tricks` is what each seat won before the first of them.
    """

    kind: ClassVar[str] = "unturned"
    field: ClassVar[str] = "tricks"
    seat: Seat
    won_tricks: PerSeat = spec(None, ge=0, le=TRICKS - 1, optional=True)
    won_points: PerSeat = spec(None, ge=0, le=ROUND, optional=True)
    tricks: Mapping[Seat, tuple[Card, ...]] | None = None
    stoppable: bool | None = spec(None, optional=True)


def is_unknown_durch(thrown: ThrownIn, house: HouseRules) -> Missing | None:
    """kocka.round.durch-caught (1e, 3): whether a durch that was shown could be stopped."""
    return Missing("stoppable") if thrown.lacks == "stoppable" else None


def lacks_the_others(thrown: ThrownIn, house: HouseRules) -> Missing | None:
    """kocka.claim (1e): who else has a trick, and with how many points; nobody can break it."""
    lacks = thrown.lacks
    return Missing(lacks) if lacks in ("won_tricks", "won_points") else None


def makes_durch(thrown: ThrownIn, house: HouseRules) -> bool:
    """True of a durch that was shown, and that nobody could stop."""
    return thrown.shows_durch is True and thrown.stoppable is False


CLAIM_RULES = tuple(
    rule
    for kind in (Claim, Unturned)
    for rule in (
        Rule("kocka.round.durch", kind, applies=makes_durch),
        Rule(
            "kocka.round.durch-caught",
            kind,
            is_unknown_durch,
            offence="",
            applies=has("shows_durch"),
        ),
        Rule("kocka.claim", kind, lacks_the_others, offence=""),
    )
)


@dataclass(frozen=True)
class Stopped(Dispute[HouseRules]):
    """Somebody wants to stop a round: penalty points not taken yet, and who has no trick yet."""

    kind: ClassVar[str] = "stop"
    points_left: int | None = spec(None, ge=0, le=ROUND, optional=True)
    without: frozenset[Seat] | None = spec(None, optional=True)

    def validate(self) -> None:
        if len(self.without or ()) == SEATS and self.points_left not in (None, ROUND):
            raise Invalid("points_left", "too-small", least=ROUND)

    def unknown(self) -> tuple[str, ...]:
        return () if self.points_left or self.without else super().unknown()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        lacking = self.unknown()
        nothing = self
        for name in lacking:
            [nothing] = copies_with(nothing, name, [0 if name == "points_left" else frozenset()])
        if lacking:
            yield nothing
            something = 1 if lacking[0] == "points_left" else frozenset({Seat(0)})
            yield from copies_with(nothing, lacking[0], [something])


def stops_too_early(stopped: Stopped, house: HouseRules) -> Finding:
    """kocka.stop: only if no card can change the round: no points, and a trick for everybody."""
    if stopped.points_left:
        return Broken({"wrong": "stop-points"})
    if stopped.without:
        return Broken({"wrong": "stop-trick"})
    if stopped.points_left is None:
        return Missing("points_left")
    return Missing("without") if stopped.without is None else None


ENDING_RULES = (Rule("kocka.stop", Stopped, stops_too_early, "invalid", ours=("onward",)),)

"""Talon cards that are drawn or refused, where the called tarok lay, and folding a deal whose
called tarok came from the talon (sections 4 and 5).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.core.cards import TAROCK_54, Card
from scorekeeper.core.schema import Invalid, Json, Seat, copies_with, spec
from scorekeeper.core.sheet import Facts, seats_after
from scorekeeper.games.taroky.entries import SEATS, TALON
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.auction import Called, filled
from scorekeeper.games.taroky.referee.penalties import COSTS, immediate, renonc
from scorekeeper.referee.dispute import (
    Dispute,
    require_at_most,
    require_in_hand,
    require_number,
    require_once,
    require_within,
)
from scorekeeper.referee.rule_table import (
    AnyRule,
    Broken,
    Finding,
    Missing,
    Rule,
    has,
    is_told,
    needs,
)

DRAWN = 4
"""Cards that the declarer draws; the fifth and the sixth go to the next two players."""


class RefuseResult(TypedDict):
    """Seat (as JSON writes it) → the card of the talon that it gets, counted from 1."""

    gets: dict[str, int]


@dataclass(frozen=True)
class TalonRefused(Dispute[HouseRules]):
    """A player refused a card of the talon, perhaps after the other one `refused_before`."""

    kind: ClassVar[str] = "refuse"
    declarer: Seat
    seat: Seat
    refused_before: bool | None = spec(None, optional=True)

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """Whether anybody refused before the first of the two: nobody was asked then."""
        declarer, seat = given.get("declarer"), given.get("seat")
        first = isinstance(declarer, int) and seat == (declarer + 1) % SEATS
        return ("refused_before",) if first else ()

    @property
    def may(self) -> tuple[int, int]:
        """The two who take one card each: one of them may refuse it."""
        return (self.declarer + 1) % SEATS, (self.declarer + 2) % SEATS

    def unknown(self) -> tuple[str, ...]:
        unsure = self.refused_before is None and self.seat == self.may[1]
        return ("refused_before",) if unsure else ()

    def completions(self, house: HouseRules) -> Iterator["TalonRefused"]:
        return copies_with(self, "refused_before", (False, True))

    def result(self, house: HouseRules) -> RefuseResult:
        may = self.seat in self.may
        if self.unknown() or (self.refused_before and not may):
            return {"gets": {}}
        # Only the first refusal holds.
        refuser = sum(self.may) - self.seat if self.refused_before else self.seat
        others = seats_after(self.declarer, SEATS)[:-1]
        takers = [seat for seat in others if seat != refuser or not may]
        return {"gets": {str(takers[0]): DRAWN + 1, str(takers[1]): DRAWN + 2}}


@dataclass(frozen=True)
class TalonDrawn(Dispute[HouseRules]):
    """How many cards of the talon each seat took up, and in which `order` as far as it is told.

    `refused` is who refused a card; None: nobody.
    """

    kind: ClassVar[str] = "talon"
    declarer: Seat
    took: tuple[int, ...] = spec(ge=0, le=6)
    order: tuple[Seat, ...] = ()
    refused: Seat | None = None

    def validate(self) -> None:
        require_number("took", self.took, SEATS)
        require_within("took", sum(self.took), TALON)
        require_once("order", self.order)
        if self.refused is not None and self.refused not in self.others[:2]:
            choices = ", ".join(map(str, self.others[:2]))
            raise Invalid("refused", "not-a-choice", choices=choices)

    @property
    def others(self) -> tuple[int, ...]:
        return seats_after(self.declarer, SEATS)[:-1]

    @property
    def takers(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.others if seat != self.refused)[:2]

    @property
    def due(self) -> tuple[int, ...]:
        each = {int(self.declarer): DRAWN, **dict.fromkeys(self.takers, 1)}
        return tuple(each.get(seat, 0) for seat in range(SEATS))


@dataclass(frozen=True)
class PartnerTold(Dispute[HouseRules]):
    """Somebody let it be known who has the called tarok: by word, or by what was played."""

    kind: ClassVar[str] = "partner-word"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    who: Literal["holder", "another"]
    how: Literal["word", "play"]


class PartnerResult(TypedDict):
    """The partner's seat, or that the declarer plays `alone` and perhaps may fold the deal."""

    partner: int | None
    alone: bool
    folds: bool


@dataclass(frozen=True)
class CalledFound(Dispute[HouseRules]):
    """Who has the called tarok: it was drawn from the talon, or a player was its `holder`, as the
    play has shown.
    """

    kind: ClassVar[str] = "partner"
    called: Called
    declarer: Seat
    drew: Mapping[Seat, tuple[Card, ...]] | None = None
    holder: Seat | None = spec(None, optional=True)
    contract: Literal["zakladni", "druha"] = "zakladni"

    def validate(self) -> None:
        drew = {seat: cards for seat, cards in (self.drew or {}).items() if cards}
        for seat, cards in drew.items():
            require_at_most(f"drew.{seat}", cards, DRAWN if seat == self.declarer else 1)
        require_at_most("drew", [seat for seat in drew if seat != self.declarer], 2)
        if self.drawn_by is not None and self.holder not in (None, self.drawn_by):
            raise Invalid("holder", "not-a-choice", choices=str(self.drawn_by))

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {f"drew.{seat}": cards for seat, cards in (self.drew or {}).items()}

    @property
    def drawn_by(self) -> Seat | None:
        drew = (self.drew or {}).items()
        return next((seat for seat, cards in drew if self.called in map(str, cards)), None)

    @property
    def has_it(self) -> Seat | None:
        return self.holder if self.drawn_by is None else self.drawn_by

    @property
    def folds(self) -> bool:
        """True if the declarer of a first contract drew it (taroky.fold)."""
        return self.drawn_by == self.declarer and self.contract == "zakladni"

    def unknown(self) -> tuple[str, ...]:
        return ("holder",) if self.has_it is None else ()

    @classmethod
    def possible_values(cls, name: str, known: Mapping[str, object]) -> Sequence[object] | None:
        """Who has it is left to the completions."""
        return (None,) if name == "holder" else None

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with each holder; and drawn by the declarer, where nobody knows what was."""
        if self.unknown():
            yield from copies_with(self, "holder", map(Seat, range(SEATS)))
        if self.unknown() and self.drew is None:
            yield replace(self, drew={self.declarer: (TAROCK_54.parse(self.called),)})

    def result(self, house: HouseRules) -> PartnerResult:
        alone = self.has_it == self.declarer
        return {"partner": None if alone else self.has_it, "alone": alone, "folds": self.folds}


def refuses_wrongly(refused: TalonRefused, house: HouseRules) -> Finding:
    """taroky.talon.refuse: one of the two who take one card, not both, and nobody else."""
    facts: Facts = {"seat": refused.seat, "may": refused.may}
    if refused.seat not in refused.may:
        return Broken(facts)
    if refused.refused_before:
        return Broken({**facts, "wrong": "refused-before"})
    return Missing("refused_before") if refused.unknown() else None


def draws_wrongly(drawn: TalonDrawn, house: HouseRules) -> Finding:
    """taroky.talon.draw: the declarer the first four, then the next two one each."""
    turn = (int(drawn.declarer), *drawn.takers)
    in_turn = tuple(seat for seat in turn if seat in drawn.order)
    if drawn.took == drawn.due and drawn.order in ((), in_turn):
        return None
    wrong = "draw-order" if drawn.took == drawn.due else "draw-number"
    return Broken({"declarer": drawn.declarer, "may": drawn.takers, "wrong": wrong})


def tells_the_partner(told: PartnerTold, house: HouseRules) -> Finding:
    """taroky.partner-silent, taroky.renonc.conduct: nobody says who has the called tarok."""
    return Broken() if told.how == "word" else None


DRAW = "taroky.talon.draw"
tells = partial(renonc, asks=PartnerTold, check=tells_the_partner)
DRAWING_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.talon.refuse", TalonRefused, refuses_wrongly, offence="invalid"),
    Rule(DRAW, TalonRefused),
    immediate(DRAW, TalonDrawn, draws_wrongly),
    tells("taroky.partner-silent", applies=has("who", "holder")),
    tells("taroky.renonc.conduct", applies=has("who", "another")),
    Rule("taroky.fold", CalledFound, applies=has("folds")),
    Rule(DRAW, CalledFound, applies=is_told("drawn_by")),
    Rule(
        "taroky.partner-silent",
        CalledFound,
        needs("holder", of="has_it"),
        offence="",
        applies=has("drawn_by", None),
    ),
    Rule("taroky.call", CalledFound),
)


@dataclass(frozen=True)
class Fold(Dispute[HouseRules]):
    """A declarer folded because the called tarok was among the declarer's talon cards.

    `shown` are the cards of them, or how many, that were shown; all if nobody tells.
    """

    kind: ClassVar[str] = "fold"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    unasked: ClassVar[tuple[str, ...]] = ("shown",)
    contract: Contract
    called: Called
    talon: tuple[Card, ...] | None = spec(None, optional=True)
    shown: int | tuple[Card, ...] | None = spec(None, ge=0, le=DRAWN)
    late: bool = False

    def validate(self) -> None:
        require_number("talon", self.talon, DRAWN)
        require_at_most("shown", self.cards_shown, DRAWN)
        require_in_hand(self.talon, "shown", self.cards_shown)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"talon": self.drawn or self.cards_shown}

    @property
    def tarok(self) -> Card:
        return TAROCK_54.parse(self.called)

    @property
    def cards_shown(self) -> tuple[Card, ...]:
        return self.shown if isinstance(self.shown, tuple) else ()

    @property
    def drawn(self) -> tuple[Card, ...] | None:
        whole = len(self.cards_shown) == DRAWN
        return self.cards_shown if self.talon is None and whole else self.talon

    def unknown(self) -> tuple[str, ...]:
        return ("talon",) if self.drawn is None else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        known = self.cards_shown
        with_it = known if self.tarok in known else (*known, self.tarok)
        yield replace(self, talon=filled(with_it)[:DRAWN])
        if self.tarok not in known:
            yield replace(self, talon=filled(known, (self.tarok,))[:DRAWN])


def folds_wrongly(fold: Fold, house: HouseRules) -> Finding:
    """taroky.fold: only the first contract, with the called tarok among the four talon cards."""
    facts = {"contract": fold.contract, "called": fold.called, "talon": fold.drawn}
    if fold.contract != "zakladni":
        return Broken({**facts, "wrong": "another-contract"})
    if fold.drawn is None and fold.tarok not in fold.cards_shown:
        return Missing("talon")
    found = fold.tarok in (fold.drawn or fold.cards_shown)
    return None if found else Broken({**facts, "wrong": "not-drawn"})


def folds_late(fold: Fold, house: HouseRules) -> Finding:
    """taroky.fold.at-once: all four cards are shown on the table, at once."""
    shown = len(fold.shown) if isinstance(fold.shown, tuple) else fold.shown
    if shown is not None and shown < DRAWN:
        return Broken({"wrong": "fold-some"})
    return Broken({"wrong": "fold-late"}) if fold.late else None


FOLD_RULES = (
    renonc("taroky.fold", Fold, folds_wrongly),
    immediate("taroky.fold.at-once", Fold, folds_late),
)

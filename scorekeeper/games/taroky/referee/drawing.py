"""Talon cards that are refused, and where the called tarok lay (sections 4 and 5).

refuse: `declarer`, `seat` (who refuses), `refused_before`? (the other one did so before; asked only
of the second of the two) → `gets` {seat: which card of the talon, 5 or 6}.
partner: `called`, `declarer`, `drew`? {seat: cards drawn from the talon}, `holder`? (who held it,
as the play has shown), `contract`? → `partner` (null for nobody), `alone`, `folds` (the declarer
may fold the deal at once).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with
from scorekeeper.games.taroky.entries import SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.calls import Called
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat

DRAWN = 4
"""Cards that the declarer draws; the fifth and the sixth go to the next two players."""


class RefuseResult(TypedDict):
    """Seat (as JSON writes it) → the card of the talon that it gets, counted from 1."""

    gets: dict[str, int]


@dataclass(frozen=True)
class TalonRefused(Dispute):
    """A player refused a card of the talon, perhaps after the other one `refused_before`."""

    kind: ClassVar[str] = "refuse"
    may_lack: ClassVar[tuple[str, ...]] = ("refused_before",)
    declarer: Seat
    seat: Seat
    refused_before: bool | None = None

    @property
    def may(self) -> tuple[int, int]:
        """The two who take one card each: one of them may refuse it."""
        return (self.declarer + 1) % SEATS, (self.declarer + 2) % SEATS

    @property
    def refuser(self) -> int | None:
        """Whose refusal holds; None if nobody's does."""
        if self.seat not in self.may:
            return None
        one, other = self.may
        return (one + other - self.seat) if self.refused_before else self.seat

    def unknown(self) -> tuple[str, ...]:
        """Whether the first of the two refused, if the second did: nobody was asked before him."""
        unsure = self.refused_before is None and self.seat == self.may[1]
        return self.may_lack if unsure else ()

    def completions(self, house: HouseRules) -> Iterator["TalonRefused"]:
        """The same with and without a refusal before."""
        return copies_with(self, "refused_before", (False, True) if self.unknown() else ())

    def result(self, house: HouseRules) -> RefuseResult:
        """Who gets the fifth card and who the sixth, if that is known."""
        if self.unknown() or (self.refused_before and self.seat not in self.may):
            return {"gets": {}}
        after = ((self.declarer + step) % SEATS for step in range(1, SEATS))
        takers = [seat for seat in after if seat != self.refuser]
        return {"gets": {str(takers[0]): DRAWN + 1, str(takers[1]): DRAWN + 2}}


class PartnerResult(TypedDict):
    """The partner's seat, or that the declarer plays `alone` and perhaps may fold the deal."""

    partner: int | None
    alone: bool
    folds: bool


@dataclass(frozen=True)
class CalledFound(Dispute):
    """Who has the called tarok: it was drawn from the talon, or a player was its `holder`."""

    kind: ClassVar[str] = "partner"
    may_lack: ClassVar[tuple[str, ...]] = ("holder",)
    called: Called
    declarer: Seat
    drew: Mapping[Seat, tuple[Card, ...]] | None = None
    holder: Seat | None = None
    contract: Literal["zakladni", "druha"] = "zakladni"

    def check(self) -> None:
        """Raises Invalid for what nobody draws, or for two holders."""
        drew = {seat: cards for seat, cards in (self.drew or {}).items() if cards}
        for seat, cards in drew.items():
            require_at_most(f"drew.{seat}", cards, DRAWN if seat == self.declarer else 1)
        require_at_most("drew", [seat for seat in drew if seat != self.declarer], 2)
        if self.drawn_by is not None and self.holder not in (None, self.drawn_by):
            raise Invalid("holder", "not-a-choice", choices=str(self.drawn_by))

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What each seat drew."""
        return {f"drew.{seat}": cards for seat, cards in (self.drew or {}).items()}

    @property
    def drawn_by(self) -> Seat | None:
        """Who drew the called tarok from the talon."""
        drew = (self.drew or {}).items()
        return next((seat for seat, cards in drew if self.called in map(str, cards)), None)

    @property
    def has_it(self) -> Seat | None:
        """Who has the called tarok, as far as it is known."""
        return self.holder if self.drawn_by is None else self.drawn_by

    @property
    def folds(self) -> bool:
        """True if the declarer of a first contract drew it (taroky.fold)."""
        return self.drawn_by == self.declarer and self.contract == "zakladni"

    def unknown(self) -> tuple[str, ...]:
        """The holder, unless somebody drew the tarok."""
        return self.may_lack if self.has_it is None else ()

    def result(self, house: HouseRules) -> PartnerResult:
        """The partner, or nobody."""
        alone = self.has_it == self.declarer
        return {"partner": None if alone else self.has_it, "alone": alone, "folds": self.folds}


def refuses_wrongly(refused: TalonRefused, house: HouseRules) -> Finding:
    """taroky.talon.refuse: one of the two who take one card, not both, and nobody else."""
    if refused.seat not in refused.may or refused.refused_before:
        return Broken({"seat": refused.seat, "may": refused.may})
    return Missing("refused_before") if refused.unknown() else None


def may_fold(found: CalledFound, house: HouseRules) -> bool:
    """True if the declarer drew the called tarok and may fold."""
    return found.folds


def was_drawn(found: CalledFound, house: HouseRules) -> bool:
    """True if the called tarok came from the talon."""
    return found.drawn_by is not None


def was_held(found: CalledFound, house: HouseRules) -> bool:
    """True if the called tarok was in a hand from the beginning."""
    return found.drawn_by is None


def nobody_tells(found: CalledFound, house: HouseRules) -> Missing | None:
    """taroky.partner-silent: its holder does not say so; nobody can break this here."""
    return Missing("holder") if found.has_it is None else None


DRAW = "taroky.talon.draw"
DRAWING_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.talon.refuse", TalonRefused, refuses_wrongly, offence="invalid"),
    Rule(DRAW, TalonRefused),
    Rule("taroky.fold", CalledFound, applies=may_fold),
    Rule(DRAW, CalledFound, applies=was_drawn),
    Rule("taroky.partner-silent", CalledFound, nobody_tells, offence="", applies=was_held),
    Rule("taroky.call", CalledFound),
)

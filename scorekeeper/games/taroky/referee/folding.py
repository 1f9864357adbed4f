"""Folding a deal whose called tarok came from the talon (section 4).

fold: `contract`, `called`, `talon`? (the four cards that the declarer drew), `shown`? (how many of
them were shown, or the cards; all of them if it is not told), `late`? (not at once).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scorekeeper.cards import TAROCK_54, Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.games.taroky.referee.calls import Called, filled
from scorekeeper.games.taroky.referee.penalties import COSTS, penalty, take_back
from scorekeeper.places import require_at_most, require_in_hand
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Json

DRAWN = 4
"""Cards that the declarer draws from the talon, and shows to fold."""


@dataclass(frozen=True)
class Fold(Dispute):
    """A declarer folded because the called tarok was among the declarer's talon cards."""

    kind: ClassVar[str] = "fold"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    may_lack: ClassVar[tuple[str, ...]] = ("talon",)
    contract: Contract
    called: Called
    talon: tuple[Card, ...] | None = None
    shown: int | tuple[Card, ...] | None = spec(None, ge=0, le=DRAWN)
    late: bool = False

    @classmethod
    def not_asked(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """How many cards were shown, of which who complains of it tells."""
        return ("shown",)

    def check(self) -> None:
        """Raises Invalid unless the declarer took four."""
        if self.talon is not None and len(self.talon) != DRAWN:
            raise Invalid("talon", "wrong-number", n=DRAWN)
        require_at_most("shown", self.cards_shown, DRAWN)
        require_in_hand(self.talon, "shown", self.cards_shown)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What was drawn, or as much of it as was shown."""
        return {"talon": self.drawn or self.cards_shown}

    @property
    def tarok(self) -> Card:
        """The called tarok."""
        return TAROCK_54.parse(self.called)

    @property
    def cards_shown(self) -> tuple[Card, ...]:
        """The cards that were shown, if it is told which."""
        return self.shown if isinstance(self.shown, tuple) else ()

    @property
    def number_shown(self) -> int:
        """How many of the four were shown."""
        if self.shown is None:
            return DRAWN
        return self.shown if isinstance(self.shown, int) else len(self.shown)

    @property
    def drawn(self) -> tuple[Card, ...] | None:
        """The four cards, if they are told, or if all of them were shown."""
        whole = len(self.cards_shown) == DRAWN
        return self.cards_shown if self.talon is None and whole else self.talon

    def unknown(self) -> tuple[str, ...]:
        """The four cards, if they are not known."""
        return self.may_lack if self.drawn is None else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The called tarok among the four cards, and, unless it was shown, four others."""
        known = self.cards_shown
        with_it = known if self.tarok in known else (*known, self.tarok)
        yield replace(self, talon=filled(with_it)[:DRAWN])
        if self.tarok not in known:
            yield replace(self, talon=filled(known, (self.tarok,))[:DRAWN])


def folds_wrongly(fold: Fold, house: HouseRules) -> Finding:
    """taroky.fold: only the first contract, with the called tarok among the four talon cards."""
    facts = {"contract": fold.contract, "called": fold.called, "talon": fold.drawn}
    if fold.contract != "zakladni":
        return Broken(facts)
    if fold.drawn is None and fold.tarok not in fold.cards_shown:
        return Missing("talon")
    return None if fold.tarok in (fold.drawn or fold.cards_shown) else Broken(facts)


def folds_late(fold: Fold, house: HouseRules) -> Finding:
    """taroky.fold.at-once: all four cards are shown on the table, at once."""
    if fold.number_shown < DRAWN:
        return Broken({"wrong": "fold-some"})
    return Broken({"wrong": "fold-late"}) if fold.late else None


FOLD_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.fold", Fold, folds_wrongly, penalty=penalty),
    Rule("taroky.fold.at-once", Fold, folds_late, "invalid", take_back),
)

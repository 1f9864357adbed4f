"""What is called: a tarok, the end of a deal (folding), a Varšava (sections 4, 5, 6)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scorekeeper.cards import TAROCK_54, TAROK, Card
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import HAND, SEATS
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.games.taroky.referee.plays import TRICKS
from scorekeeper.games.tricks import of_suit
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat

CALLS = ("XIX", "XVIII", "XVII", "XVI")
"""The taroks that can be called (taroky.call)."""


@dataclass(frozen=True)
class Call(Dispute):
    """The tarok that the declarer called, and the declarer's hand (before the talon)."""

    kind: ClassVar[str] = "call"
    called: Card
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid for a hand of more than twelve."""
        require_at_most("hand", self.hand, HAND)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every number that can be called at all."""
        return (replace(self, called=TAROCK_54.parse(code)) for code in CALLS)

    def choice(self) -> Card:
        """The called tarok."""
        return self.called


@dataclass(frozen=True)
class Fold(Dispute):
    """A declarer folded because the called tarok was among the declarer's talon cards."""

    kind: ClassVar[str] = "fold"
    contract: Contract
    called: Card
    talon: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid unless the declarer took four."""
        if self.talon is not None and len(self.talon) != 4:
            raise Invalid("talon", "wrong-number", n=4)


@dataclass(frozen=True, kw_only=True)
class VarsavaCall(Dispute):
    """A Varšava was called."""

    kind: ClassVar[str] = "varsava-call"
    dealer: Seat = spec(known="dealer")
    seat: Seat
    contract: Contract
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid for a hand of more than twelve."""
        require_at_most("hand", self.hand, HAND)


@dataclass(frozen=True)
class VarsavaTalon(Dispute):
    """A talon card `added` to a trick by the předák, or left out, and as which card of it."""

    kind: ClassVar[str] = "varsava-talon"
    trick: int = spec(ge=1, le=TRICKS)
    added: bool = spec()
    place: int | None = spec(None, ge=1, le=5)


def calls_wrongly(call: Call, house: HouseRules) -> Finding:
    """taroky.call: XIX to XVI, and every number above the called one is in the caller's hand."""
    numbers = CALLS if call.hand is None else tuple(map(str, call.hand))
    may = tuple(number for at, number in enumerate(CALLS) if set(CALLS[:at]) <= set(numbers))
    if str(call.called) not in may:
        return Broken({"called": call.called, "may": may})
    return Missing("hand") if call.hand is None and str(call.called) != CALLS[0] else None


def folds_wrongly(fold: Fold, house: HouseRules) -> Finding:
    """taroky.fold: only the first contract, with the called tarok among the four talon cards."""
    facts = {"contract": fold.contract, "called": fold.called, "talon": fold.talon}
    if fold.contract != "zakladni":
        return Broken(facts)
    if fold.talon is None:
        return Missing("talon")
    return None if fold.called in fold.talon else Broken(facts)


def calls_varsava_wrongly(call: VarsavaCall, house: HouseRules) -> Finding:
    """taroky.varsava.call: the předák, in an approved first contract, with three taroks at most."""
    forehand = (call.dealer + 1) % SEATS
    taroks = None if call.hand is None else of_suit(call.hand, TAROK)
    facts = {"seat": call.seat, "leads": forehand, "contract": call.contract, "cards": taroks}
    if call.seat != forehand or call.contract != "zakladni":
        return Broken(facts)
    if taroks is None:
        return Missing("hand")
    return Broken(facts) if len(taroks) > 3 else None


def adds_talon_wrongly(talon: VarsavaTalon, house: HouseRules) -> Finding:
    """taroky.varsava.talon-card: one card to each of the first six tricks, as the fifth."""
    due = talon.trick <= 6
    misplaced = talon.added and talon.place not in (None, 5)
    facts = {"n": talon.trick, "added": talon.added, "place": talon.place}
    return Broken(facts) if due != talon.added or misplaced else None


CALL_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.call", Call, calls_wrongly, penalty=penalty),
    Rule("taroky.fold", Fold, folds_wrongly, penalty=penalty),
    Rule("taroky.varsava.call", VarsavaCall, calls_varsava_wrongly, penalty=penalty),
    Rule("taroky.varsava.talon-card", VarsavaTalon, adds_talon_wrongly, penalty=penalty),
)

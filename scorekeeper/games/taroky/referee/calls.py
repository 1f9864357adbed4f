"""The tarok that the declarer calls (section 4)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self, get_args

from scorekeeper.cards import TAROCK_54, Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import HAND
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.penalties import COSTS, penalty
from scorekeeper.games.taroky.referee.talon import is_kept_last
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule

Called = Literal["XIX", "XVIII", "XVII", "XVI"]
CALLS: tuple[Called, ...] = get_args(Called)
"""The taroks that can be called (taroky.call)."""


@dataclass(frozen=True)
class Call(Dispute):
    """The tarok that the declarer called, and the declarer's hand (before the talon).

    It may have been called when the talon was taken up already.
    """

    kind: ClassVar[str] = "call"
    depends_on: ClassVar[tuple[str, ...]] = COSTS
    may_lack: ClassVar[tuple[str, ...]] = ("hand",)
    called: Card = spec(named=True)
    hand: tuple[Card, ...] | None = None
    talon_taken: bool = False

    def check(self) -> None:
        """Raises Invalid for a hand of more than twelve."""
        require_at_most("hand", self.hand, HAND)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """A hand with every number above the called one, and one with none of them."""
        higher = tuple(TAROCK_54.parse(code) for code in above(self.called))
        yield replace(self, hand=filled(higher))
        yield replace(self, hand=filled((), higher))

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every number that can be called at all."""
        return (replace(self, called=TAROCK_54.parse(code)) for code in CALLS)

    def choice(self) -> Card:
        """The called tarok."""
        return self.called


def filled(known: Sequence[Card], but: Sequence[Card] = ()) -> tuple[Card, ...]:
    """A hand filled up to twelve, with plain cards as long as there are any."""
    taken = {*known, *but}
    left = [card for card in TAROCK_54.cards if card not in taken]
    return (*known, *sorted(left, key=is_kept_last)[: HAND - len(known)])


def above(called: Card) -> tuple[str, ...]:
    """The numbers that can be called, above one of them; all of them for any other card."""
    return CALLS[: CALLS.index(str(called))] if str(called) in CALLS else CALLS


def calls_wrongly(call: Call, house: HouseRules) -> Finding:
    """taroky.call: XIX to XVI, and every number above the called one is in the caller's hand."""
    numbers = CALLS if call.hand is None else tuple(map(str, call.hand))
    may = tuple(number for at, number in enumerate(CALLS) if set(CALLS[:at]) <= set(numbers))
    if str(call.called) not in may:
        return Broken({"called": call.called, "may": may})
    return Missing("hand") if call.hand is None and str(call.called) != CALLS[0] else None


def calls_late(call: Call, house: HouseRules) -> Finding:
    """taroky.call.when: before the talon is taken up."""
    return Broken({"called": call.called}) if call.talon_taken else None


CALL_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.call", Call, calls_wrongly, penalty=penalty),
    Rule("taroky.call.when", Call, calls_late, penalty=penalty),
)

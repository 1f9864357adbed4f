"""The stock of Makao: whether a card drawn from it may be played at once, and what becomes of the
pile when it is empty.

Rules makao.draw and makao.restock (rules document, section 2, GRA).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.breaches import rule, unfit, unnamed, with_joker
from scorekeeper.games.makao.referee.demands import (
    MOST_ATTACK,
    Facing,
    Rank,
    Situation,
    Suit,
    answers_demand,
    goes_on,
    require_pending,
)
from scorekeeper.games.shedding import Restocked
from scorekeeper.referee import AnyRule, Broken, Finding, Rule


@dataclass(frozen=True)
class Drawn(Facing):
    """A card just drawn instead of playing: may it be played at once?"""

    kind: ClassVar[str] = "drawn"
    top: Card
    card: Card
    rank: Rank | None = None
    suit: Suit | None = None
    attack: int = spec(0, ge=0, le=MOST_ATTACK)

    @property
    def facing(self) -> Situation:
        """The situation that the player faces."""
        return Situation(self.top.meant, self.rank, self.suit, self.attack)

    def check(self) -> None:
        """Raises Invalid for what cannot be true together."""
        require_pending(self.top.meant, self.facing)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The top card, and the one drawn."""
        return {"top": (self.top,), "card": (self.card,)}


def is_joker(drawn: Drawn, house: HouseRules) -> bool:
    """True if a joker was drawn; one not named yet is named to fit."""
    return with_joker((drawn.card,))


def has_taken(drawn: Drawn, house: HouseRules) -> bool:
    """True if cards were taken for an attack."""
    return drawn.attack > 0


def answers_a_demand(drawn: Drawn, house: HouseRules) -> bool:
    """True if a demand has to be answered."""
    return drawn.facing.has_demand


def answers_nothing(drawn: Drawn, house: HouseRules) -> bool:
    """True if nothing has to be answered."""
    return drawn.facing.quiet


def lays_after_taking(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.attack.answer (3): drawing for an attack ends the turn."""
    return unfit(drawn.facing, (drawn.card,)) if drawn.attack else None


def drawn_does_not_answer(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.demand.answer (3, GRA): a drawn card has to be what was demanded, too."""
    facing, card = drawn.facing, drawn.card
    if not facing.has_demand or unnamed((card,)) or answers_demand(facing, card.meant):
        return None
    return unfit(facing, (card,))


def drawn_does_not_match(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.match (2, GRA): a drawn card has to match the top card."""
    facing, card = drawn.facing, drawn.card
    if not facing.quiet or unnamed((card,)) or goes_on(card.meant, facing.top):
        return None
    return unfit(facing, (card,))


def lays_a_drawn_card(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.draw (2, GRA): a drawn card is played at once only if it could be played at all.

    >>> five, six, king = Card("5", "S"), Card("6", "S"), Card("K", "H")
    >>> lays_a_drawn_card(Drawn(five, six), HouseRules()) is None
    True
    >>> lays_a_drawn_card(Drawn(five, king), HouseRules()) is None
    False
    """
    return (
        lays_after_taking(drawn, house)
        or drawn_does_not_answer(drawn, house)
        or drawn_does_not_match(drawn, house)
    )


class RestockResult(TypedDict):
    """How many cards the new `stock` has, and the `top` card that stays."""

    stock: int
    top: Card


@dataclass(frozen=True)
class Restock(Restocked):
    """What became of the pile (makao.restock)."""

    depends_on: ClassVar[tuple[str, ...]] = ("packs", "jokers")

    def result(self, house: HouseRules) -> RestockResult:
        """All but the top card; with nothing under it nobody draws anything."""
        return {"stock": len(self.pile) - 1, "top": self.pile[-1]}


def leaves_the_order(restock: Restock, house: HouseRules) -> Finding:
    """makao.restock (GRA): the pile is shuffled; a single card, or two, have no order."""
    turned = restock.done == "turned" and len(restock.pile) > 2
    return Broken({"top": restock.pile[-1]}) if turned else None


DRAW_RULES: tuple[AnyRule, ...] = (
    Rule("makao.joker", Drawn, applies=is_joker),
    rule("makao.attack.answer", Drawn, lays_after_taking, applies=has_taken),
    rule("makao.demand.answer", Drawn, drawn_does_not_answer, applies=answers_a_demand),
    rule("makao.draw", Drawn, lays_a_drawn_card),
    rule("makao.match", Drawn, drawn_does_not_match, applies=answers_nothing),
    Rule("makao.restock", Restock, leaves_the_order, "invalid"),
)

"""The referee of Prší: its questions, and the table of its rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypedDict, get_args

from scorekeeper.cards import Card
from scorekeeper.dispute import Admitted, CardPlayed, Dispute
from scorekeeper.games import shedding
from scorekeeper.games.shedding import forgets_the_call, rank_in
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule
from scorekeeper.schema import Invalid, Json, copies_with, spec

from .house import HouseRules

SEVEN, OBER, ACE = "7", "O", "A"
EACH = 2
"""Cards that are drawn for a seven (prsi.seven)."""
MOST = 4 * EACH
Suit = Literal["L", "H", "B", "A"]
SUITS: tuple[Suit, ...] = get_args(Suit)


class PlayResult(TypedDict, total=False):
    """What the next player faces: so many cards to `draw`, whether he `stops`, and whether a suit
    is named (`names`). Empty if the card goes back.
    """

    draw: int
    stops: bool
    names: bool


@dataclass(frozen=True, kw_only=True)
class Play(CardPlayed):
    """A card played on the `top` one; `hand` is the hand before it, the card included.

    `suit` was named with an Ober, `draw` cards are to be drawn for sevens, and `stop` tells whether
    an ace stops the player, unless he answers.
    """

    kind: ClassVar[str] = "play"
    optional_facts: ClassVar[tuple[str, ...]] = ("suit",)
    depends_on: ClassVar[tuple[str, ...]] = ("sevens_add_up", "aces_answer")
    top: Card
    suit: Suit | None = None
    draw: int = spec(0, ge=0, le=MOST)
    stop: bool = False
    card: Card = spec()
    hand: tuple[Card, ...] | None = spec(None, contains=("card",))

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """What waits only under a card that brings it."""
        brings = {OBER: "suit", SEVEN: "draw", ACE: "stop"}
        rank = rank_in(given, "top")
        return tuple(name for of, name in brings.items() if of != rank)

    def validate(self) -> None:
        """Raises Invalid for what no top card brings, and for a card that was not in the hand."""
        if self.suit and self.top.rank != OBER:
            raise Invalid("suit", "refused", rule="prsi.ober")
        if self.draw and (self.top.rank != SEVEN or self.draw % EACH):
            raise Invalid("draw", "refused", rule="prsi.seven")
        if self.stop and self.top.rank != ACE:
            raise Invalid("stop", "refused", rule="prsi.ace")
        super().validate()

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The top card, and the hand or the card."""
        return {"top": (self.top,), **super().places()}

    def unknown(self) -> tuple[str, ...]:
        """The suit that an Ober named, if nobody could tell."""
        return ("suit",) if self.top.rank == OBER and self.suit is None else ()

    def completions(self, house: HouseRules) -> Iterable[Self]:
        """The same with each suit that may have been named."""
        return copies_with(self, "suit", SUITS if self.unknown() else ())

    def result(self, house: HouseRules) -> PlayResult:
        """What follows; nothing if the card goes back."""
        found = (rule.check(self, house) for rule in RULES if rule.asks is Play and rule.check)
        if any(found):
            return {}
        draw = EACH + (self.draw if house.sevens_add_up else 0) if self.card.rank == SEVEN else 0
        return {"draw": draw, "stops": self.card.rank == ACE, "names": self.card.rank == OBER}


def does_not_match(play: Play, house: HouseRules) -> Finding:
    """prsi.match: suit on suit or rank on rank; an Ober lies on any card, one named asks a suit."""
    card, top = play.card, play.top
    if play.draw or play.stop or OBER in (card.rank, top.rank) or _alike(card, top):
        return None
    return Broken({"card": card, "top": top})


def _alike(card: Card, top: Card) -> bool:
    return card.suit == top.suit or card.rank == top.rank


def disobeys(play: Play, house: HouseRules) -> Finding:
    """prsi.ober: after an Ober the suit that was named, or another Ober."""
    if play.top.rank != OBER or play.card.rank == OBER:
        return None
    if play.suit is None:
        return Missing("suit")
    asked = play.card.suit != play.suit
    return Broken({"card": play.card, "suit": play.suit}) if asked else None


def shirks(play: Play, house: HouseRules) -> Finding:
    """prsi.seven: who has to draw plays a seven, or no card at all."""
    answers = play.card.rank == SEVEN and house.sevens_add_up
    if not play.draw or answers:
        return None
    return Broken({"card": play.card, "n": play.draw})


def moves(play: Play, house: HouseRules) -> Finding:
    """prsi.ace: who is stopped plays an ace, or no card at all."""
    answers = play.card.rank == ACE and house.aces_answer
    if not play.stop or answers:
        return None
    return Broken({"card": play.card})


@dataclass(frozen=True)
class Call(shedding.Call):
    """Whether the last card was called."""

    depends_on: ClassVar[tuple[str, ...]] = ("last_call",)

    def in_force(self, house: HouseRules) -> bool:
        """True if the last card is called here (prsi.call)."""
        return house.last_call


def penalty(house: HouseRules) -> Penalty | None:
    """So many cards from the stock (prsi.wrong)."""
    return Penalty("cards", amount=house.penalty_cards) if house.penalty_cards else None


DISPUTES: tuple[type[Dispute], ...] = (Play, Call)
OURS: tuple[Literal["penalty", "onward"], ...] = ("penalty", "onward")
"""No source tells what a mistake costs: that is a custom of tables."""
RULES: tuple[AnyRule, ...] = (
    Rule("prsi.seven", Play, shirks, "wrong", penalty, ours=OURS),
    Rule("prsi.ace", Play, moves, "wrong", penalty, ours=OURS),
    Rule("prsi.ober", Play, disobeys, "wrong", penalty, ours=OURS),
    Rule("prsi.match", Play, does_not_match, "wrong", penalty, ours=OURS),
    Rule("prsi.call", Call, forgets_the_call, "wrong", penalty, ours=OURS),
    Rule("prsi.wrong", Admitted, offence="wrong", penalty=penalty),
)

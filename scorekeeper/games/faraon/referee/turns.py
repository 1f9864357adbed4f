"""What a turn of Faraón may not be besides a wrong card: out of turn, cards hidden or played after
drawing, no answer, cards added too late, a last card that was not called.

Rules document, sections 1 to 4; source (1), (4), (5), (8), (12), (14), (17), (19).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Invalid, spec
from scorekeeper.games import shedding
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import layout
from scorekeeper.games.faraon.referee.layout import ACE, OBER, rule
from scorekeeper.games.shedding import ONE_RANK, OutOfTurn, one_rank, plays_out_of_turn
from scorekeeper.referee.dispute import Dispute, require_some
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Rule, has, lacks


class CamouflageResult(TypedDict):
    """The move `stands`, or is taken back."""

    stands: bool


@dataclass(frozen=True)
class Camouflage(Dispute[HouseRules]):
    """Cards played so that the lower ones were hidden, and the rank that the player announced.

    `checked`: somebody looked before the next play.
    """

    kind: ClassVar[str] = "camouflage"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "camouflage")
    cards: tuple[Card, ...]
    said: layout.Rank
    checked: bool = False

    def validate(self) -> None:
        if not 1 <= len(self.cards) <= ONE_RANK:
            raise Invalid("cards", "wrong-number", n=f"1–{ONE_RANK}")

    @property
    def others(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.rank != self.said)

    def result(self, house: HouseRules) -> CamouflageResult:
        """The move stands unless somebody looked in time and found hidden cards (source 17)."""
        return {"stands": not (self.others and self.checked)}


@dataclass(frozen=True)
class Draw(Dispute[HouseRules]):
    """A player drew instead of playing; `played` is the card played after it in the same turn."""

    kind: ClassVar[str] = "draw"
    drew: bool | Card = spec(True, deciding_values=(False, True))
    played: bool | Card | None = spec(None, deciding_values=(None, False, True))


def hides(camouflage: Camouflage, house: HouseRules) -> Finding:
    """faraon.camouflage (17): calling unlike cards equal; by house rule only if it is noticed.

    >>> kings = Camouflage((Card("K", "L"), Card("K", "H")), said="K")
    >>> hides(kings, HouseRules()) is None
    True
    >>> unlike = (*kings.cards, Card("9", "H"))
    >>> [hides(Camouflage(unlike, "K", checked), HouseRules()) is None for checked in (True, False)]
    [False, True]
    """
    overlooked = house.camouflage == "as-found" and not camouflage.checked
    if overlooked or not camouflage.others:
        return None
    return Broken({"cards": camouflage.others, "said": f"rank-{camouflage.said}"})


def plays_after_drawing(draw: Draw, house: HouseRules) -> Finding:
    """faraon.draw (4): nobody plays a card in the turn in which they drew."""
    return Broken() if draw.drew and draw.played else None


class CardOutOfTurn(OutOfTurn[HouseRules]):
    """A card that was played out of turn."""

    default_players: ClassVar[int | None] = layout.MAX_PLAYERS


TURN_RULES = (
    rule("faraon.camouflage", Camouflage, hides),
    rule("faraon.draw", Draw, plays_after_drawing),
    rule("faraon.out-of-turn", CardOutOfTurn, plays_out_of_turn),
)


class UnansweredResult(TypedDict):
    """How many cards whoever did not answer `takes`; whoever is stopped by an ace takes none."""

    takes: int


@dataclass(frozen=True)
class Unanswered(Dispute[HouseRules]):
    """Somebody answered neither the sevens nor the ace that waited, whether he could or not.

    `sevens` are pending, if they are what `waits`. `drew`: whoever an ace stopped drew a card.
    """

    kind: ClassVar[str] = "unanswered"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    waits: Literal["seven", "ace"]
    sevens: int = spec(0, ge=0, le=2 * ONE_RANK)
    drew: bool = False

    def validate(self) -> None:
        if self.waits == "seven" and not self.sevens:
            raise Invalid("sevens", "missing")
        if self.waits == "ace" and self.sevens:
            raise Invalid("sevens", "refused", rule="faraon.unanswered.seven")
        if self.waits == "seven" and self.drew:
            raise Invalid("drew", "refused", rule="faraon.unanswered.ace")

    def validate_pack(self, pack: Pack) -> None:
        if self.sevens > (most := ONE_RANK * pack.copies):
            raise Invalid("sevens", "too-large", most=most)

    def result(self, house: HouseRules) -> UnansweredResult:
        """Three cards for each seven (faraon.seven, source 14); nothing for an ace.

        >>> Unanswered("seven", sevens=2).result(HouseRules())
        {'takes': 6}
        """
        return {"takes": layout.EACH_SEVEN * self.sevens}


@dataclass(frozen=True)
class Added(Dispute[HouseRules]):
    """A card put on those that the same player had laid; `again`: it was a turn of its own."""

    kind: ClassVar[str] = "added"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    laid: tuple[Card, ...]
    card: Card
    again: bool = False

    def validate(self) -> None:
        require_some("laid", self.laid)
        if not one_rank(self.laid):
            raise Invalid("laid", "refused", rule="faraon.match.last")
        if self.again and self.laid[0].rank != ACE and not layout.is_spalena(self.laid):
            raise Invalid("again", "refused", rule="faraon.added.again")

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"laid": self.laid, "card": (self.card,)}


@dataclass(frozen=True)
class Call(shedding.Call[HouseRules]):
    """Whether "last card" was said."""

    depends_on: ClassVar[tuple[str, ...]] = ("last_call",)

    def in_force(self, house: HouseRules) -> bool:
        """True if the last card is called here (faraon.call)."""
        return house.last_call


def draws_while_stopped(unanswered: Unanswered, house: HouseRules) -> Finding:
    """faraon.ace (8, 18): whoever is stopped does not draw; it is a mistake in play as any."""
    return Broken() if unanswered.drew else None


def adds_later(added: Added, house: HouseRules) -> Finding:
    """faraon.at-once (8): equal cards are laid at once, or wait for the next turn.

    >>> king, eight = Card("K", "L"), Card("8", "L")
    >>> adds_later(Added((king,), Card("K", "H")), HouseRules()) is None
    False
    """
    return None if added.again else Broken({"cards": added.laid, "card": added.card})


def adds_what_does_not_match(added: Added, house: HouseRules) -> Finding:
    """faraon.match (3, 12, 16): in the second turn rank or suit has to match; a horník is free."""
    top = added.laid[-1]
    if top.rank == OBER or layout.goes_on(added.card, top):
        return None
    return Broken({"card": added.card, "top": top, "suit": top.suit})


UNANSWERED_RULES: tuple[AnyRule, ...] = (
    Rule("faraon.not-forced", Unanswered),
    Rule("faraon.seven", Unanswered, applies=has("waits", "seven")),
    rule(
        "faraon.ace",
        Unanswered,
        draws_while_stopped,
        offence="invalid",
        applies=has("waits", "ace"),
    ),
    rule("faraon.at-once", Added, adds_later),
    rule("faraon.match", Added, adds_what_does_not_match, applies=has("again")),
    rule(
        "faraon.call",
        Call,
        shedding.forgets_the_call,
        when=has("last_call"),
        ours=("penalty", "onward"),
    ),
    Rule("faraon.call", Call, when=lacks("last_call")),
)

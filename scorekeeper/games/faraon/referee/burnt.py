"""A spálená: four cards of one rank, and the second turn they give (faraon.burnt; source 4, 16)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import copy_with, spec
from scorekeeper.games.chains import ONE_RANK, one_rank
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import rule
from scorekeeper.games.faraon.referee.cards import OBER, goes_on, orders
from scorekeeper.referee import AnyRule, Broken, Finding
from scorekeeper.schema import Invalid


@dataclass(frozen=True)
class Burnt(Dispute):
    """Four cards of one rank in order, and the card played after them; None: one was drawn.

    With two packs they may be more.
    """

    kind: ClassVar[str] = "burnt"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    cards: tuple[Card, ...]
    after: Card | None = spec(None, null_tells=True)

    def check(self) -> None:
        """Raises Invalid if there are fewer than four."""
        if len(self.cards) < ONE_RANK:
            raise Invalid("cards", "wrong-number", n=ONE_RANK)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The four, and what was played after them."""
        return {"cards": self.cards, "after": (self.after,) if self.after else ()}

    @property
    def fits(self) -> bool:
        """True if what came after may lie there; after four horníks the player names the suit."""
        last = self.cards[-1]
        return self.after is None or last.rank == OBER or goes_on(self.after, last)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """The same cards in every order."""
        if one_rank(self.cards):
            all_of_them = (cards for cards in orders(self.cards) if len(cards) == len(self.cards))
            return (copy_with(self, cards=cards) for cards in all_of_them)
        return ()

    def choice(self) -> tuple[Card, ...]:
        """The cards, in order."""
        return self.cards


def burns_unlike(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.match.rank (4, 16): four of one rank or no second turn."""
    return None if one_rank(burnt.cards) else Broken({"cards": burnt.cards, "n": len(burnt.cards)})


def burns_wrongly(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.burnt (16): in the second turn the card matches as always.

    >>> four = tuple(Card("K", suit) for suit in "LHBA")
    >>> burns_wrongly(Burnt(four, after=Card("8", "A")), HouseRules()) is None
    True
    >>> burns_wrongly(Burnt(four, after=Card("8", "L")), HouseRules()) is None
    False
    """
    if burnt.fits or not burnt.after:
        return burns_unlike(burnt, house)
    return Broken({"card": burnt.after, "top": burnt.cards[-1]})


def does_not_match_after(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.match (3, 16): the same, as the rule on plays says it."""
    if burnt.fits or not burnt.after:
        return None
    top = burnt.cards[-1]
    return Broken({"card": burnt.after, "top": top, "suit": top.suit})


def is_followed(burnt: Burnt, house: HouseRules) -> bool:
    """True if a card was played after the four."""
    return burnt.after is not None


BURNT_RULES: tuple[AnyRule, ...] = (
    rule("faraon.match.rank", Burnt, burns_unlike),
    rule("faraon.burnt", Burnt, burns_wrongly),
    rule("faraon.match", Burnt, does_not_match_after, applies=is_followed),
)

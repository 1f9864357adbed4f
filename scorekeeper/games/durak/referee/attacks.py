"""Attacks in Durak: the cards that are played at once to begin a bout.

Rules document, sections 2 and 3: durak.attack-rank, .attack-size, .simple.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from scorekeeper.dispute import Dispute
from scorekeeper.fields import copy_with, spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.breaches import rule, simple
from scorekeeper.games.durak.referee.cards import (
    FIRST_OR_LATER,
    MOST_BOUTS,
    MOST_CARDS,
    Cards,
    of_one_rank,
    require_cards,
)
from scorekeeper.places import require_in_hand
from scorekeeper.referee import AnyRule, Broken, Finding, Rule

MOST, FIRST_BOUT, PAIR = 6, 5, 2
"""Cards in an attack: in all, in the first bout if the house says so, in the simple game."""


@dataclass(frozen=True, kw_only=True)
class Attack(Dispute):
    """The cards played at once to begin a bout, the first of a game being bout 1."""

    kind: ClassVar[str] = "attack"
    depends_on: ClassVar[tuple[str, ...]] = ("variant", "pack")
    cards: Cards
    defender_hand: int = spec(ge=1, le=MOST_CARDS, tucked=True)
    bout: int = spec(ge=1, le=MOST_BOUTS, tucked=True, few=FIRST_OR_LATER)
    hand: Cards | None = spec(None, contains=("cards",))

    def check(self) -> None:
        """Raises Invalid for no card, or one that was not in the hand."""
        require_cards("cards", self.cards)
        require_in_hand(self.hand, "cards", self.cards)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every choice of one rank from the hand, or from the cards that were played."""
        hand = self.cards if self.hand is None else self.hand
        return (copy_with(self, cards=cards) for cards in of_one_rank(hand))

    def choice(self) -> Cards:
        """The cards."""
        return self.cards


def attack_limit(house: HouseRules, first_bout: bool) -> int:
    """How many cards an attack may have, whatever the defender holds (durak.attack-size)."""
    if simple(house):
        return PAIR
    if house.first_bout_five and first_bout:
        return FIRST_BOUT
    return MOST if house.at_most_six else MOST_CARDS


def lays_several(attack: Attack, house: HouseRules) -> bool:
    """True if more than one card was played at once."""
    return len(attack.cards) > 1


def attacks_simply(attack: Attack, house: HouseRules) -> bool:
    """True at a table of the simple game."""
    return simple(house)


def attacks_with_ranks(attack: Attack, house: HouseRules) -> Finding:
    """durak.attack-rank (2): cards that are played at once share a rank.

    >>> from scorekeeper.cards import Card
    >>> six, seven, spade = Card("6", "H"), Card("7", "H"), Card("6", "S")
    >>> pair = Attack(cards=(six, spade), defender_hand=6, bout=2)
    >>> attacks_with_ranks(pair, HouseRules()) is None
    True
    >>> mixed = Attack(cards=(six, seven), defender_hand=6, bout=2)
    >>> attacks_with_ranks(mixed, HouseRules()) is None
    False
    """
    rank = attack.cards[0].rank
    mixed = any(card.rank != rank for card in attack.cards)
    return Broken({"cards": attack.cards}) if mixed else None


def attacks_with_too_many(attack: Attack, house: HouseRules) -> Finding:
    """durak.attack-size (3): never more than the defender holds, nor than the limit."""
    most = min(attack.defender_hand, attack_limit(house, attack.bout == 1))
    n = len(attack.cards)
    return Broken({"n": n, "most": most}) if n > most else None


ATTACK_RULES: tuple[AnyRule, ...] = (
    rule("durak.attack-rank", Attack, attacks_with_ranks, applies=lays_several),
    rule("durak.attack-size", Attack, attacks_with_too_many),
    Rule("durak.simple", Attack, applies=attacks_simply),
)

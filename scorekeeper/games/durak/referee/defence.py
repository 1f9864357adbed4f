"""Beating a card in Durak: by a higher one of its suit, or by a trump.

Rules document, section 3: durak.beat, durak.spades.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.breaches import rule
from scorekeeper.games.durak.referee.cards import SPADES, Cards, Suit, beats, trump_in
from scorekeeper.referee import AnyRule, Broken, CardPlayed, Finding


@dataclass(frozen=True, kw_only=True)
class Beat(CardPlayed):
    """A card that was to beat another."""

    kind: ClassVar[str] = "beat"
    attack: Card
    card: Card
    trump: Suit
    hand: Cards | None = spec(None, contains=("card",))

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The card to be beaten, and the hand or the card."""
        return {"attack": (self.attack,), **super().places()}


def spade_by_another_suit(beat: Beat, house: HouseRules) -> Finding:
    """durak.spades (3): a spade is beaten by spades only."""
    wrong = beat.attack.suit == SPADES != beat.card.suit
    return Broken({"attack": beat.attack, "card": beat.card}) if wrong else None


def does_not_beat(beat: Beat, house: HouseRules) -> Finding:
    """durak.beat (3): a higher card of the suit, or a trump; a trump by a higher trump.

    >>> nine, ten, six = Card("9", "H"), Card("T", "H"), Card("6", "S")
    >>> does_not_beat(Beat(attack=nine, card=ten, trump="D"), HouseRules()) is None
    True
    >>> does_not_beat(Beat(attack=nine, card=six, trump="D"), HouseRules()) is None
    False
    """
    trump = trump_in(house, beat.trump)
    if beats(beat.attack, beat.card, trump):
        return None
    return Broken({"attack": beat.attack, "card": beat.card, "trump": trump})


def spades_apart(house: HouseRules) -> bool:
    """True if spades are beaten by spades only."""
    return house.spades_by_spades


DEFENCE_RULES: tuple[AnyRule, ...] = (
    rule("durak.spades", Beat, spade_by_another_suit, when=spades_apart),
    rule("durak.beat", Beat, does_not_beat),
)

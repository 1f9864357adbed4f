"""Cards played to a trick: what may be led, who has to follow suit (1b), which card wins."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.fields import spec
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.penalties import penalty
from scorekeeper.games.tricks import of_suit
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, CardPlayed, Finding, Missing, Rule

HAND = 8
TRICKS = 8
HEARTS = "H"


@dataclass(frozen=True, kw_only=True)
class Play(CardPlayed):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    trick: tuple[Card, ...] = spec(advance=True)
    card: Card = spec()
    trick_no: int = spec(ge=1, le=TRICKS, prefill=2)
    hand: tuple[Card, ...] | None = spec(None, contains=("card",))

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so."""
        require_at_most("trick", self.trick, SEATS - 1)
        super().check()
        require_at_most("hand", self.hand, HAND - self.trick_no + 1)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick, and the hand or the card."""
        return {"trick": self.trick, **super().places()}


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (kocka.winner: no trumps)."""
    return FRENCH_32.height[card] if card.suit == led else -1


def leads_hearts_first(play: Play, house: HouseRules) -> Finding:
    """kocka.first-lead (1b): the first trick is led with a heart only from eight hearts."""
    if play.trick_no != 1 or play.trick or play.card.suit != HEARTS:
        return None
    if play.hand is None:
        return Missing("hand")
    if others := tuple(card for card in play.hand if card.suit != HEARTS):
        return Broken({"card": play.card, "cards": others})
    return None if len(play.hand) == HAND else Missing("hand")


def does_not_follow(play: Play, house: HouseRules) -> Finding:
    """kocka.follow (1b): who has the led suit plays it.

    >>> led, king, queen = (FRENCH_32.parse(code) for code in ("9D", "KD", "QS"))
    >>> hand = (king, queen)
    >>> follows = Play(trick=(led,), card=king, trick_no=2, hand=hand)
    >>> does_not_follow(follows, HouseRules()) is None
    True
    >>> revokes = Play(trick=(led,), card=queen, trick_no=2, hand=hand)
    >>> does_not_follow(revokes, HouseRules()).facts["cards"]
    (Card(rank='K', suit='D'),)
    """
    if not play.trick or play.card.suit == (led := play.trick[0]).suit:
        return None
    if play.hand is None:
        return Missing("hand")
    in_suit = of_suit(play.hand, led.suit)
    return Broken({"led": led, "card": play.card, "cards": in_suit}) if in_suit else None


PLAY_RULES: tuple[AnyRule, ...] = (
    Rule("kocka.first-lead", Play, leads_hearts_first, penalty=penalty),
    Rule("kocka.follow", Play, does_not_follow, penalty=penalty),
)

"""Cards played to a trick: following suit, taroks, and overtaking in a Varšava (sections 6, 9)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from scorekeeper.cards import TAROCK_54, TAROK, Card
from scorekeeper.fields import spec
from scorekeeper.games.taroky.entries import HAND, SEATS, VARIANTS, Variant
from scorekeeper.games.taroky.house import Contract, HouseRules
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.games.tricks import of_suit
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, CardPlayed, Finding, Missing, Rule
from scorekeeper.schema import Invalid

TRICKS = 12
PAGAT, MOND, SKYZ = (TAROCK_54.parse(code) for code in ("I", "XXI", "SKYZ"))


def fits(contract: Contract, variant: Variant | None) -> None:
    """Raises Invalid for a Varšava of a contract that has none (section 4)."""
    if variant == "varsava" and variant not in VARIANTS[contract]:
        has = (each for each, variants in VARIANTS.items() if variant in variants)
        raise Invalid("contract", "not-a-choice", choices=", ".join(has))


@dataclass(frozen=True, kw_only=True)
class Play(CardPlayed):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    contract: Contract = spec(prefill="zakladni")
    trick: tuple[Card, ...] = spec(advance=True)
    card: Card = spec()
    hand: tuple[Card, ...] | None = spec(None, contains=("card",))
    variant: Variant | None = None

    @property
    def varsava(self) -> bool:
        """True if taroks have to be overtaken here."""
        return self.variant == "varsava"

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so."""
        fits(self.contract, self.variant)
        require_at_most("trick", self.trick, SEATS - 1)
        super().check()
        require_at_most("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The trick, and the hand or the card."""
        return {"trick": self.trick, "hand": self.hand or (self.card,)}


def height(card: Card) -> int:
    """The height of a tarok, or of a card within its suit."""
    return TAROCK_54.height[card]


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (taroky.play.winner)."""
    if card.suit == TAROK:
        return 100 + height(card)
    return height(card) if card.suit == led else -1


def throws_mond_on_skyz(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.mond-skyz: XXI does not go on SKYZ, unless nothing but I is beside it."""
    if not play.varsava or SKYZ not in play.trick:
        return None
    return _broken_beside(play, (MOND, PAGAT))


def wastes_pagat(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.pagat-last: I may be played only as the player's last tarok."""
    return _broken_beside(play, (PAGAT,)) if play.varsava else None


def _broken_beside(play: Play, free: tuple[Card, ...]) -> Finding:
    """Broken if the hand has a tarok that is not one of the free ones."""
    if play.hand is None:
        return Missing("hand")
    others = tuple([c for c in play.hand if c.suit == TAROK and c not in free])
    return Broken({"cards": others, "card": play.card}) if others else None


def to_overtake(play: Play, house: HouseRules) -> Card | None:
    """The highest tarok of a trick of a Varšava, if a tarok played to it has to be higher."""
    if not play.varsava or not play.trick:
        return None
    if play.trick[0].suit != TAROK and not house.varsava_overtake_ruffs:
        return None
    return max([card for card in play.trick if card.suit == TAROK], key=height, default=None)


def underplays(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.overtake: a tarok on a tarok must be higher, if the hand has a higher one.

    The pagát, which has to wait, and a mond that may not go on the škýz are not asked for.
    """
    highest = to_overtake(play, house)
    if highest is None:
        return None
    if play.hand is None:
        return Missing("hand")
    least = height(highest)
    higher = tuple([c for c in play.hand if c.suit == TAROK and height(c) > least])
    return Broken({"cards": higher, "led": highest, "card": play.card}) if higher else None


def is_low_tarok(play: Play) -> bool:
    """True if a tarok was played that does not overtake every tarok of the trick."""
    if play.card.suit != TAROK:
        return False
    own = height(play.card)
    return any(card.suit == TAROK and height(card) > own for card in play.trick)


def is_off_suit(play: Play) -> bool:
    """True if a card of another suit than the led one was played."""
    return bool(play.trick) and play.card.suit != play.trick[0].suit


def does_not_follow(play: Play, house: HouseRules) -> Finding:
    """taroky.play.follow: who has the led suit (or, to a led tarok, a tarok) plays it.

    >>> led, king, tarok = (TAROCK_54.parse(code) for code in ("QH", "KH", "XX"))
    >>> hand = (king, tarok)
    >>> revokes = Play(contract="solo", trick=(led,), card=tarok, hand=hand)
    >>> FOLLOW.find(revokes, HouseRules()).facts["cards"]
    (Card(rank='K', suit='H'),)
    >>> follows = Play(contract="solo", trick=(led,), card=king, hand=hand)
    >>> FOLLOW.find(follows, HouseRules()) is None
    True
    """
    if not play.trick:
        return None
    if play.hand is None:
        return Missing("hand")
    in_suit = of_suit(play.hand, play.trick[0].suit)
    return Broken({"cards": in_suit, "led": play.trick[0], "card": play.card}) if in_suit else None


def is_other_plain_suit(play: Play) -> bool:
    """True if a card was played that is neither of the led suit nor a tarok."""
    return is_off_suit(play) and play.card.suit != TAROK


def plays_no_tarok(play: Play, house: HouseRules) -> Finding:
    """taroky.play.tarok: without the led suit a tarok is played, if there is one."""
    if not play.trick or (led := play.trick[0].suit) == TAROK:
        return None
    if play.hand is None:
        return Missing("hand")
    taroks = of_suit(play.hand, TAROK)
    if not taroks or of_suit(play.hand, led):
        return None
    return Broken({"cards": taroks, "led": play.trick[0], "card": play.card})


rule = partial(Rule, penalty=penalty)
FOLLOW: AnyRule = rule("taroky.play.follow", Play, does_not_follow, forbids=is_off_suit)
PLAY_RULES: tuple[AnyRule, ...] = (
    rule("taroky.varsava.mond-skyz", Play, throws_mond_on_skyz, forbids=lambda p: p.card == MOND),
    rule("taroky.varsava.pagat-last", Play, wastes_pagat, forbids=lambda p: p.card == PAGAT),
    rule("taroky.varsava.overtake", Play, underplays, forbids=is_low_tarok),
    FOLLOW,
    rule("taroky.play.tarok", Play, plays_no_tarok, forbids=is_other_plain_suit),
)

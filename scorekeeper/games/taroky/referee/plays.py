"""Cards played to a trick: following suit, taroks, and overtaking in a Varšava (sections 6, 9)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Self

from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.core.schema import Invalid, copies_with, spec
from scorekeeper.games.taroky.entries import HAND, SEATS, VARIANTS, Variant
from scorekeeper.games.taroky.house_rules import Contract, HouseRules
from scorekeeper.games.taroky.referee.penalties import COSTS, penalty
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee.dispute import CardPlayed, require_at_most
from scorekeeper.referee.hands import OpenHand, telling
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has, lacks

TRICKS = 12
PAGAT, MOND, SKYZ = (TAROCK_54.parse(code) for code in ("I", "XXI", "SKYZ"))


def fits(contract: Contract, variant: Variant | None) -> None:
    """Raises Invalid for a way to play that the contract has not, or in which no card is played.

    Section 4: a folded deal is not played.
    """
    played = {each: [v for v in ways if v != "folded"] for each, ways in VARIANTS.items()}
    if variant is None or variant in played[contract]:
        return
    if has := [each for each, ways in played.items() if variant in ways]:
        raise Invalid("contract", "not-a-choice", choices=", ".join(has))
    raise Invalid("variant", "not-a-choice", choices=", ".join(played[contract]))


@dataclass(frozen=True, kw_only=True)
class Play(CardPlayed[HouseRules]):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    depends_on: ClassVar[tuple[str, ...]] = ("varsava_overtake_ruffs", *COSTS)
    contract: Contract = spec(in_details=True)
    trick: tuple[Card, ...] = spec(advance=True)
    card: Card = spec()
    hand: tuple[Card, ...] | None = spec(None, contains=("card",), optional=True)
    variant: Variant | None = None

    @property
    def varsava(self) -> bool:
        return self.variant == "varsava"

    def validate(self) -> None:
        fits(self.contract, self.variant)
        require_at_most("trick", self.trick, SEATS - 1)
        super().validate()
        require_at_most("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"trick": self.trick, "hand": self.known}

    @property
    def known(self) -> tuple[Card, ...]:
        return self.hand or (self.card,)

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """With nothing more in it, and with any one card more: one is enough to oblige."""
        yield told.known
        plain = {card.suit: card for card in told.free if card.suit != TAROK}
        taroks = telling(of_suit(told.free, TAROK))
        yield from ((*told.known, card) for card in (*plain.values(), *taroks))

    def completions(self, house: HouseRules) -> Iterable[Self]:
        """With the card alone, and with each that lies nowhere else: one is enough to oblige."""
        seen = {*self.trick, self.card}
        others = (card for card in TAROCK_54.cards if card not in seen)
        hands = ((self.card,), *((self.card, other) for other in others))
        return copies_with(self, "hand", hands if self.hand is None else ())


HEIGHT = TAROCK_54.height


def height(card: Card) -> int:
    """The height of a tarok, or of a card within its suit."""
    return HEIGHT[card]


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (taroky.play.winner)."""
    if card.suit == TAROK:
        return 100 + HEIGHT[card]
    return HEIGHT[card] if card.suit == led else -1


def spares_a_winner(play: Play, house: HouseRules) -> bool:
    """True outside a Varšava if the trick could have been taken, and was not."""
    if play.varsava or not play.trick:
        return False
    led = play.trick[0].suit
    highest = max(strength(card, led) for card in play.trick)
    alike = of_suit(play.known, play.card.suit)
    return strength(play.card, led) < highest < max(strength(card, led) for card in alike)


def may_ruff(play: Play, house: HouseRules) -> bool:
    if not play.trick or (led := play.trick[0].suit) == TAROK:
        return False
    return not of_suit(play.known, led)


def may_play_tarok(play: Play) -> bool:
    led = play.trick[0].suit if play.trick else TAROK
    return led == TAROK or not of_suit(play.known, led)


def chooses_mond(play: Play, house: HouseRules) -> bool:
    """True in a Varšava if XXI could be put on a trick that holds SKYZ."""
    return play.varsava and SKYZ in play.trick and MOND in play.known and may_play_tarok(play)


def chooses_pagat(play: Play, house: HouseRules) -> bool:
    """True in a Varšava if I could be played."""
    return play.varsava and PAGAT in play.known and may_play_tarok(play)


def chooses_overtake(play: Play, house: HouseRules) -> bool:
    """True in a Varšava if a tarok that is played has to be higher than one of the trick."""
    return to_overtake(play, house) is not None and may_play_tarok(play)


def throws_mond_on_skyz(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.mond-skyz: XXI does not go on SKYZ, unless nothing but I is beside it."""
    return _broken_beside(play, (MOND, PAGAT))


def wastes_pagat(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.pagat-last: I may be played only as the player's last tarok."""
    return _broken_beside(play, (PAGAT,))


def _broken_beside(play: Play, free: tuple[Card, ...]) -> Finding:
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
    for card in play.trick:  # noqa: SIM110 – a generator takes longer than three cards
        if card.suit == TAROK and height(card) > own:
            return True
    return False


def is_off_suit(play: Play) -> bool:
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
    if play.hand is None:
        return Missing("hand")
    in_suit = of_suit(play.hand, play.trick[0].suit)
    return Broken({"cards": in_suit, "led": play.trick[0], "card": play.card}) if in_suit else None


def is_other_plain_suit(play: Play) -> bool:
    return bool(play.trick) and play.card.suit not in (TAROK, play.trick[0].suit)


def plays_no_tarok(play: Play, house: HouseRules) -> Finding:
    """taroky.play.tarok: without the led suit a tarok is played, if there is one."""
    if play.hand is None:
        return Missing("hand")
    taroks = of_suit(play.hand, TAROK)
    if not taroks or of_suit(play.hand, play.trick[0].suit):
        return None
    return Broken({"cards": taroks, "led": play.trick[0], "card": play.card})


rule = partial(Rule, penalty=penalty)
MOND_SKYZ = rule(
    "taroky.varsava.mond-skyz",
    Play,
    throws_mond_on_skyz,
    applies=chooses_mond,
    forbids=has("card", MOND),
)
PAGAT_LAST = rule(
    "taroky.varsava.pagat-last",
    Play,
    wastes_pagat,
    applies=chooses_pagat,
    forbids=has("card", PAGAT),
)
OVERTAKE = rule(
    "taroky.varsava.overtake", Play, underplays, applies=chooses_overtake, forbids=is_low_tarok
)
FOLLOW = rule(
    "taroky.play.follow", Play, does_not_follow, applies=has("trick"), forbids=is_off_suit
)
TAROK_IF_VOID = rule(
    "taroky.play.tarok", Play, plays_no_tarok, applies=may_ruff, forbids=is_other_plain_suit
)
VARSAVA_RULES = (MOND_SKYZ, PAGAT_LAST, OVERTAKE)
SUIT_RULES = (FOLLOW, TAROK_IF_VOID)
PLAY_RULES = (*VARSAVA_RULES, *SUIT_RULES)
"""What a card may break; they must not be asked in another order (most specific first)."""
FREE_RULES = (
    Rule("taroky.play.no-overtake", Play, applies=spares_a_winner),
    Rule("taroky.play.lead", Play, applies=lacks("trick")),
)
"""What only says that a card is free."""

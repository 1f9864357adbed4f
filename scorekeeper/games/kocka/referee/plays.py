"""Cards played to a trick: what may be led, who has to follow suit (1b), which card wins; what an
offence costs (2, 6); and the unwritten rules (7): a card that offends one of them is legal, and
the others do not like it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Self

from scorekeeper.core.cards import FRENCH_32, Card
from scorekeeper.core.schema import copies_with, spec
from scorekeeper.games.kocka.entries import POINTS, SEATS
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee.dispute import CardPlayed, require_at_most
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Penalty, Rule, has

COSTS = ("renonc_penalty",)
"""The house rules that say what a renonc costs."""
OTHER_COSTS = ("other_breaches", *COSTS)
"""The house rules that say what any other breach costs."""


def penalty(house: HouseRules) -> Penalty:
    """The penalty of a renonc in this house (kocka.renonc, 6)."""
    if house.renonc_penalty == "points":
        return Penalty("points", agree=True)
    return Penalty("void", buys=1)


def other_breach(house: HouseRules) -> Penalty:
    """What the source forbids without calling it a renonc: the card is taken back (6)."""
    return penalty(house) if house.other_breaches == "renonc" else Penalty("take-back")


def other_look(house: HouseRules) -> Penalty | None:
    """The same of what cannot be taken back: nothing follows (6)."""
    return penalty(house) if house.other_breaches == "renonc" else None


def loses_dokladacka(house: HouseRules) -> Penalty:
    """A renonc in a dokládačka loses it (2)."""
    return Penalty("lost", what="dokladacka")


def goes_back(house: HouseRules) -> Penalty:
    """A card that fits nowhere is taken back."""
    return Penalty("take-back")


renonc = partial(Rule, penalty=penalty, ours=("onward",))
"""A rule whose breach the source calls a renonc; who deals after a void round it does not say."""
other = partial(Rule, penalty=other_breach, ours=("penalty", "onward"))
"""A rule whose breach the source does not call a renonc: what it costs is our decision."""


HAND = 8
TRICKS = 8


@dataclass(frozen=True, kw_only=True)
class Play(CardPlayed[HouseRules]):
    """A card played to a trick; `hand` is the hand before it, the card included."""

    kind: ClassVar[str] = "play"
    depends_on: ClassVar[tuple[str, ...]] = OTHER_COSTS
    trick: tuple[Card, ...] = spec(advance=True)
    card: Card = spec()
    trick_no: int = spec(ge=1, le=TRICKS, in_details=True)
    hand: tuple[Card, ...] | None = spec(None, contains=("card",), optional=True)

    def validate(self) -> None:
        require_at_most("trick", self.trick, SEATS - 1)
        super().validate()
        require_at_most("hand", self.hand, self.size)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"trick": self.trick, **super().places()}

    @property
    def size(self) -> int:
        """How many cards the whole hand held: one less in each trick."""
        return HAND - self.trick_no + 1

    def obliges(self, card: Card) -> bool:
        return card.suit == self.trick[0].suit if self.trick else card.suit != HEARTS

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[tuple[Card, ...]]:
        """With as few cards that oblige as may be, and as many; of the others with and without
        such as leave a choice (7).
        """
        return told.filled(
            self.size,
            lambda card: (self.obliges(card), card in POINTS),
            lambda card: (self.obliges(card), card not in POINTS),
            lambda card: (self.obliges(card), card.suit in MINOR),
            lambda card: (not self.obliges(card), card in POINTS),
        )

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """Whole hands around what is known: without a card that obliges, and with one."""
        known = self.hand or (self.card,)
        unseen = [card for card in FRENCH_32.cards if card not in (*self.trick, *known)]
        spare = [card for card in unseen if not self.obliges(card)]
        room = self.size - len(known)
        mixed = spare[:: len(spare) // room] if room else []
        hands = [(*known, *mixed[:room])]
        if room:
            obliging = next(card for card in unseen if self.obliges(card))
            hands.append((*known, obliging, *mixed[: room - 1]))
        in_order = [tuple(sorted(hand, key=FRENCH_32.cards.index)) for hand in hands]
        return copies_with(self, "hand", in_order)

    def customs(self, house: HouseRules) -> tuple[str, ...]:
        """The unwritten rules that the card offends (7)."""
        return tuple(offends(self.trick_no, self.trick, self.card, self.hand))


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (kocka.winner: no trumps)."""
    return FRENCH_32.height[card] if card.suit == led else -1


def leads_first(play: Play, house: HouseRules) -> bool:
    return play.trick_no == 1 and not play.trick


def leads_later(play: Play, house: HouseRules) -> bool:
    return play.trick_no > 1 and not play.trick


def leads_hearts_first(play: Play, house: HouseRules) -> Finding:
    """kocka.first-lead (1b): the first trick is led with a heart only from eight hearts."""
    if play.card.suit != HEARTS:
        return None
    if play.hand is None:
        return Missing("hand")
    if others := tuple(card for card in play.hand if card.suit != HEARTS):
        return Broken({"card": play.card, "cards": others})
    return None if len(play.hand) == play.size else Missing("hand")


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


FIRST_LEAD = other("kocka.first-lead", Play, leads_hearts_first, applies=leads_first)
FOLLOW = renonc("kocka.follow", Play, does_not_follow, applies=has("trick"))
PLAY_RULES = (FOLLOW, FIRST_LEAD)
"""What a card may break; where a round proves both, it costs what the first does."""
FREE_LEAD = Rule("kocka.lead.free", Play, applies=leads_later)


HEARTS, SPADES, MINOR = "H", "S", "DC"
CAT, ACE_OF_SPADES = FRENCH_32.parse("QS"), FRENCH_32.parse("AS")
ENDS = ("A", "7")
"""The ranks at the ends of a row: who has none of them cannot lose a dokládačka."""


def offends(
    trick_no: int, trick: Sequence[Card], card: Card, hand: Sequence[Card] | None
) -> Iterator[str]:
    """Ids of the unwritten rules that a card offends, the strongest first (7).

    `trick` are the cards before it, `hand` is what it was played from, if that is known. Only what
    is certain is said: of a later trick nobody knows here whether it is the first of its suit.
    """
    if not trick:
        other = hand is None or any(card.suit in MINOR for card in hand)
        if card.suit == SPADES and other:
            yield "kocka.custom.spade-lead"
        return
    led, first = trick[0], trick_no == 1
    allowed = of_suit(hand or (), led.suit) or hand
    had_choice = allowed is None or any(each not in POINTS for each in allowed)
    if card not in POINTS or not had_choice:
        return
    if first and not (led == ACE_OF_SPADES and card == CAT):
        yield "kocka.custom.first-trick"
    if card == CAT and led.suit == HEARTS and trick_no <= 2:
        yield "kocka.custom.cat-in-hearts"
    if first and led.suit in MINOR:
        yield "kocka.custom.minor-suits"


def holds_back_jack(card: Card, hand: Sequence[Card] | None) -> Iterator[str]:
    """The id of the rule on jacks, if the only card that is left of a hand is one (7).

    It binds only who has neither an ace nor a seven.
    """
    left = [each for each in hand or () if each != card]
    jack = len(left) == 1 and left[0].rank == "J"
    if jack and card.rank not in (*ENDS, "J"):
        yield "kocka.custom.jack"

"""Beating in Durak: by a higher card of the suit or by a trump; and taking what is not beaten.

Rules document, section 3: durak.beat, durak.spades, durak.take, durak.all-or-nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self, TypedDict

from scorekeeper.cards import Card, Pack
from scorekeeper.dispute import CardPlayed, Dispute
from scorekeeper.fields import copy_with, spec
from scorekeeper.games.durak.house import HouseRules, pack_of
from scorekeeper.games.durak.referee.attacks import PAIR, attack_limit
from scorekeeper.games.durak.referee.breaches import rule, simple
from scorekeeper.games.durak.referee.cards import (
    MOST_CARDS,
    SPADES,
    Cards,
    Suit,
    beats,
    require_cards,
    require_trump,
    trump_in,
)
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid


@dataclass(frozen=True, kw_only=True)
class Beat(CardPlayed):
    """A card that was to beat another."""

    kind: ClassVar[str] = "beat"
    may_lack: ClassVar[tuple[str, ...]] = ()
    depends_on: ClassVar[tuple[str, ...]] = ("spades_by_spades", "pack")
    attack: Card
    card: Card
    trump: Suit
    hand: Cards | None = spec(None, contains=("card",))

    def check_house(self, house: HouseRules) -> None:
        """Raises Invalid for a trump that this table cannot have."""
        require_trump("trump", self.trump, house)

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


def beats_spade(beat: Beat, house: HouseRules) -> bool:
    """True if a spade was to be beaten."""
    return beat.attack.suit == SPADES


def spades_apart(house: HouseRules) -> bool:
    """True if spades are beaten by spades only."""
    return house.spades_by_spades


class TakeResult(TypedDict):
    """How many cards the defender `takes`."""

    takes: int


@dataclass(frozen=True, kw_only=True)
class Take(Dispute):
    """The defender says that he takes: `unbeaten` cards lie there, and he has `beaten` others.

    `hand` is what he still holds.
    """

    kind: ClassVar[str] = "take"
    depends_on: ClassVar[tuple[str, ...]] = (
        *("variant", "simple_takes", "beat_thrown_in", "spades_by_spades", "pack", "at_most_six"),
    )
    unbeaten: Cards
    trump: Suit
    beaten: int = spec(0, ge=0, le=MOST_CARDS // 2)
    hand: Cards | None = None

    def check(self) -> None:
        """Raises Invalid if there is nothing to take, or ranks that cannot lie there so."""
        require_cards("unbeaten", self.unbeaten)
        if len({card.rank for card in self.unbeaten}) > self.beaten + 1:
            raise Invalid("unbeaten", "refused", rule="durak.given.table")

    def check_house(self, house: HouseRules) -> None:
        """Raises Invalid for a trump, or a number of cards, that this table cannot have."""
        require_trump("trump", self.trump, house)
        if simple(house) and len(self.unbeaten) + self.beaten > PAIR:
            raise Invalid("unbeaten", "refused", rule="durak.given.pair")
        most = attack_limit(house, first_bout=False)
        if len(self.unbeaten) + self.beaten > most:
            raise Invalid("unbeaten", "too-many-cards", most=most)

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid for more cards than the pack has."""
        super().check_pack(pack)
        room = sum(pack.numbers.values()) - len(self.unbeaten) - len(self.hand or ())
        if 2 * self.beaten > room:
            raise Invalid("beaten", "too-large", most=room // 2)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What lies unbeaten, and the hand."""
        return {"unbeaten": self.unbeaten, "hand": self.hand or ()}

    def unknown(self) -> tuple[str, ...]:
        """The hand, once beating has begun."""
        return ("hand",) if self.beaten and self.hand is None else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with no card left, and with one for each that is unbeaten, if there are such."""
        if not self.unknown():
            return
        yield copy_with(self, hand=())
        pack = pack_of(house).cards
        free = tuple(card for card in pack if card not in self.unbeaten)
        cards = matched(self.unbeaten, free, house, self.trump)
        if cards and len(pack) >= 2 * (len(cards) + self.beaten):
            yield copy_with(self, hand=cards)

    def result(self, house: HouseRules) -> TakeResult:
        """All that lies there; where a simple game is played so, what is unbeaten."""
        left = len(self.unbeaten)
        apart = simple(house) and house.simple_takes == "unbeaten"
        return {"takes": left if apart else left + 2 * self.beaten}


def matched(unbeaten: Cards, hand: Cards, house: HouseRules, trump: Suit) -> Cards | None:
    """A card of a hand for each of some cards, to beat it with; None if the hand has them not.

    >>> six, nine, ten = Card("6", "H"), Card("9", "H"), Card("T", "H")
    >>> matched((six, nine), (ten,), HouseRules(), "S") is None
    True
    """
    if not unbeaten:
        return ()
    first, *rest = unbeaten
    for card in hand:
        if may_beat(first, card, house, trump):
            others = tuple(each for each in hand if each != card)
            if (cards := matched(tuple(rest), others, house, trump)) is not None:
                return (card, *cards)
    return None


def may_beat(attack: Card, card: Card, house: HouseRules, trump: Suit) -> bool:
    """True if a card beats another at this table (durak.beat, durak.spades)."""
    beat = Beat(attack=attack, card=card, trump=trump)
    if house.spades_by_spades and spade_by_another_suit(beat, house):
        return False
    return does_not_beat(beat, house) is None


def takes_what_he_could_beat(take: Take, house: HouseRules) -> Finding:
    """durak.throw-in.beat (3): who has begun to beat beats all that he can.

    He may take if one of the cards cannot be beaten with what he holds.
    """
    if not take.beaten:
        return None
    if take.hand is None:
        return Missing("hand")
    cards = matched(take.unbeaten, take.hand, house, take.trump)
    return Broken({"cards": cards}) if cards else None


def has_begun(take: Take, house: HouseRules) -> bool:
    """True if the defender has beaten a card."""
    return take.beaten > 0


def all_are_beaten(house: HouseRules) -> bool:
    """True if every card that is thrown in has to be beaten."""
    return house.beat_thrown_in and not simple(house)


@dataclass(frozen=True, kw_only=True)
class Retract(Dispute):
    """The defender said "I take" and goes back on it; `added`: cards were thrown in since."""

    kind: ClassVar[str] = "retract"
    depends_on: ClassVar[tuple[str, ...]] = ("take_back", "variant")
    added: bool
    picked_up: bool

    def check_house(self, house: HouseRules) -> None:
        """Raises Invalid for cards added in a game in which nothing is thrown in."""
        if self.added and simple(house):
            raise Invalid("added", "refused", rule="durak.given.simple")


def goes_back_on_taking(retract: Retract, house: HouseRules) -> Finding:
    """durak.take: "I take" stands, or as long as nobody added a card and he took none up."""
    free = house.take_back == "until-added" and not (retract.added or retract.picked_up)
    return None if free else Broken()


DEFENCE_RULES: tuple[AnyRule, ...] = (
    rule("durak.spades", Beat, spade_by_another_suit, when=spades_apart, applies=beats_spade),
    rule("durak.beat", Beat, does_not_beat),
    rule(
        "durak.throw-in.beat",
        Take,
        takes_what_he_could_beat,
        when=all_are_beaten,
        applies=has_begun,
    ),
    Rule("durak.all-or-nothing", Take, applies=has_begun),
    Rule("durak.take", Take),
    rule("durak.take", Retract, goes_back_on_taking),
)

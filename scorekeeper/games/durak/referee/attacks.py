"""Attacks in Durak: the cards that begin a bout, and those that are thrown in later.

Rules document, sections 2 and 3: durak.attack-rank, .attack-size, .simple, .throw-in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import ClassVar, Self

from scorekeeper.cards import Card
from scorekeeper.fields import copy_with, spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.breaches import rule, simple
from scorekeeper.games.durak.referee.cards import (
    HAND,
    MOST_BOUTS,
    MOST_CARDS,
    MOST_PLAYERS,
    Cards,
    of_one_rank,
    require_cards,
    require_opponents,
    require_table,
)
from scorekeeper.places import require_in_hand
from scorekeeper.referee import AnyRule, Broken, CardPlayed, Dispute, Finding, Missing
from scorekeeper.schema import Seat
from scorekeeper.sheet import seats_after

MOST, FIRST_BOUT, PAIR = 6, 5, 2
"""Cards in an attack: in all, in the first bout if the house says so, in the simple game."""


@dataclass(frozen=True, kw_only=True)
class Attack(Dispute):
    """The cards played at once to begin a bout, the first of a game being bout 1."""

    kind: ClassVar[str] = "attack"
    cards: Cards
    defender_hand: int = spec(ge=1, le=MOST_CARDS, prefill=HAND)
    bout: int = spec(ge=1, le=MOST_BOUTS, prefill=2)
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


@dataclass(frozen=True, kw_only=True)
class ThrowIn(CardPlayed):
    """A card added to the attack; `passed` are those who have nothing more to add just now.

    `defender_hand` is how many cards the defender still holds, `beat` are those that beat others.
    """

    kind: ClassVar[str] = "throw-in"
    attack: Cards
    beat: Cards = ()
    card: Card
    players: int = spec(ge=2, le=MOST_PLAYERS, prefill=4, known="players")
    seat: Seat
    attacker: Seat
    defender: Seat
    defender_hand: int = spec(ge=0, le=MOST_CARDS, prefill=HAND)
    took: bool = False
    passed: frozenset[Seat] | None = None
    bout: int | None = spec(None, ge=1, le=MOST_BOUTS)
    hand: Cards | None = spec(None, contains=("card",))

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so, or a defender who attacks."""
        require_table(self.attack, self.beat)
        super().check()
        require_opponents(self.attacker, self.defender)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What lies on the table, and the hand or the card."""
        return {"attack": self.attack, "beat": self.beat, **super().places()}


def attack_limit(house: HouseRules, first_bout: bool) -> int:
    """How many cards an attack may have, whatever the defender holds (durak.attack-size)."""
    if simple(house):
        return PAIR
    return FIRST_BOUT if house.first_bout_five and first_bout else MOST


def attacks_with_ranks(attack: Attack, house: HouseRules) -> Finding:
    """durak.attack-rank (2): cards that are played at once share a rank.

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


def adds_in_the_simple_game(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.simple (2): nothing is added to the cards that were played at once."""
    return Broken({"card": throw.card}) if simple(house) else None


def throws_a_strange_rank(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.rank (3): a card of a rank that lies on the table."""
    lying = (*throw.attack, *throw.beat)
    if throw.card.rank in [card.rank for card in lying]:
        return None
    return Broken({"card": throw.card, "cards": lying})


def may_throw_in(throw: ThrowIn, house: HouseRules) -> tuple[int, ...]:
    """Who may add a card now: never the defender, perhaps only the neighbours.

    The attacker is the first, then the others clockwise, then round again; it is known whose turn
    that is if it is known who has passed.
    """
    seats = _throwers(throw.players, throw.attacker, throw.defender, house.neighbours_only)
    if throw.passed is None:
        return seats
    return tuple([seat for seat in seats if seat not in throw.passed] or seats)[:1]


@cache
def _throwers(players: int, attacker: int, defender: int, neighbours_only: bool) -> tuple[int, ...]:
    """Who may add cards in a bout, from the attacker clockwise."""
    seats = [seat for seat in seats_after(attacker - 1, players) if seat != defender]
    if neighbours_only:
        beside = {(defender + side) % players for side in (-1, 1)}
        seats = [seat for seat in seats if seat in beside or seat == attacker]
    return tuple(seats)


def throws_in_out_of_turn(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.who (2, 3): only the seat whose turn it is to add a card."""
    may = may_throw_in(throw, house)
    return None if throw.seat in may else Broken({"seat": throw.seat, "may": may})


def throws_in_too_many(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.attack-size (3): no more unbeaten cards than the defender can still beat.

    In a house with five in the first bout a sixth card depends on the bout: if that is
    not known, it is missing.
    """
    unbeaten, in_all = len(throw.attack) - len(throw.beat) + 1, len(throw.attack) + 1
    most = attack_limit(house, throw.bout == 1)
    if unbeaten > throw.defender_hand:
        return Broken({"n": unbeaten, "most": throw.defender_hand})
    if in_all > most:
        return Broken({"n": in_all, "most": most})
    depends = throw.bout is None and in_all > attack_limit(house, first_bout=True)
    return Missing("bout") if depends else None


def throws_after_take(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.after-take (3): after the defender takes, too, only within the size."""
    return throws_in_too_many(throw, house) if throw.took else None


ATTACK_RULES: tuple[AnyRule, ...] = (
    rule("durak.attack-rank", Attack, attacks_with_ranks),
    rule("durak.attack-size", Attack, attacks_with_too_many),
    rule("durak.simple", ThrowIn, adds_in_the_simple_game),
    rule("durak.throw-in.rank", ThrowIn, throws_a_strange_rank),
    rule("durak.throw-in.who", ThrowIn, throws_in_out_of_turn),
    rule("durak.throw-in.after-take", ThrowIn, throws_after_take, concerns=attrgetter("took")),
    rule("durak.attack-size", ThrowIn, throws_in_too_many),
)

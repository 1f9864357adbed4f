"""The kinds of dispute in Durak (rules document, section 7): what the table tells the referee.

What they compute stands in `results.py`, which rules can be broken in `rules.py`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Literal, Self

from scorekeeper.cards import Card
from scorekeeper.games.durak import results
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.results import HAND
from scorekeeper.plain import Seat, Unreadable, part
from scorekeeper.referee import CardPlayed, Dispute, held, no_more

Suit = Literal["S", "H", "D", "C"]
Cards = tuple[Card, ...]
MOST_CARDS, MOST_PLAYERS, MOST_BOUTS = 52, 8, 1000


def some(place: str, cards: Cards) -> None:
    """Raises Unreadable if there is no card where there has to be one."""
    if not cards:
        raise Unreadable(place, "missing")


def of_one_rank(cards: Iterable[Card]) -> Iterator[Cards]:
    """Every choice of cards that share a rank."""
    ranks: dict[str, list[Card]] = {}
    for card in cards:
        ranks.setdefault(card.rank, []).append(card)
    for alike in ranks.values():
        for n in range(1, len(alike) + 1):
            yield from combinations(alike, n)


@dataclass(frozen=True, kw_only=True)
class Attack(Dispute):
    """The cards laid at once to begin a bout, the first of a game being bout 1."""

    kind: ClassVar[str] = "attack"
    cards: Cards
    defender_hand: int = part(at_least=1, at_most=MOST_CARDS, usual=HAND)
    bout: int = part(at_least=1, at_most=MOST_BOUTS, usual=2)
    hand: Cards | None = part(None, includes=("cards",))

    def check(self) -> None:
        """Raises Unreadable for no card, or one that was not in the hand."""
        some("cards", self.cards)
        held(self.hand, "cards", self.cards)

    def alternatives(self) -> Iterable[Self]:
        """Every choice of one rank from the hand, or from the cards that were laid."""
        hand = self.cards if self.hand is None else self.hand
        return (replace(self, cards=cards) for cards in of_one_rank(hand))

    def done(self) -> Cards:
        """The cards."""
        return self.cards


def on_table(attack: Cards, beat: Cards) -> None:
    """Raises Unreadable for no attack, or more cards that beat than there are to be beaten."""
    some("attack", attack)
    no_more("beat", beat, len(attack))


def not_himself(attacker: int, defender: int) -> None:
    """Raises Unreadable if somebody attacked himself."""
    if attacker == defender:
        raise Unreadable("defender", "twice", item=defender)


@dataclass(frozen=True, kw_only=True)
class ThrowIn(CardPlayed):
    """A card added to the attack; `passed` are those who have nothing more to add just now.

    `defender_hand` are the cards that the defender still holds, `beat` those he has beaten with.
    """

    kind: ClassVar[str] = "throw-in"
    attack: Cards
    beat: Cards = ()
    card: Card
    players: int = part(at_least=2, at_most=MOST_PLAYERS, usual=4)
    seat: Seat
    attacker: Seat
    defender: Seat
    defender_hand: int = part(at_least=0, at_most=MOST_CARDS, usual=HAND)
    took: bool = False
    passed: frozenset[Seat] | None = None
    bout: int | None = part(None, at_least=1, at_most=MOST_BOUTS)
    hand: Cards | None = part(None, includes=("card",))

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so, or who would attack himself."""
        on_table(self.attack, self.beat)
        super().check()
        not_himself(self.attacker, self.defender)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What lies on the table, and the hand or the card."""
        return {"attack": self.attack, "beat": self.beat, **super().places()}


@dataclass(frozen=True, kw_only=True)
class Beat(CardPlayed):
    """A card that was to beat another."""

    kind: ClassVar[str] = "beat"
    attack: Card
    card: Card
    trump: Suit
    hand: Cards | None = part(None, includes=("card",))

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The card to be beaten, and the hand or the card."""
        return {"attack": (self.attack,), **super().places()}


@dataclass(frozen=True, kw_only=True)
class Transfer(CardPlayed):
    """A card laid beside the attack, or only shown, to pass it all on to the next player."""

    kind: ClassVar[str] = "transfer"
    attack: Cards
    beat: Cards = ()
    card: Card
    next_hand: int = part(at_least=0, at_most=MOST_CARDS, usual=HAND)
    bout: int = part(at_least=1, at_most=MOST_BOUTS, usual=2)
    trump: Suit
    show: bool = False
    shown_before: bool = False
    last_card: bool = False
    hand: Cards | None = part(None, includes=("card",))

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so."""
        on_table(self.attack, self.beat)
        super().check()

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What lies on the table, and the hand or the card."""
        return {"attack": self.attack, "beat": self.beat, **super().places()}

    @property
    def to_beat(self) -> int:
        """How many cards the next player would have to beat: one that is shown is not laid."""
        return len(self.attack) + (not self.show)

    def alternatives(self) -> Iterable[Self]:
        """Every card of the hand, laid or shown."""
        ways = [replace(self, show=show) for show in (False, True)]
        return (replace(way, card=card) for way in ways for card in self.hand or ())

    def done(self) -> Any:
        """The card, or the card that is only shown."""
        return {"show": str(self.card)} if self.show else self.card


@dataclass(frozen=True, kw_only=True)
class FirstAttack(Dispute):
    """Who attacks first: by the lowest trump of each player, or by who was the fool before.

    Whoever is not in `lowest` has no trump; `seat` is who did attack, if that is in dispute.
    """

    kind: ClassVar[str] = "first-attack"
    players: int = part(at_least=2, at_most=MOST_PLAYERS, usual=4)
    lowest: Mapping[Seat, Card | None] | None = None
    trump: Suit | None = None
    dealer: Seat | None = None
    fool: Seat | None = None
    seat: Seat | None = None

    def check(self) -> None:
        """Raises Unreadable for lowest trumps that are no trumps."""
        suit: str | None = self.trump
        for seat, card in self.held.items():
            suit = suit or card.suit
            if card.suit != suit:
                raise Unreadable(f"lowest.{seat}", "refused", rule="durak.first")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The lowest trump of each."""
        return {f"lowest.{seat}": (card,) for seat, card in self.held.items()}

    @property
    def held(self) -> Mapping[Seat, Card]:
        """The lowest trump of those who have one."""
        return {seat: card for seat, card in (self.lowest or {}).items() if card}

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who attacks whom."""
        found = results.beginners(self.players, self.held, self.dealer, self.fool, house)
        return dict(zip(("attacker", "defender"), found, strict=True)) if found else {}


@dataclass(frozen=True, kw_only=True)
class Refill(Dispute):
    """How many cards each hand has after a bout, how many are in the stock, who played how."""

    kind: ClassVar[str] = "refill"
    seated: ClassVar[str] = "hands"
    hands: tuple[int, ...] = part(at_least=0, at_most=MOST_CARDS)
    stock: int = part(at_least=0, at_most=MOST_CARDS)
    attacker: Seat
    throwers: frozenset[Seat] = frozenset()
    defender: Seat
    took: bool = False

    def check(self) -> None:
        """Raises Unreadable for too few hands, or who would attack himself."""
        if not 2 <= len(self.hands) <= MOST_PLAYERS:
            raise Unreadable("hands", "wrong-number", n=f"2–{MOST_PLAYERS}")
        not_himself(self.attacker, self.defender)

    @property
    def draws(self) -> tuple[tuple[int, int], ...]:
        """Who draws how many, in order (durak.refill); who took draws nothing."""
        last = None if self.took else self.defender
        throwers = self.throwers - {self.defender}
        return tuple(results.refills(self.hands, self.stock, self.attacker, throwers, last))

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who draws how many, in order."""
        return {"draws": [list(draw) for draw in self.draws]}


@dataclass(frozen=True, kw_only=True)
class Draw(Dispute):
    """Who went out in the last bout, and how many `others` are still in; the stock is used up."""

    kind: ClassVar[str] = "draw"
    attacker_out: bool
    defender_out: bool
    others: int = part(at_least=0, at_most=MOST_PLAYERS - 2)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether it is a draw, or who is the fool."""
        return results.ending(self.attacker_out, self.defender_out, self.others, house)


@dataclass(frozen=True, kw_only=True)
class Epaulettes(Dispute):
    """The last attack of a game."""

    kind: ClassVar[str] = "epaulettes"
    players_left: int = part(at_least=1, at_most=MOST_PLAYERS, usual=2)
    attack: Cards
    beaten: bool
    trump: Suit

    def check(self) -> None:
        """Raises Unreadable if no card was laid."""
        some("attack", self.attack)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """How many epaulettes the loser gets."""
        hung = results.epaulettes(self.players_left, self.attack, self.beaten, self.trump, house)
        return {"epaulettes": hung}


@dataclass(frozen=True, kw_only=True)
class Deal(Dispute):
    """A dealt hand: whether there are so many cards of one suit that it is dealt anew."""

    kind: ClassVar[str] = "deal"
    hand: Cards

    def check(self) -> None:
        """Raises Unreadable for more cards than are dealt."""
        some("hand", self.hand)
        no_more("hand", self.hand, HAND)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether the cards are dealt anew."""
        return {"redeal": results.redeals(self.hand, house)}


DISPUTES: tuple[type[Dispute], ...] = (
    Beat,
    ThrowIn,
    Attack,
    Transfer,
    FirstAttack,
    Refill,
    Draw,
    Epaulettes,
    Deal,
)

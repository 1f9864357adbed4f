"""What a player of Makao faces: what cards make the next one do, and what may be laid on that."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.cards import JOKER, Card

Rank = Literal["5", "6", "7", "8", "9", "T", "Q"]
Suit = Literal["S", "H", "D", "C"]
Demand = Literal[
    "5", "6", "7", "8", "9", "T", "Q", "2", "3", "4", "J", "K", "A", "S", "H", "D", "C"
]
"""What somebody may have demanded: also ranks that may not be (makao.demand.what)."""
MOST = 6
"""Players."""
FORWARD, BACK = 1, -1
TAKES = {"2": 2, "3": 3}
"""Cards that the next player takes for each card of a rank (makao.attack)."""
KINGS = {Card("K", "H"): FORWARD, Card("K", "S"): BACK}
"""The two kings that make somebody take cards, and which way they send them (makao.king)."""
KING = 5
SKIP, JACK, ACE = "4", "J", "A"
RANKS: tuple[Rank, ...] = ("5", "6", "7", "8", "9", "T", "Q")
"""What can be demanded with a jack (makao.demand-rank)."""
FUNCTIONAL: tuple[Demand, ...] = ("2", "3", "4", "J", "K", "A")
"""What cannot (makao.demand.what)."""
SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
"""What can be demanded with an ace (makao.demand-suit)."""


@dataclass(frozen=True)
class Situation:
    """What the next player faces.

    The card on `top`, as it was meant; the demanded `rank` or `suit`; how many cards he is to take
    (`attack`), or how many turns to miss (`skips`). An attack or a skip comes before a demand,
    which waits until it is dealt with.
    """

    top: Card
    rank: Rank | None = None
    suit: Suit | None = None
    attack: int = 0
    skips: int = 0

    @property
    def demanded(self) -> bool:
        """Whether a rank or a suit has to be played."""
        return not (self.attack or self.skips) and bool(self.rank or self.suit)

    @property
    def quiet(self) -> bool:
        """Whether nothing has to be answered."""
        return not (self.attack or self.skips or self.demanded)


def meant(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as they were named."""
    return tuple(card.meant for card in cards)


def worth(card: Card) -> int:
    """How many cards somebody has to take for a card (makao.attack, makao.king)."""
    return KING if card in KINGS else TAKES.get(card.rank, 0)


def direction(card: Card) -> int:
    """Which way a card on top sends the turn: 1 to the next player, −1 back (makao.king)."""
    return KINGS.get(card, FORWARD)


def matches(top: Card, card: Card) -> bool:
    """Whether a card goes on another: same suit or same rank (makao.match).

    A joker turned up at the deal was named by nobody: any card goes on it.
    """
    return top.suit == JOKER or card.rank == top.rank or card.suit == top.suit


def answers_attack(top: Card, cards: Sequence[Card]) -> bool:
    """Whether cards pass on an attack and raise it (makao.attack.answer).

    Equal rank always goes on, another attacking rank if the suit of its first card is that of the
    top card; the kings that do nothing are no answer.
    """
    return matches(top, cards[0]) and all(worth(card) for card in cards)


def answers_skip(card: Card) -> bool:
    """Whether a card passes on missed turns: only a four does (makao.skip.answer)."""
    return card.rank == SKIP


def answers_demand(situation: Situation, card: Card) -> bool:
    """Whether a card is what was demanded, or one to demand anew with (makao.demand.answer)."""
    if situation.rank:
        return card.rank in (situation.rank, JACK)
    return card.suit == situation.suit or card.rank == ACE


def fits(situation: Situation, cards: Sequence[Card]) -> bool:
    """Whether cards of one rank may be laid on what the player faces."""
    if situation.attack:
        return answers_attack(situation.top, cards)
    if situation.skips:
        return answers_skip(cards[0])
    if situation.demanded:
        return answers_demand(situation, cards[0])
    return matches(situation.top, cards[0])


def laid(situation: Situation, cards: Sequence[Card], demands: Demand | None = None) -> Situation:
    """What follows when cards are laid: sums add up, a new demand replaces the old one.

    Laid without one, a jack or an ace leaves the old demand as it is (makao.demand.answer).
    """
    rank = next((rank for rank in RANKS if rank == demands), None)
    suit = next((suit for suit in SUITS if suit == demands), None)
    return replace(
        situation,
        rank=rank if demands else situation.rank,
        suit=suit if demands else situation.suit,
        top=cards[-1],
        attack=situation.attack + sum(map(worth, cards)),
        skips=situation.skips + sum(card.rank == SKIP for card in cards),
    )


def at_start(card: Card) -> Situation:
    """What the first player faces if the start card works as if it were laid (makao.deal)."""
    return laid(Situation(card), (card,))


def neighbour(seat: int, way: int, players: int) -> int:
    """The next seat in a direction."""
    return (seat + way) % players

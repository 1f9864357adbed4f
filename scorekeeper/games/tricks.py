"""What the trick games share: who wins a trick, what follows suit, who held what or looks back."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Invalid
from scorekeeper.referee.dispute import (
    Dispute,
    H_contra,
    require_at_most,
    require_some,
    require_within,
)

Strength = Callable[[Card, str], int]
"""Orders the cards of a trick: the height of a card, given the suit that was led."""
Tricks = Sequence[tuple[Card, ...]]


@dataclass(frozen=True)
class TrickSeen(Dispute[H_contra]):
    """The root of the question on somebody who looked into a finished trick.

    `trick_no` tricks are finished; `led` says whether the next one has begun. A game declares them
    once more with the number of its tricks.
    """

    kind: ClassVar[str] = "look"
    looked_at: int
    trick_no: int
    led: bool = False

    def validate(self) -> None:
        require_within("looked_at", self.looked_at, self.trick_no)

    @property
    def is_last(self) -> bool:
        return self.looked_at == self.trick_no

    @property
    def facts(self) -> Mapping[str, int]:
        return {"n": self.looked_at, "last": self.trick_no}


def winner(trick: Sequence[Card], strength: Strength) -> int:
    """The place in a trick (0 is the lead) of the card that wins it.

    >>> by_rank = lambda card, led: "789TJQKA".index(card.rank) if card.suit == led else -1
    >>> winner((Card("9", "H"), Card("A", "S"), Card("J", "H")), by_rank)
    2
    """
    led = trick[0].suit
    heights = [strength(card, led) for card in trick]
    return heights.index(max(heights))


def of_suit(cards: Iterable[Card], suit: str) -> tuple[Card, ...]:
    return tuple([card for card in cards if card.suit == suit])


def validate_tricks(tricks: Tricks, most: int, seats: int) -> None:
    """Raises Invalid for none, for too many, and for one without a card of each seat.

    The last one may be unfinished.
    """
    require_some("tricks", tricks)
    require_at_most("tricks", tricks, most)
    for at, trick in enumerate(tricks):
        last = at == len(tricks) - 1
        if not (1 if last else seats) <= len(trick) <= seats:
            raise Invalid(f"tricks.{at}", "wrong-number", n=seats)


def winners(leader: int, tricks: Tricks, strength: Strength, seats: int) -> tuple[int, ...]:
    """The seat that won each trick; it led the next."""
    won = []
    for trick in tricks:
        leader = (leader + winner(trick, strength)) % seats
        won.append(leader)
    return tuple(won)


def cards_of(tricks: Tricks, leaders: Sequence[int], seat: int, seats: int) -> tuple[Card, ...]:
    places = ((seat - leader) % seats for leader in leaders)
    return tuple([trick[at] for trick, at in zip(tricks, places, strict=False) if at < len(trick)])


def share(
    cards: Sequence[Card], needs: Sequence[int], barred: Sequence[Collection[Card]]
) -> tuple[tuple[Card, ...], ...] | None:
    """Hands that need so many of the cards, none with one that is barred to it; None if none can.

    >>> king, queen = Card("K", "H"), Card("Q", "H")
    >>> share((king, queen), (1, 1), ({king}, ()))
    ((Card(rank='Q', suit='H'),), (Card(rank='K', suit='H'),))
    >>> share((king, queen), (1, 1), ({king}, {king})) is None
    True
    """
    owners: dict[Card, int] = {}

    def placed(seat: int, tried: set[Card]) -> bool:
        """True if the seat got one more card, perhaps from a seat that takes another instead."""
        for card in cards:
            if card in barred[seat] or card in tried:
                continue
            tried.add(card)
            if card not in owners or placed(owners[card], tried):
                owners[card] = seat
                return True
        return False

    for seat, need in enumerate(needs):
        if not all(placed(seat, set()) for _ in range(need)):
            return None
    return tuple(tuple(c for c in cards if owners.get(c) == seat) for seat in range(len(needs)))

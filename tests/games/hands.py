"""Hands that tests deal at random, and every way to share out the cards that nobody knows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from scorekeeper.core.cards import Card

Hand = tuple[Card, ...]
Hands = Mapping[int, Hand]


def without(hand: Hand, card: Card) -> Hand:
    return tuple(each for each in hand if each != card)


def cut(cards: Sequence[Card], n: int) -> dict[int, Hand]:
    """The hands of four players with n cards each."""
    return {seat: tuple(cards[seat * n : seat * n + n]) for seat in range(4)}


def strong_hands(
    random: Random, n: int, pack: Sequence[Card], sizes: Sequence[int], rank: Callable[[Card], int]
) -> dict[int, Hand]:
    """Hands with n cards each, of which the first is good enough now and then: it has the cards of
    the lowest rank among as many of a pack as one of the sizes says.
    """
    cards = random.sample(pack, random.choice(sizes))
    cards.sort(key=rank)
    mine, rest = cards[:n], cards[n:]
    random.shuffle(rest)
    return cut([*mine, *rest], n)


def others_of(hands: Hands) -> dict[int, Hand]:
    """All hands but the first."""
    return {seat: hand for seat, hand in hands.items() if seat}


def shares(unseen: Sequence[Card], rooms: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to give so many of the unseen cards to each."""
    if not rooms:
        yield ()
        return
    for given in combinations(unseen, rooms[0]):
        left = [card for card in unseen if card not in given]
        for more in shares(left, rooms[1:]):
            yield (given, *more)


def together(known: Hands, share: Sequence[Hand]) -> dict[int, Hand]:
    """What each holds with a share beside what is known."""
    return {seat: (*known[seat], *more) for seat, more in zip(known, share, strict=True)}

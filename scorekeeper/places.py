"""Where cards lie: whether the cards of a question can all be where it says."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from scorekeeper.cards import Card
from scorekeeper.schema import Invalid


def require_in_hand(hand: Sequence[Card] | None, place: str, cards: Iterable[Card]) -> None:
    """Raises Invalid at `place` unless its cards were in the hand; an unknown hand holds any."""
    left = Counter(card.physical for card in hand or ())
    for card in cards if hand is not None else ():
        left[card.physical] -= 1
        if left[card.physical] < 0:
            raise Invalid(place, "not-in-hand", code=str(card))


def require_at_most(place: str, cards: Sequence[object] | None, most: int) -> None:
    """Raises Invalid at a place of more cards than there can be."""
    if len(cards or ()) > most:
        raise Invalid(place, "too-many-cards", most=most)


def lying_in(
    hand: Sequence[Card] | None, place: str, cards: Iterable[Card]
) -> Mapping[str, Iterable[Card]]:
    """Field → cards that lie there: the hand the cards were played from, else their own field."""
    return {place: cards} if hand is None else {"hand": hand}


def require_distinct(places: Mapping[str, Iterable[Card]], copies: Callable[[Card], int]) -> None:
    """Raises Invalid at the place where a card appears more often than there are `copies` of it."""
    counts: Counter[Card] = Counter()
    for place, cards in places.items():
        for card in cards:
            counts[card.physical] += 1
            if counts[card.physical] > copies(card):
                raise Invalid(place, "twice", item=str(card))

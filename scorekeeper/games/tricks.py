"""What the trick games share: who wins a trick, and what following suit leaves."""

from collections.abc import Callable, Iterable, Sequence

from scorekeeper.cards import Card


def winner(trick: Sequence[Card], strength: Callable[[Card, str], int]) -> int:
    """The place in a trick (0 is the lead) of the card that wins it.

    `strength(card, led)` orders the cards of a trick to which `led` was led.
    """
    led = trick[0].suit
    return max(range(len(trick)), key=lambda place: strength(trick[place], led))


def of_suit(cards: Iterable[Card], suit: str) -> tuple[Card, ...]:
    """The cards of a suit, in order."""
    return tuple(card for card in cards if card.suit == suit)


def seat_of(leader: int, place: int, seats: int) -> int:
    """The seat that played at a place of a trick, as its leader is known."""
    return (leader + place) % seats

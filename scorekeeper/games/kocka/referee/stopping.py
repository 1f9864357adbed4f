"""Whether a durch that was shown can be stopped by the first trick, if somebody else leads it (3).

From then on whoever goes for it leads as long as every trick is won: it is stopped by a guard.
"""

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.games.guards import Guard, Guards, Hand, Holdings
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.referee.customs import HEARTS
from scorekeeper.games.kocka.referee.plays import strength
from scorekeeper.games.tricks import of_suit, winner
from scorekeeper.sheet import seats_after

DURCH = Guards(FRENCH_32)
"""A durch is led from the top; there are no trumps."""


def leads_elsewhere(hand: Hand, held: Hand, unseen: Hand) -> bool:
    """True if a leader who holds some cards for certain has to be able to lead to a first trick
    what a hand cannot follow.
    """
    suits = {card.suit for card in hand}
    follows = [card for card in (*held, *unseen) if card.suit in {*suits, HEARTS}]
    if any(card not in follows for card in held) or len(follows) < len(hand):
        return True
    return HEARTS not in suits and all(card.suit == HEARTS for card in follows)


def first_guard(seat: int, hand: Hand, others: Holdings, leader: int) -> Guard | None:
    """What stops the durch of a seat to whose whole hand somebody else leads; all cards are known.

    Every card of the others is tried; the durch needs one of its own that holds.
    """
    order = (leader, *seats_after(leader, SEATS)[:-1])
    return _replies(seat, {**others, seat: hand}, order, ())


def _replies(
    seat: int, hands: Holdings, order: tuple[int, ...], trick: tuple[Card, ...]
) -> Guard | None:
    """What stops the durch of a seat once these cards lie in the first trick."""
    if len(trick) == len(order):
        return _after_first(seat, hands, order, trick)
    at, found = order[len(trick)], None
    for card in _playable(hands[at], trick):
        left = {**hands, at: tuple(each for each in hands[at] if each != card)}
        found = _replies(seat, left, order, (*trick, card))
        if (found is None) == (at == seat):
            break
    return found


def _playable(hand: Hand, trick: tuple[Card, ...]) -> Hand:
    """The cards that may be played to the first trick (1b); of those thrown away the lowest."""
    if not trick:
        return [card for card in hand if card.suit != HEARTS] or hand
    parts = (of_suit(hand, suit) for suit in DURCH.suits)
    return of_suit(hand, trick[0].suit) or [min(part, key=DURCH.height) for part in parts if part]


def _after_first(
    seat: int, hands: Holdings, order: tuple[int, ...], trick: tuple[Card, ...]
) -> Guard | None:
    """What stops the durch when the first trick is played: whoever won it, or a guard."""
    place = winner(trick, strength)
    if order[place] == seat:
        return DURCH.guard(hands[seat], {at: held for at, held in hands.items() if at != seat})
    own = trick[order.index(seat)]
    return Guard(order[place], trick[place], own if own.suit == trick[place].suit else None)

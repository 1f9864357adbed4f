"""Whether a durch that was shown can be stopped, worked out from the cards (source 3).

Who goes for it leads as long as every trick is won. A player stops it who holds a card above one
of the durch's suit, and beside it as many cards of the suit as the durch can lead over it first:
that one suit can always be kept, whatever else has to be thrown away. If nobody holds such a
guard, each suit is led from the top, and all higher cards have fallen before a lower one is led.
So no line of play has to be searched, but for a first trick that somebody else leads.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.games.kocka.entries import SEATS
from scorekeeper.games.kocka.referee.customs import HEARTS
from scorekeeper.games.kocka.referee.plays import strength
from scorekeeper.games.tricks import of_suit, winner
from scorekeeper.sheet import seats_after

SUITS = tuple(suit for suit, _ranks in FRENCH_32.suits)
Hand = Sequence[Card]
Holdings = Mapping[int, Hand]
"""Seat → the cards that it is known to hold, of everybody but who goes for the durch."""
Share = tuple[int, ...]
"""How many unseen cards each of the others takes."""
Most = dict[tuple[int, ...], int]
"""What the first two of the others take → how many cards the third can take at most."""
ABOVE_ALL = len(FRENCH_32.cards)


@dataclass(frozen=True)
class Guard:
    """What stops a durch: a `card` of a `seat` that takes a trick from the card `over` which it
    was led; None if another suit was led.
    """

    seat: int
    card: Card
    over: Card | None


def height(card: Card) -> int:
    """The height of a card within its suit."""
    return FRENCH_32.height[card]


def guard(hand: Hand, others: Holdings) -> Guard | None:
    """What stops the durch of a hand that leads, if anything does; all cards are known."""
    guards = (_guard(hand, seat, of_suit(held, suit)) for seat, held, suit in _parts(others))
    return next(filter(None, guards), None)


def _parts(others: Holdings) -> Iterator[tuple[int, Hand, str]]:
    return ((seat, held, suit) for seat, held in others.items() for suit in SUITS)


def _guard(hand: Hand, seat: int, held: Hand) -> Guard | None:
    """What the cards of one suit in one hand stop."""
    if not held:
        return None
    highest = max(held, key=height)
    led = of_suit(hand, highest.suit)
    below = [card for card in led if height(card) < height(highest)]
    if not below or len(held) <= len(led) - len(below):
        return None
    return Guard(seat, highest, max(below, key=height))


def can_be_stopped(hand: Hand, others: Holdings, unseen: Hand) -> bool:
    """True if some share of the unseen cards stops the durch of a hand that leads."""
    for seat, held, suit in _parts(others):
        room = len(hand) - len(held)
        more = sorted(of_suit(unseen, suit), key=height, reverse=True)[:room]
        if _guard(hand, seat, (*of_suit(held, suit), *more)):
            return True
    return False


def can_be_made(hand: Hand, others: Holdings, unseen: Hand) -> bool:
    """True if under some share of the unseen cards nobody stops the durch of a hand that leads.

    What nobody holds lies in tricks already won. Suit by suit it is counted how many unseen cards
    the players can take without a guard; fewer always go too, so only the most are kept.
    """
    rooms = tuple(len(hand) - len(held) for held in others.values())
    reached: Most = {(0, 0): 0}
    for suit in SUITS:
        held = [of_suit(cards, suit) for cards in others.values()]
        most = _most_in(of_suit(hand, suit), held, of_suit(unseen, suit), rooms)
        reached = _together(reached, most, rooms)
    return reached.get(rooms[:2]) == rooms[2]


def _most_in(led: Hand, held: Sequence[Hand], unseen: Hand, rooms: Share) -> Most:
    """How many unseen cards of a suit the players can take so that nobody has a guard."""
    tops = sorted(map(height, led), reverse=True)
    heights = sorted(map(height, unseen))
    most: Most = {}
    for first, second in product(*(range(min(room, len(unseen)) + 1) for room in rooms[:2])):
        nearby = most.get((first - 1, second), rooms[2]), most.get((first, second - 1), rooms[2])
        third = min(*nearby, len(unseen))
        while third >= 0 and not _is_free((first, second, third), held, tops, heights):
            third -= 1
        most[first, second] = third
    return {two: third for two, third in most.items() if third >= 0 and _is_most(two, most)}


def _is_most(two: Share, most: Most) -> bool:
    """True unless one of two players can take a card more, and the third no fewer."""
    first, second = two
    more = most.get((first + 1, second), -1), most.get((first, second + 1), -1)
    return most[first, second] > max(more)


def _together(reached: Most, most: Most, rooms: Share) -> Most:
    """What the players can take of the suits before and of one more, as far as they have room."""
    sums: Most = {}
    for (first, second), third in reached.items():
        for (more, again), last in most.items():
            two = min(first + more, rooms[0]), min(second + again, rooms[1])
            sums[two] = max(sums.get(two, 0), min(third + last, rooms[2]))
    return {two: third for two, third in sums.items() if _is_most(two, sums)}


def _is_free(
    share: Share, held: Sequence[Hand], tops: Sequence[int], heights: Sequence[int]
) -> bool:
    """True if nobody needs to have a guard who takes so many of the unseen cards of a suit."""
    limits = [_limit(tops, more + len(cards)) for more, cards in zip(share, held, strict=True)]
    return _is_below(limits, held) and _suffice(limits, share, heights)


def _limit(tops: Sequence[int], number: int) -> int:
    """The height below which so many cards of a suit guard nothing."""
    return tops[min(number, len(tops)) - 1] if number and tops else ABOVE_ALL


def _is_below(limits: Sequence[int], held: Sequence[Hand]) -> bool:
    """True if all cards that players hold lie below their limits."""
    each = zip(limits, held, strict=True)
    return all(height(card) < limit for limit, cards in each for card in cards)


def _suffice(limits: Sequence[int], share: Share, heights: Sequence[int]) -> bool:
    """True if the unseen cards of some heights suffice: to each player so many below a limit."""
    needed = 0
    for limit, number in sorted(zip(limits, share, strict=True)):
        needed += number
        if needed > bisect_left(heights, limit):
            return False
    return True


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
    parts = (of_suit(hand, suit) for suit in SUITS)
    return of_suit(hand, trick[0].suit) or [min(part, key=height) for part in parts if part]


def _after_first(
    seat: int, hands: Holdings, order: tuple[int, ...], trick: tuple[Card, ...]
) -> Guard | None:
    """What stops the durch when the first trick is played: whoever won it, or a guard."""
    place = winner(trick, strength)
    if order[place] == seat:
        return guard(hands[seat], {at: held for at, held in hands.items() if at != seat})
    own = trick[order.index(seat)]
    return Guard(order[place], trick[place], own if own.suit == trick[place].suit else None)

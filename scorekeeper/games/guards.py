"""Whether a hand that leads takes every trick, whatever the others play, worked out from the cards.

It leads as long as it wins. A player stops it who holds a card above one of its own of a suit, and
beside it as many cards of the suit as can be led over it first: that one suit can always be kept,
whatever else has to be thrown away. Trumps stop it too where it has none: who keeps one plays it at
last. If nobody holds such a guard, trumps are led first and each suit from the top, and all higher
cards have fallen before a lower one is led. So no line of play has to be searched.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Seat
from scorekeeper.games.tricks import of_suit

SEATS = 4
Hand = Sequence[Card]
Holdings = Mapping[int, Hand]
"""Seat → the cards that it is known to hold, of the three others."""
Share = tuple[int, ...]
"""How many unseen cards each of the others takes."""
Most = dict[tuple[int, ...], int]
"""What the first two of the others take → how many cards the third can take at most."""
Reached = dict[tuple[int, ...], tuple[int, tuple[Share, ...]]]
"""The same of several suits, with the share of each suit."""


def others_of(seat: int, known: Mapping[Seat, Hand] | None) -> Holdings:
    seats = (Seat(each) for each in range(SEATS) if each != seat)
    return {each: (known or {}).get(each, ()) for each in seats}


def rooms_in(size: int, others: Holdings) -> Share:
    """How many cards nobody knows of each of the others, who have so many."""
    return tuple(size - len(held) for held in others.values())


@dataclass(frozen=True)
class Guard:
    """What stops a hand: a `card` of a `seat` that takes a trick from the card `over` which it
    was led; None if another suit was led.
    """

    seat: int
    card: Card
    over: Card | None


@dataclass(frozen=True)
class Guards:
    """The guards that there are with a pack, of which one suit may be `trumps`."""

    pack: Pack
    trumps: str = ""

    @cached_property
    def suits(self) -> tuple[str, ...]:
        return tuple(suit for suit, _ranks in self.pack.suits)

    def height(self, card: Card) -> int:
        return self.pack.height[card]

    def guard(self, hand: Hand, others: Holdings) -> Guard | None:
        """What stops a hand that leads, if the known cards of the others do."""
        parts = self._parts(others)
        guards = (self._guard(hand, seat, of_suit(held, suit)) for seat, held, suit in parts)
        return next(filter(None, guards), None)

    def _parts(self, others: Holdings) -> Iterator[tuple[int, Hand, str]]:
        return ((seat, held, suit) for seat, held in others.items() for suit in self.suits)

    def _guard(self, hand: Hand, seat: int, held: Hand) -> Guard | None:
        """What the cards of one suit in one hand stop."""
        if not held:
            return None
        highest = max(held, key=self.height)
        led = of_suit(hand, highest.suit)
        below = [card for card in led if self.height(card) < self.height(highest)]
        if len(held) <= len(led) - len(below) or not (below or highest.suit == self.trumps):
            return None
        return Guard(seat, highest, max(below, key=self.height, default=None))

    def possible_guard(self, hand: Hand, others: Holdings, unseen: Hand) -> Guard | None:
        """What stops a hand that leads under some share of the unseen cards."""
        for seat, held, suit in self._parts(others):
            more = self._highest(unseen, suit)[: len(hand) - len(held)]
            if found := self._guard(hand, seat, (*of_suit(held, suit), *more)):
                return found
        return None

    def _highest(self, cards: Hand, suit: str) -> Hand:
        return sorted(of_suit(cards, suit), key=self.height, reverse=True)

    def stopping(self, hand: Hand, others: Holdings, unseen: Hand) -> Holdings | None:
        """Whole hands of the others that stop a hand which leads, if there can be any."""
        found = self.possible_guard(hand, others, unseen)
        if found is None:
            return None
        suit = self._highest(unseen, found.card.suit)
        left = [*suit, *(card for card in unseen if card not in suit)]
        whole: dict[int, Hand] = {}
        for seat in (found.seat, *(seat for seat in others if seat != found.seat)):
            room = len(hand) - len(others[seat])
            whole[seat], left = (*others[seat], *left[:room]), left[room:]
        return {seat: whole[seat] for seat in others}

    def yielding(self, hand: Hand, others: Holdings, unseen: Hand) -> Holdings | None:
        """Whole hands of the others that do not stop a hand which leads, if there can be any.

        What nobody holds lies elsewhere. Suit by suit it is counted how many unseen cards the
        players can take without a guard; fewer always go too, so only the most are kept.
        """
        rooms = rooms_in(len(hand), others)
        reached: Reached = {(0, 0): (0, ())}
        for suit in self.suits:
            most = self._most_in(suit, hand, others, unseen, rooms)
            reached = _together(reached, most, rooms)
        third, shares = reached.get(rooms[:2], (-1, ()))
        return self._dealt(shares, hand, others, unseen) if third == rooms[2] else None

    def _most_in(self, suit: str, hand: Hand, others: Holdings, unseen: Hand, rooms: Share) -> Most:
        """How many unseen cards of a suit the players can take so that nobody has a guard."""
        held = [of_suit(cards, suit) for cards in others.values()]
        tops = self._tops(hand, suit)
        heights = sorted(map(self.height, of_suit(unseen, suit)))
        most: Most = {}
        bounds = (range(min(room, len(heights)) + 1) for room in rooms[:2])
        for first, second in product(*bounds):
            nearby = (
                most.get((first - 1, second), rooms[2]),
                most.get((first, second - 1), rooms[2]),
            )
            third = min(*nearby, len(heights))
            while third >= 0 and not self._is_free(
                suit, (first, second, third), held, tops, heights
            ):
                third -= 1
            most[first, second] = third
        return {two: third for two, third in most.items() if third >= 0 and _is_most(two, most)}

    def _tops(self, hand: Hand, suit: str) -> Sequence[int]:
        return [self.height(card) for card in self._highest(hand, suit)]

    def _is_free(
        self,
        suit: str,
        share: Share,
        held: Sequence[Hand],
        tops: Sequence[int],
        heights: Sequence[int],
    ) -> bool:
        """True if nobody needs to have a guard who takes so many of the unseen cards of a suit."""
        limits = self._limits(suit, share, held, tops)
        each = zip(limits, held, strict=True)
        if any(self.height(card) >= limit for limit, cards in each for card in cards):
            return False
        needed = 0
        for limit, number in sorted(zip(limits, share, strict=True)):
            needed += number
            if needed > bisect_left(heights, limit):
                return False
        return True

    def _limits(
        self, suit: str, share: Share, held: Sequence[Hand], tops: Sequence[int]
    ) -> Sequence[int]:
        """For each player the height below which so many cards of a suit guard nothing."""
        limits = []
        for number in (more + len(cards) for more, cards in zip(share, held, strict=True)):
            lowest = tops[min(number, len(tops)) - 1] if number and tops else len(self.pack.cards)
            limits.append(0 if number > len(tops) and suit == self.trumps else lowest)
        return limits

    def _dealt(
        self, shares: Sequence[Share], hand: Hand, others: Holdings, unseen: Hand
    ) -> Holdings:
        """The hands in which each took so many of the unseen cards of each suit, or fewer."""
        whole = {seat: list(held) for seat, held in others.items()}
        for suit, most in zip(self.suits, shares, strict=True):
            taken = zip(whole.values(), most, strict=True)
            share = tuple(min(n, len(hand) - len(cards)) for cards, n in taken)
            held = [of_suit(cards, suit) for cards in others.values()]
            limits = self._limits(suit, share, held, self._tops(hand, suit))
            left = sorted(of_suit(unseen, suit), key=self.height)
            for _, seat, n in sorted(zip(limits, others, share, strict=True)):
                whole[seat].extend(left[:n])
                left = left[n:]
        return {seat: tuple(cards) for seat, cards in whole.items()}


def _is_most(two: Share, most: Mapping[tuple[int, ...], int]) -> bool:
    """True unless one of two players can take a card more, and the third no fewer."""
    first, second = two
    more = most.get((first + 1, second), -1), most.get((first, second + 1), -1)
    return most[first, second] > max(more)


def _together(reached: Reached, most: Most, rooms: Share) -> Reached:
    """What the players can take of the suits before and of one more, as far as they have room."""
    sums: Reached = {}
    for (first, second), (third, shares) in reached.items():
        for (more, again), last in most.items():
            two = min(first + more, rooms[0]), min(second + again, rooms[1])
            n = min(third + last, rooms[2])
            if n > sums.get(two, (-1, ()))[0]:
                sums[two] = n, (*shares, (more, again, last))
    thirds = {two: third for two, (third, _) in sums.items()}
    return {two: found for two, found in sums.items() if _is_most(two, thirds)}

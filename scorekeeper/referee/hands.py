"""A hand told in part: what it is known to hold and to lack, and the whole hands that agree.

`holds` and `lacks` are facts of every question that has a `hand`, where nobody can tell it whole.
Both are lists of card codes, or of what stands for several: `*D` is any diamond, `7*` any seven,
and so are `D` and `7` by themselves. A letter that is both a suit and a rank is the suit. The suit
of taroks is called by its name.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.cards import TAROK, Card, Pack
from scorekeeper.core.schema import Invalid, Json

HAND, HOLDS, LACKS = "hand", "holds", "lacks"
ANY = "*"

Cards = tuple[Card, ...]
Order = Callable[[Card], Any]
"""What comes first in a hand that is filled up: the lower, the sooner."""


@dataclass(frozen=True)
class OpenHand:
    """A hand of which some cards are `known`, and others (`free`) may be in it too."""

    known: Cards
    free: Cards

    def least(self) -> Iterator[Cards]:
        """With nothing more in it, and with one card more."""
        yield self.known
        for card in self.free[:1]:
            yield (*self.known, card)

    def filled(self, size: int, *orders: Order) -> Iterator[Cards]:
        """Whole hands of so many cards, the first of each order in it: where it is free which of
        some equal ones are, no card is in all of the hands. Raises Invalid if there are none.
        """
        room = size - len(self.known)
        if room < 0:
            raise Invalid(HOLDS, "too-many-cards", most=size)
        if room > len(self.free):
            raise Invalid(LACKS, "wrong-number", n=size)
        for order in orders if room else ():
            last = sorted(map(order, self.free))[room - 1]
            sure = tuple(card for card in self.free if order(card) < last)
            equal = [card for card in self.free if order(card) == last]
            for some in _parts(equal, room - len(sure)):
                yield (*self.known, *sure, *some)
        if not room:
            yield self.known


def _parts(cards: Sequence[Card], size: int) -> Iterator[Sequence[Card]]:
    """Parts of so many of some cards, that have no card in common if they are not all."""
    spare = len(cards) - size
    for start in range(0, len(cards), spare) if spare else (0,):
        left_out = {at % len(cards) for at in range(start, start + spare)}
        yield [card for at, card in enumerate(cards) if at not in left_out]


@dataclass(frozen=True)
class PartOfHand:
    """What is known of a hand: cards that it holds, sets of cards of which it holds at least one
    each, and cards that it lacks.
    """

    holds: Cards = ()
    holds_some: tuple[Cards, ...] = ()
    lacks: frozenset[Card] = frozenset()

    def open_hands(self, pack: Pack, played: Cards, elsewhere: Iterable[Card]) -> list[OpenHand]:
        """The hand before the move as far as it is known, in every way that makes a difference:
        `played` lay in it, `elsewhere` are the cards that lie in other places. Raises Invalid.
        """
        self.require_possible(played)
        away = Counter(card.physical for card in elsewhere)
        known = (*played, *(Counter(self.holds) - Counter(c.physical for c in played)).elements())
        hands = [self._open(pack, each, away) for each in self._least(pack, known, away)]
        if not hands:
            raise Invalid(HOLDS, "twice", item=str(self.holds_some[0][0]))
        return hands

    def _open(self, pack: Pack, known: Cards, away: Counter[Card]) -> OpenHand:
        used = away + Counter(card.physical for card in known)
        left = (Counter(pack.numbers) - used).elements()
        return OpenHand(known, tuple(card for card in left if card not in self.lacks))

    def _least(self, pack: Pack, known: Cards, away: Counter[Card]) -> Iterator[Cards]:
        """The known cards, with one of each set that has none of them yet."""
        missing = [some for some in self.holds_some if not set(some) & {*known}]
        if not missing:
            yield known
            return
        free = self._open(pack, known, away).free
        for card in telling([card for card in missing[0] if card in free]):
            yield from self._least(pack, (*known, card), away)

    def require_agreement(self, hand: Iterable[Card]) -> None:
        """Raises Invalid where a hand that is told whole is another."""
        cards = Counter(card.physical for card in hand)
        self.require_possible(cards)
        left = Counter(cards)
        for card in self.holds:
            left[card] -= 1
            if left[card] < 0:
                raise Invalid(HOLDS, "not-in-hand", code=str(card))
        for some in self.holds_some:
            if not cards.keys() & set(some):
                raise Invalid(HOLDS, "not-in-hand", code=str(some[0]))

    def require_possible(self, cards: Iterable[Card]) -> None:
        """Raises Invalid where cards that were in the hand are said to be lacking."""
        for card in cards:
            if card.physical in self.lacks:
                raise Invalid(LACKS, "twice", item=str(card))


def telling(cards: Sequence[Card]) -> list[Card]:
    """Of each suit the lowest two and the highest three: of others those say as much."""
    suits = [[c for c in cards if c.suit == suit] for suit in dict.fromkeys(c.suit for c in cards)]
    return list(dict.fromkeys(c for each in suits for c in (*each[:2], *each[-3:])))


def part_of_hand(given: Mapping[str, Json], pack: Pack) -> PartOfHand | None:
    """What the facts of a case (JSON) tell of a hand in part; None if nothing. Raises Invalid."""
    held, lacking = (list(_read(given, name, pack)) for name in (HOLDS, LACKS))
    if not held and not lacking:
        return None
    single = [cards[0].physical for code, cards in held if code in pack.by_code]
    for card, times in Counter(single).items():
        if times > pack.number(card):
            raise Invalid(HOLDS, "twice", item=str(card))
    part = PartOfHand(
        tuple(single),
        tuple(cards for code, cards in held if code not in pack.by_code),
        frozenset(card.physical for _code, cards in lacking for card in cards),
    )
    for at, (_code, cards) in enumerate(held):
        if part.lacks.issuperset(card.physical for card in cards):
            raise Invalid(f"{HOLDS}.{at}", "twice", item=str(cards[0]))
    return part


def _read(given: Mapping[str, Json], name: str, pack: Pack) -> Iterator[tuple[str, Cards]]:
    """Each code of a list with the cards that it stands for. Raises Invalid."""
    codes = given.get(name)
    if codes is None:
        return
    if not isinstance(codes, list | tuple):
        raise Invalid(name, "not-a-list")
    for at, code in enumerate(codes):
        cards = cards_of(str(code), pack)
        if not cards:
            raise Invalid(f"{name}.{at}", "unknown-card", code=str(code)[:20])
        yield str(code), cards


def suit_or_rank(code: str, pack: Pack) -> tuple[str, str]:
    """The suit or the rank that a code stands for, the other empty; both if it is neither."""
    suits = dict(pack.suits)
    rank, star, suit = code.partition(ANY)
    if not star:
        rank, suit = ("", code) if code in suits else (code, "")
    return (suit, "") if suit and not rank else ("", rank) if not suit else (suit, rank)


def cards_of(code: str, pack: Pack) -> Cards:
    """The cards that a code stands for, of one or of several; none that the pack does not have."""
    if code in pack.by_code:
        return (pack.by_code[code],)
    suit, rank = suit_or_rank(code, pack)
    if suit:
        return tuple(card for card in pack.cards if card.suit == suit) if not rank else ()
    suits = {suit for suit, _ranks in pack.suits if suit != TAROK}
    return tuple(card for card in pack.cards if card.rank == rank and card.suit in suits)


def in_pack(codes: Json, pack: Pack) -> list[str]:
    """The codes of single cards among those of a list in a case (JSON); none of what is no list."""
    listed = codes if isinstance(codes, list | tuple) else ()
    return [code for code in listed if isinstance(code, str) and code in pack.by_code]

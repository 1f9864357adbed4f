"""A hand told in part: what it is known to hold and to lack, and the whole hands that agree.

`holds` and `lacks` are facts of every question that has a `hand`, where nobody can tell it whole.
Both are lists of card codes, or of patterns with a `*`: `*D` is any diamond, `7*` any seven; the
suit of taroks is called by its name.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards import TAROK, Card, Pack
from scorekeeper.schema import Invalid, Json

HAND, HOLDS, LACKS = "hand", "holds", "lacks"
ANY = "*"
FEW_CARDS = 36
"""Of a larger pack only the ends of each suit are tried beside what is known."""

Cards = tuple[Card, ...]


@dataclass(frozen=True)
class PartOfHand:
    """What is known of a hand: cards that it holds, sets of cards of which it holds at least one
    each, and cards that it lacks.
    """

    holds: Cards = ()
    holds_some: tuple[Cards, ...] = ()
    lacks: frozenset[Card] = frozenset()

    def whole_hands(
        self, pack: Pack, played: Cards, elsewhere: Cards, size: int | None
    ) -> list[Cards]:
        """Hands before the move that agree, so many and so different that where a rule gives one
        answer in all of them it gives that in every other.

        `played` lay in it, `elsewhere` are the cards that lie in other places. A hand of `size`
        cards is filled up; without one there is the least, and that with one card more.
        """
        known = _together(played, self.holds)
        used = Counter(card.physical for card in (*known, *elsewhere))
        free = [
            card
            for card in pack.cards
            if used[card.physical] < pack.number(card) and card not in self.lacks
        ]
        hands = [(*known, *more) for more in self._least(known, free)]
        if size is None:
            more = free if len(pack.cards) <= FEW_CARDS else _ends(free)
            hands += [(*hand, card) for hand in hands for card in more if card not in hand]
        else:
            hands = [whole for hand in hands for whole in _filled(hand, free, size)]
        return list(dict.fromkeys(hands))

    def _least(self, known: Cards, free: Sequence[Card]) -> Iterator[Cards]:
        """What has to be added to the known cards, so that each set has one of them."""
        missing = [some for some in self.holds_some if not set(some) & {*known}]
        if not missing:
            yield ()
            return
        for card in _ends([card for card in missing[0] if card in free]):
            for more in self._least((*known, card), free):
                yield (card, *more)

    def require_agreement(self, hand: Iterable[Card]) -> None:
        """Raises Invalid where a hand that is told whole is another."""
        cards = Counter(hand)
        for at, card in enumerate(self.holds):
            cards[card] -= 1
            if cards[card] < 0:
                raise Invalid(f"{HOLDS}.{at}", "not-in-hand", code=str(card))
        self.require_possible(cards)

    def require_possible(self, cards: Iterable[Card]) -> None:
        """Raises Invalid where cards that were in the hand are said to be lacking."""
        for card in cards:
            if card in self.lacks:
                raise Invalid(LACKS, "twice", item=str(card))


def part_of_hand(given: Mapping[str, Json], pack: Pack) -> PartOfHand | None:
    """What the facts of a case (JSON) tell of a hand in part; None if nothing. Raises Invalid."""
    if HOLDS not in given and LACKS not in given:
        return None
    held = list(_read(given, HOLDS, pack))
    lacking = [card for _code, cards in _read(given, LACKS, pack) for card in cards]
    part = PartOfHand(
        tuple(cards[0] for code, cards in held if code in pack.by_code),
        tuple(cards for code, cards in held if code not in pack.by_code),
        frozenset(lacking),
    )
    part.require_possible(part.holds)
    for at, (_code, cards) in enumerate(held):
        if part.lacks.issuperset(cards):
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
            raise Invalid(f"{name}.{at}", "unknown-card", code=str(code))
        yield str(code), cards


def cards_of(code: str, pack: Pack) -> Cards:
    """The cards that a code or a pattern stands for; none of one that the pack does not have."""
    if code in pack.by_code:
        return (pack.by_code[code],)
    if code == TAROK:
        return tuple(card for card in pack.cards if card.suit == TAROK)
    suited = [card for card in pack.cards if card.suit in {suit for suit, _ranks in pack.suits}]
    rank, star, suit = code.partition(ANY)
    if not star or bool(rank) == bool(suit):
        return ()
    return tuple(
        c for c in suited if c.suit != TAROK and suit in ("", c.suit) and rank in ("", c.rank)
    )


def in_pack(codes: Json, pack: Pack) -> list[str]:
    """The codes of single cards among those of a list in a case (JSON); none of what is no list."""
    listed = codes if isinstance(codes, list | tuple) else ()
    return [code for code in listed if isinstance(code, str) and code in pack.by_code]


def _together(played: Cards, holds: Cards) -> Cards:
    """Played cards and those held, of which they may be some."""
    more = Counter(holds) - Counter(played)
    return (*played, *more.elements())


def _ends(cards: Sequence[Card]) -> list[Card]:
    """The first and the last card of each suit."""
    ends: dict[Card, None] = {}
    for suit in dict.fromkeys(card.suit for card in cards):
        of_suit = [card for card in cards if card.suit == suit]
        ends |= dict.fromkeys((of_suit[0], of_suit[-1]))
    return list(ends)


def _filled(hand: Cards, free: Sequence[Card], size: int) -> Iterator[Cards]:
    """A hand filled up to so many cards: with few and with many of each suit, each rank, each card
    by itself.
    """
    rest = [card for card in free if card not in hand]
    room = size - len(hand)
    if room <= 0 or room > len(rest):
        yield hand
        return
    suits = [[c for c in rest if c.suit == suit] for suit in dict.fromkeys(c.suit for c in rest)]
    ranks = [[c for c in rest if c.rank == rank] for rank in dict.fromkeys(c.rank for c in rest)]
    for kind in (*suits, *(each[::-1] for each in suits), *ranks):
        others = [card for card in rest if card not in kind]
        for many in range(min(room, len(kind)) + 1):
            if room - many <= len(others):
                yield (*hand, *kind[:many], *_spread(others, room - many))


def _spread(cards: Sequence[Card], many: int) -> Sequence[Card]:
    """So many of some cards, from everywhere among them."""
    return [cards[at * len(cards) // many] for at in range(many)]

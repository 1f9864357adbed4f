"""Cards and packs: the one notation that case files, links and the ledger hold."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

TAROK = "taroks"
JOKER = "JOKER"


class Card(NamedTuple):
    """A physical card. `str(card)` is its code; two packs hold two equal cards.

    A joker that its player named as a card has both in its code.

    >>> str(Card("Q", "S")), str(Card("XIX", TAROK)), str(Card("JOKER=KH", JOKER))
    ('QS', 'XIX', 'JOKER=KH')
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank if self.suit in (TAROK, JOKER) else self.rank + self.suit

    @property
    def physical(self) -> "Card":
        """The card that lies on the table: whatever it was named as, a joker is a joker.

        >>> Card("JOKER=KH", JOKER).physical == Card(JOKER, JOKER)
        True
        """
        return Card(JOKER, JOKER) if self.suit == JOKER else self

    @property
    def meant(self) -> "Card":
        """The card that it is played as: of a named joker the card that was named.

        >>> Card("JOKER=KH", JOKER).meant
        Card(rank='K', suit='H')
        """
        if self.suit != JOKER or self.rank == JOKER:
            return self
        _, _, named = self.rank.partition("=")
        return Card(named[:-1], named[-1])


Hands = tuple[tuple[Card, ...], ...]
"""The cards of each seat."""


def as_joker(card: Card) -> Card:
    """A joker named as a card.

    >>> str(as_joker(Card("K", "H")))
    'JOKER=KH'
    """
    return Card(f"{JOKER}={card}", JOKER)


@dataclass(frozen=True)
class Pack:
    """The cards of a game: suits with their ranks from low to high, and jokers; `copies` times."""

    key: str
    suits: tuple[tuple[str, tuple[str, ...]], ...]
    copies: int = 1
    jokers: int = 0

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every different card once, suit by suit, low to high; a joker is the last one."""
        return (*self._suited, Card(JOKER, JOKER)) if self.jokers else self._suited

    @cached_property
    def by_code(self) -> dict[str, Card]:
        """Code → card, jokers named as any other card too."""
        named = map(as_joker, self._suited if self.jokers else ())
        return {str(card): card for card in (*self.cards, *named)}

    @cached_property
    def height(self) -> dict[Card, int]:
        """Card → its place within its suit, 0 the lowest."""
        return {Card(r, suit): at for suit, ranks in self.suits for at, r in enumerate(ranks)}

    @cached_property
    def numbers(self) -> Mapping[Card, int]:
        return Counter(self)

    @cached_property
    def _suited(self) -> tuple[Card, ...]:
        return tuple(Card(rank, suit) for suit, ranks in self.suits for rank in ranks)

    def __iter__(self) -> Iterator[Card]:
        jokers = (Card(JOKER, JOKER),) * self.jokers
        return iter((self._suited + jokers) * self.copies)

    def __len__(self) -> int:
        return (sum(len(ranks) for _suit, ranks in self.suits) + self.jokers) * self.copies

    def number(self, card: Card) -> int:
        """How many of a card the pack holds; a named joker is one of the jokers.

        >>> FRENCH_54.number(Card("K", "H")), FRENCH_54.number(Card("JOKER=KH", JOKER))
        (1, 2)
        """
        return self.numbers.get(card.physical, 0)

    def parse(self, code: str) -> Card:
        """The card of a code. Raises KeyError if the pack has no such card.

        >>> FRENCH_32.parse("QS")
        Card(rank='Q', suit='S')
        >>> FRENCH_32.parse("2S")
        Traceback (most recent call last):
        KeyError: '2S'
        """
        return self.by_code[code]


def parse_cards(pack: Pack, codes: str) -> tuple[Card, ...]:
    """Cards from codes parted by blanks, for examples and tests.

    >>> parse_cards(FRENCH_32, "QS AH")
    (Card(rank='Q', suit='S'), Card(rank='A', suit='H'))
    """
    return tuple(pack.parse(code) for code in codes.split())


def codes(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def french(key: str, ranks: str, copies: int = 1, jokers: int = 0) -> Pack:
    """A pack of spades, hearts, diamonds and clubs with these ranks, low to high, and jokers."""
    return Pack(key, tuple((suit, tuple(ranks)) for suit in "SHDC"), copies, jokers)


FRENCH_32 = french("french-32", "789TJQKA")
FRENCH_36 = french("french-36", "6789TJQKA")
FRENCH_52 = french("french-52", "23456789TJQKA")
FRENCH_54 = french("french-54", "23456789TJQKA", jokers=2)
TWO_FRENCH_54 = french("two-french-54", "23456789TJQKA", copies=2, jokers=2)
GERMAN_32 = Pack("german-32", tuple((suit, tuple("789TUOKA")) for suit in "LHBA"))

ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
TAROKS = (*ROMAN.split(), "SKYZ")
TAROCK_54 = Pack(
    "tarock-54",
    (
        *((suit, tuple("789TJCQK")) for suit in "SC"),
        *((suit, tuple("432AJCQK")) for suit in "HD"),
        (TAROK, TAROKS),
    ),
)

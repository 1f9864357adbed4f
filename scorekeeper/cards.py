"""Cards and packs: the one notation that case files, links and the ledger hold."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

TAROK = "taroks"
JOKER = "JOKER"


class Card(NamedTuple):
    """A physical card. `str(card)` is its code; two packs hold two equal cards.

    >>> str(Card("Q", "S")), str(Card("XIX", TAROK))
    ('QS', 'XIX')
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank if self.suit in (TAROK, JOKER) else self.rank + self.suit


@dataclass(frozen=True)
class Pack:
    """The cards of a game: suits with their ranks from low to high, each card `copies` times."""

    key: str
    suits: tuple[tuple[str, tuple[str, ...]], ...]
    copies: int = 1

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every different card once, suit by suit, low to high."""
        return tuple(Card(rank, suit) for suit, ranks in self.suits for rank in ranks)

    @cached_property
    def by_code(self) -> dict[str, Card]:
        """Code → card."""
        return {str(card): card for card in self.cards}

    @cached_property
    def height(self) -> dict[Card, int]:
        """Card → its place within its suit, 0 the lowest."""
        return {Card(r, suit): at for suit, ranks in self.suits for at, r in enumerate(ranks)}

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards * self.copies)

    def parse(self, code: str) -> Card:
        """The card of a code. Raises KeyError if the pack has no such card.

        >>> FRENCH_32.parse("QS")
        Card(rank='Q', suit='S')
        """
        return self.by_code[code]


def parse_cards(pack: Pack, codes: str) -> tuple[Card, ...]:
    """Cards from codes parted by blanks, for examples and tests.

    >>> parse_cards(FRENCH_32, "QS AH")
    (Card(rank='Q', suit='S'), Card(rank='A', suit='H'))
    """
    return tuple(pack.parse(code) for code in codes.split())


def codes(cards: Iterable[Card]) -> list[str]:
    """The codes of cards, in order."""
    return [str(card) for card in cards]


def french(key: str, ranks: str, copies: int = 1) -> Pack:
    """A pack of spades, hearts, diamonds and clubs with these ranks, low to high."""
    return Pack(key, tuple((suit, tuple(ranks)) for suit in "SHDC"), copies)


FRENCH_32 = french("french-32", "789TJQKA")
FRENCH_36 = french("french-36", "6789TJQKA")
FRENCH_52 = french("french-52", "23456789TJQKA")
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

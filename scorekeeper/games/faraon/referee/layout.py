"""Which cards of Faraón are special, what may lie on what, how a hand can be played; and what every
rule that an invalid move breaks has in common.

Rules document, sections 2 and 3; source (3), (4), (11), (15), (16).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal

from scorekeeper.core.cards import GERMAN_32, Card, Pack
from scorekeeper.games.faraon.house_rules import MOST_PACKS, SEATS_A_PACK, HouseRules
from scorekeeper.games.shedding import ONE_RANK, one_rank
from scorekeeper.referee.dispute import require_within
from scorekeeper.referee.rule_table import Penalty, Rule

Suit = Literal["L", "H", "B", "A"]
Rank = Literal["7", "8", "9", "T", "U", "O", "K", "A"]

FARAON = GERMAN_32.parse("UL")
RED_SEVEN = GERMAN_32.parse("7H")
SEVEN, OBER, ACE = "7", "O", "A"
MAX_PLAYERS = SEATS_A_PACK * MOST_PACKS
"""Players with two packs; of one pack five, and four are recommended (source 1)."""
EACH_SEVEN = 3
"""Cards that every pending seven makes the next player take (faraon.seven)."""


def require_seats(players: int, pack: Pack) -> None:
    """Raises Invalid if more play than the packs are for (faraon.goal, source 1)."""
    require_within("players", players, SEATS_A_PACK * pack.copies)


def goes_on(card: Card, top: Card, suit: str | None = None) -> bool:
    """True if a card may lie on another when nothing is pending (faraon.match, .unter, .ober).

    By rank or suit, or by the demanded `suit` in its place; a horník and the faraón lie on
    anything, and anything lies on the faraón.

    >>> seven, eight, king = Card("7", "L"), Card("8", "L"), Card("K", "H")
    >>> goes_on(eight, seven), goes_on(king, seven), goes_on(FARAON, king)
    (True, False, True)
    """
    if card.rank in (OBER, top.rank) or card.suit == (suit or top.suit):
        return True
    return FARAON in (card, top)


def unasked(aces: int) -> bool:
    """True for more aces than one that are no spálená: the only opponent is asked (source 8).

    >>> [aces for aces in range(1, 9) if unasked(aces)]
    [2, 3]
    """
    return 1 < aces < ONE_RANK


def is_spalena(cards: tuple[Card, ...]) -> bool:
    """True if cards played at once are a spálená: four of one rank (faraon.burnt, source 16).

    With two packs there may be more; those have four among them.
    """
    return len(cards) >= ONE_RANK and one_rank(cards)


def orders(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to lay some of a few cards of one rank, the first one first."""
    left = Counter(cards)

    def longer(begun: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        for card, copies in left.items():
            if begun.count(card) < copies:
                yield (*begun, card)
                yield from longer((*begun, card))

    return longer(())


def lays(hand: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to lay cards of one rank from a hand.

    >>> [" ".join(map(str, cards)) for cards in lays([Card("7", "L"), Card("7", "H")])]
    ['7L', '7L 7H', '7H', '7H 7L']
    """
    by_rank: dict[str, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
    for alike in by_rank.values():
        yield from orders(alike) if len(alike) > 1 else ((alike[0],),)


PAJCHEL = 3
"""Cards that an invalid move costs (faraon.pajchel, source 18)."""


def penalty(house: HouseRules) -> Penalty:
    """What an invalid move costs: three cards (faraon.pajchel, source 18)."""
    return Penalty("cards", amount=PAJCHEL)


rule = partial(Rule, offence="pajchel", penalty=penalty, ours=("onward",))
"""A rule that an invalid move breaks; what becomes of the cards the source does not tell."""


def owed(sevens: int, house: HouseRules) -> int:
    """What an invalid answer to so many sevens takes in all: the pajchel, and theirs, unless the
    turn stays and they wait on (faraon.pajchel, source 14, 18).
    """
    return PAJCHEL + (0 if house.pajchel_turn == "stays" else EACH_SEVEN * sevens)

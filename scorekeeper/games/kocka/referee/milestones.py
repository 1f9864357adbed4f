"""Milestones that only the cards of a round can tell (source 5)."""

from collections.abc import Callable, Mapping
from typing import get_args

from scorekeeper.cards import FRENCH_32, Card, parse_cards
from scorekeeper.games.kocka.entries import POINTS, Milestone
from scorekeeper.games.kocka.referee.customs import HEARTS
from scorekeeper.games.tricks import Tricks

ABSOLUTE = frozenset(parse_cards(FRENCH_32, "AH KH QH QS"))
CACHNOV = frozenset(parse_cards(FRENCH_32, "7H 8H 9H TH"))
KADOV = frozenset(parse_cards(FRENCH_32, "7S 8S 9S TS"))
SMALL = 1
"""What a small heart is worth (a decision of ours)."""


def milestones(tricks: Tricks) -> tuple[Milestone, ...]:
    """The milestones of some tricks in the order played, from the first of the round on."""
    return tuple(id for id in get_args(Milestone) if _REACHED[id](tricks))


def _in_one_trick(cards: frozenset[Card]) -> Callable[[Tricks], bool]:
    """Whether some cards fell in one trick."""
    return lambda tricks: any(cards == frozenset(trick) for trick in tricks)


def _hofmani_tah(tricks: Tricks) -> bool:
    """True if whoever took the first trick led a small heart to the second.

    Whether that was on purpose no card can tell. All hearts in one hand are another story.
    """
    if len(tricks) < 2 or tricks[0][0].suit == HEARTS:
        return False
    led = tricks[1][0]
    return led.suit == HEARTS and POINTS[led] == SMALL


def _poctiva_barva(tricks: Tricks) -> bool:
    """True if a suit went round twice, everybody following both times."""
    pure = [trick[0].suit for trick in tricks if len({card.suit for card in trick}) == 1]
    return any(pure.count(suit) > 1 for suit in pure)


_REACHED: Mapping[Milestone, Callable[[Tricks], bool]] = {
    "absolutni-stych": _in_one_trick(ABSOLUTE),
    "cachnov": _in_one_trick(CACHNOV),
    "kadov": _in_one_trick(KADOV),
    "hofmani-tah": _hofmani_tah,
    "poctiva-barva": _poctiva_barva,
}

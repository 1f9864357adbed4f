"""What the predicates of Makao have in common: how a move was wrong, and what it costs."""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from scorekeeper.cards import JOKER, Card, as_joker
from scorekeeper.games.chains import one_rank
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.demands import SUITS, Situation, meant
from scorekeeper.referee import Broken, Penalty, Rule


def penalty(house: HouseRules) -> Penalty:
    """What an invalid move costs besides the turn (makao.invalid)."""
    if not house.invalid_penalty:
        return Penalty("take-back")
    return Penalty("cards", amount=house.invalid_penalty)


rule = partial(Rule, offence="invalid", penalty=penalty, ours=("penalty", "onward"))
"""A rule that an invalid move breaks; the source tells no penalty, nor how play goes on."""


UNNAMED = Card(JOKER, JOKER)
RANKS_OF_PACK = "23456789TJQKA"


def unnamed(cards: Container[Card]) -> bool:
    """True if it is not known what a joker among the cards stands for: then makao.joker asks."""
    return UNNAMED in cards


def with_joker(cards: Iterable[Card]) -> bool:
    """True if there is a joker among some cards."""
    return any(card.suit == JOKER for card in cards)


def named(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Cards with their unnamed jokers named, in every way that makes a difference.

    Cards of one rank go together; which suits those have that are neither first nor last does not
    matter.

    >>> next(named([Card("5", "S"), UNNAMED]))[1]
    Card(rank='JOKER=2S', suit='JOKER')
    """
    for rank, first, last in product(RANKS_OF_PACK, SUITS, SUITS):
        names = [as_joker(Card(rank, suit)) for suit in (first, *last * (len(cards) - 1))]
        pairs = zip(cards, names, strict=True)
        yield tuple([name if card == UNNAMED else card for card, name in pairs])


def mixed(cards: Sequence[Card]) -> Broken | None:
    """makao.match (2, GRA): cards played together are of one rank.

    The facts are the first card (`top`) and the `cards` of other ranks.
    """
    known = tuple(card for card in cards if card != UNNAMED)
    if one_rank(meant(known)):
        return None
    first = known[0].meant
    return Broken({"top": first, "cards": tuple(c for c in known if c.meant.rank != first.rank)})


def unfit(facing: Situation, cards: Iterable[Card]) -> Broken:
    """The facts of a move that does not fit.

    `top` lay there and `cards` were played on it; `demand` is the rank or suit demanded, `n` the
    cards to be taken or the turns to be missed.
    """
    return Broken(
        {
            "top": facing.top,
            "cards": tuple(cards),
            "demand": facing.rank or facing.suit,
            "n": facing.attack or facing.skips,
        }
    )

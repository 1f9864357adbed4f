"""What the predicates of Makao have in common: how a move was wrong, and what it costs."""

from collections.abc import Container, Iterable, Sequence
from functools import partial

from scorekeeper.cards import JOKER, Card
from scorekeeper.games.chains import one_rank
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.demands import Situation, meant
from scorekeeper.referee import Broken, Penalty, Rule


def penalty(house: HouseRules) -> Penalty:
    """What an invalid move costs besides the turn (makao.invalid)."""
    if not house.invalid_penalty:
        return Penalty("take-back")
    return Penalty("cards", amount=house.invalid_penalty)


rule = partial(Rule, offence="invalid", penalty=penalty)
"""A rule that an invalid move breaks."""


UNNAMED = Card(JOKER, JOKER)


def unnamed(cards: Container[Card]) -> bool:
    """True if it is not known what a joker stands for: then makao.joker asks, and no other rule."""
    return UNNAMED in cards


def left_out(cards: Iterable[Card], house: HouseRules) -> Broken | None:
    """makao.joker (3): where jokers are out of the game, none is played."""
    if house.jokers != "out":
        return None
    jokers = (card for card in cards if card.suit == JOKER)
    return next((Broken({"card": card.physical}) for card in jokers), None)


def mixed(cards: Sequence[Card]) -> Broken | None:
    """makao.match (2, GRA): cards played together are of one rank.

    The facts are the first card (`top`) and the `cards` of other ranks.
    """
    if len(cards) == 1 or unnamed(cards) or one_rank(meant(cards)):
        return None
    first = cards[0].meant
    return Broken({"top": first, "cards": tuple(c for c in cards if c.meant.rank != first.rank)})


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

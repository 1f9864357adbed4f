"""What the predicates of Makao say alike: how a move was wrong, and what it costs."""

from collections.abc import Iterable, Sequence
from functools import partial

from scorekeeper.cards import JOKER, Card
from scorekeeper.games.chains import one_rank
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.situation import Situation, meant
from scorekeeper.referee import Broken, Penalty, Rule


def penalty(house: HouseRules) -> Penalty:
    """What an invalid move costs besides the turn (makao.invalid)."""
    if not house.invalid_penalty:
        return {"kind": "take-back"}
    return {"kind": "cards", "amount": house.invalid_penalty}


rule = partial(Rule, offence="invalid", penalty=penalty)
"""A rule that an invalid move breaks."""


def unnamed(cards: Iterable[Card]) -> bool:
    """Whether it is not known what a joker stands for: then makao.joker asks, and no other rule."""
    return any(card.meant.suit == JOKER for card in cards)


def left_out(cards: Iterable[Card], house: HouseRules) -> Broken | None:
    """makao.joker (3): where jokers are out of the game, none is laid."""
    found = (card for card in cards if card.suit == JOKER and house.jokers == "out")
    return next((Broken({"card": card.physical}) for card in found), None)


def mixed(cards: Sequence[Card]) -> Broken | None:
    """makao.match (2, GRA): cards laid together are of one rank; which lie wrong on the first."""
    if unnamed(cards) or one_rank(meant(cards)):
        return None
    first = cards[0].meant
    return Broken({"top": first, "cards": tuple(c for c in cards if c.meant.rank != first.rank)})


def unfit(facing: Situation, cards: Iterable[Card]) -> Broken:
    """What lay there, what was laid, what was demanded, and how much had to be answered."""
    return Broken(
        {
            "top": facing.top,
            "cards": tuple(cards),
            "demand": facing.rank or facing.suit,
            "n": facing.attack or facing.skips,
        }
    )

"""What every rule that an invalid card breaks has in common, and which variant a house plays."""

from functools import partial

from scorekeeper.games.durak.house import HouseRules
from scorekeeper.referee import Penalty, Rule


def penalty(house: HouseRules) -> Penalty:
    """What an invalid card costs at this table (durak.invalid)."""
    if house.invalid_penalty == "lose-game":
        return Penalty("lost", what="game")
    return Penalty(house.invalid_penalty)


rule = partial(Rule, offence="invalid", penalty=penalty)
"""A rule that an invalid card breaks."""


def simple(house: HouseRules) -> bool:
    """True if the table plays the simple game."""
    return house.variant == "simple"


def transferring(house: HouseRules) -> bool:
    """True if the table plays the transfer game."""
    return house.variant == "transfer"

"""What every rule that an invalid card breaks has in common, and which variant a house plays."""

from functools import partial

from scorekeeper.games.durak.house import HouseRules
from scorekeeper.referee import Penalty, Rule

LOST_GAME, LOST_TEAM_GAME = Penalty("lost", what="game"), Penalty("lost", what="team")
"""The game, of the offender alone or of the team (durak.invalid)."""


def penalty(house: HouseRules) -> Penalty:
    """What an invalid card costs at this table (durak.invalid)."""
    if house.invalid_penalty == "lose-game":
        return LOST_GAME if house.teams == "none" else LOST_TEAM_GAME
    return Penalty(house.invalid_penalty)


rule = partial(Rule, offence="invalid", penalty=penalty, ours=("penalty", "onward"))
"""A rule that an invalid card breaks; the source tells no penalty, nor how play goes on."""


def simple(house: HouseRules) -> bool:
    """True if the table plays the simple game."""
    return house.variant == "simple"


def transferring(house: HouseRules) -> bool:
    """True if the table plays the transfer game."""
    return house.variant == "transfer"

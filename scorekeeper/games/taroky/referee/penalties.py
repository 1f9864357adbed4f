"""What an offence costs in Taroky (taroky.renonc, section 10 of the rules document)."""

from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.referee import Penalty

COSTS = ("renonc_penalty", "renonc_points")
"""The house rules that say what a renonc costs."""


def penalty(house: HouseRules) -> Penalty | None:
    """The penalty of a renonc in this house (taroky.renonc)."""
    match house.renonc_penalty:
        case "none":
            return None
        case "points":
            return Penalty("points", each=house.renonc_points)
        case "deal-lost":
            return Penalty("lost", what="deal")
        case "void":
            return Penalty("redeal")


def redeal(house: HouseRules) -> Penalty:
    """A misdeal is dealt again."""
    return Penalty("redeal")


def take_back(house: HouseRules) -> Penalty:
    """What was said or led too soon is taken back."""
    return Penalty("take-back")

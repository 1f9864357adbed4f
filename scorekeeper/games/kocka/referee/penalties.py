"""What an offence costs in Černá kočka and Dokládačka (sections 2 and 6 of the rules document)."""

from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.referee import Penalty


def penalty(house: HouseRules) -> Penalty:
    """The penalty of a renonc in this house (kocka.renonc, 6)."""
    if house.renonc_penalty == "points":
        return Penalty("points", agree=True)
    return Penalty("void", buys=1)


def loses_dokladacka(house: HouseRules) -> Penalty:
    """A renonc in a dokládačka loses it (2)."""
    return Penalty("lost", what="dokladacka")


def goes_back(house: HouseRules) -> Penalty:
    """A card that fits nowhere is taken back."""
    return Penalty("take-back")

"""What an offence costs in Černá kočka and Dokládačka (sections 2 and 6 of the rules document)."""

from functools import partial

from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.referee import Penalty, Rule

COSTS = ("renonc_penalty",)
"""The house rules that say what a renonc costs."""
OTHER_COSTS = ("other_breaches", *COSTS)
"""The house rules that say what any other breach costs."""


def penalty(house: HouseRules) -> Penalty:
    """The penalty of a renonc in this house (kocka.renonc, 6)."""
    if house.renonc_penalty == "points":
        return Penalty("points", agree=True)
    return Penalty("void", buys=1)


def other_breach(house: HouseRules) -> Penalty:
    """What the source forbids without calling it a renonc: the card is taken back (6)."""
    return penalty(house) if house.other_breaches == "renonc" else Penalty("take-back")


def other_look(house: HouseRules) -> Penalty | None:
    """The same of what cannot be taken back: nothing follows (6)."""
    return penalty(house) if house.other_breaches == "renonc" else None


def loses_dokladacka(house: HouseRules) -> Penalty:
    """A renonc in a dokládačka loses it (2)."""
    return Penalty("lost", what="dokladacka")


def goes_back(house: HouseRules) -> Penalty:
    """A card that fits nowhere is taken back."""
    return Penalty("take-back")


renonc = partial(Rule, penalty=penalty, ours=("onward",))
"""A rule whose breach the source calls a renonc; who deals after a void round it does not say."""
other = partial(Rule, penalty=other_breach, ours=("penalty",))
"""A rule whose breach the source does not call a renonc: what it costs is our decision."""

"""What every rule that an invalid move breaks has in common: its name, and what it costs."""

from functools import partial

from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.referee import Penalty, Rule

PAJCHEL = 3
"""Cards that an invalid move costs (faraon.pajchel, source 18)."""


def penalty(house: HouseRules) -> Penalty:
    """What an invalid move costs: three cards (faraon.pajchel, source 18)."""
    return Penalty("cards", amount=PAJCHEL)


rule = partial(Rule, offence="pajchel", penalty=penalty, ours=("onward",))
"""A rule that an invalid move breaks; what becomes of the cards the source does not tell."""


def asks_once(house: HouseRules) -> bool:
    """True if the opponent is asked for an ace only once (source 5, 8)."""
    return house.aces == "once"


def keeps_last_suit(house: HouseRules) -> bool:
    """True if a horník as the last card keeps its own suit (source 15)."""
    return house.last_ober == "own-suit"

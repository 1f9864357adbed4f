"""What a table may agree on in Newgame."""

from dataclasses import dataclass

from scorekeeper import house
from scorekeeper.cards import FRENCH_52, Pack
from scorekeeper.house import house_rule


@dataclass(frozen=True)
class HouseRules(house.HouseRules):
    """House rules of Newgame; `tricks` make a game."""

    tricks: int = house_rule(13, rule="newgame.end", ge=1, le=17)
    must_follow: bool = house_rule(True, rule="newgame.follow")


def pack_of(house: HouseRules) -> Pack:
    """The pack that the table plays with (newgame.deal)."""
    return FRENCH_52

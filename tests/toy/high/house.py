"""What a table may agree on in Highest."""

from dataclasses import dataclass

from scorekeeper import house
from scorekeeper.cards import FRENCH_52, Pack
from scorekeeper.house import house_rule


@dataclass(frozen=True)
class HouseRules(house.HouseRules):
    """House rules of Highest; `tricks` make a game, each is `worth` so many points."""

    tricks: int = house_rule(13, rule="high.end", ge=1, le=17)
    worth: int = house_rule(1, rule="high.highest", ge=1, le=5)
    must_follow: bool = house_rule(True, rule="high.follow")


def pack_of(house: HouseRules) -> Pack:
    """The pack that the table plays with (high.deal)."""
    return FRENCH_52

"""What a table may agree on in Prší."""

from dataclasses import dataclass

from scorekeeper import house
from scorekeeper.cards import GERMAN_32, Pack
from scorekeeper.house import house_rule

MOST = 6
"""So many play at most with one pack (prsi.deal)."""


@dataclass(frozen=True)
class HouseRules(house.HouseRules):
    """House rules of Prší; by default as most Czech tables play."""

    sevens_add_up: bool = house_rule(True, rule="prsi.seven")
    aces_answer: bool = house_rule(True, rule="prsi.ace")
    penalty_cards: int = house_rule(2, rule="prsi.wrong", ge=0, le=5)
    last_call: bool = house_rule(False, rule="prsi.call")


def pack_of(house: HouseRules) -> Pack:
    """The pack that the table plays with (prsi.deal)."""
    return GERMAN_32

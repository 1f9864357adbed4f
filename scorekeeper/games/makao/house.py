"""What a table may agree on in Makao."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper import house
from scorekeeper.cards import FRENCH_54, TWO_FRENCH_54, Pack
from scorekeeper.house import house_rule


@dataclass(frozen=True)
class HouseRules(house.HouseRules):
    """House rules of Makao; `invalid_penalty` is in cards."""

    packs: int = house_rule(2, rule="makao.pack", ge=1, le=2)
    jokers: Literal["wild", "out"] = house_rule("wild", rule="makao.joker")
    start_effect: bool = house_rule(False, rule="makao.deal")
    invalid_penalty: int = house_rule(2, rule="makao.invalid", ge=0, le=10)
    makao_call: bool = house_rule(False, rule="makao.call")


def pack_of(house: HouseRules) -> Pack:
    """The pack that the table plays with (makao.pack).

    Where jokers are out, one that was forgotten in the pack is still a card to be judged.
    """
    return FRENCH_54 if house.packs == 1 else TWO_FRENCH_54

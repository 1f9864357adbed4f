"""What a table may agree on in Makao."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper import house
from scorekeeper.house import house_rule


@dataclass(frozen=True)
class HouseRules(house.HouseRules):
    """House rules of Makao; `invalid_penalty` is in cards."""

    packs: int = house_rule(2, rule="makao.pack", at_least=1, at_most=2)
    jokers: Literal["wild", "out"] = house_rule("wild", rule="makao.joker")
    start_effect: bool = house_rule(False, rule="makao.deal")
    invalid_penalty: int = house_rule(2, rule="makao.invalid", at_least=0, at_most=10)
    makao_call: bool = house_rule(False, rule="makao.call")

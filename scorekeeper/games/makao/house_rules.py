"""What a table may agree on in Makao."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.core import house_rules
from scorekeeper.core.cards import FRENCH_52, FRENCH_54, TWO_FRENCH_54, Pack, french
from scorekeeper.core.house_rules import house_rule
from scorekeeper.games.conduct import CardStands
from scorekeeper.games.shedding import ClaimedUntil, MisdealCosts


@dataclass(frozen=True)
class HouseRules(house_rules.HouseRules):
    """House rules of Makao; `invalid_penalty` is in cards."""

    packs: int = house_rule(2, rule="makao.pack", ge=1, le=2)
    jokers: Literal["wild", "out"] = house_rule("wild", rule="makao.joker")
    start_effect: bool = house_rule(False, rule="makao.deal")
    invalid_penalty: int = house_rule(2, rule="makao.invalid", ge=0, le=10)
    makao_call: bool = house_rule(False, rule="makao.call")
    spade_king_turn: Literal["his", "lost"] = house_rule("his", rule="makao.king")
    misdeal: MisdealCosts = house_rule("anew", rule="makao.deal.misdeal")
    card_stands: CardStands = house_rule("laid", rule="makao.card-stands")
    claimed_until: ClaimedUntil = house_rule("next", rule="makao.invalid.until")


TWO_FRENCH_52 = french("two-french-52", "23456789TJQKA", copies=2)
"""Two packs without their jokers."""


def pack_of(house: HouseRules) -> Pack:
    """The pack that the table plays with (makao.pack); jokers may be out of it (makao.joker)."""
    if house.jokers == "out":
        return FRENCH_52 if house.packs == 1 else TWO_FRENCH_52
    return FRENCH_54 if house.packs == 1 else TWO_FRENCH_54

"""What a table may agree on in Faraón."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from scorekeeper.core import house_rules
from scorekeeper.core.cards import GERMAN_32, Pack
from scorekeeper.core.house_rules import house_rule
from scorekeeper.games.conduct import CardStands
from scorekeeper.games.shedding import ClaimedUntil, MisdealCosts

SEATS_A_PACK = 5
"""So many play at most with one pack; with two twice as many (faraon.goal, source 1)."""
MOST_PACKS = 2


@dataclass(frozen=True)
class HouseRules(house_rules.HouseRules):
    """House rules of Faraón; the defaults are the source's, where it says anything."""

    mode: Literal["classic", "olympic"] = house_rule("classic", rule="faraon.olympic")
    olympic_start: int = house_rule(5, rule="faraon.olympic", ge=1, le=8)
    packs: int = house_rule(1, rule="faraon.goal", ge=1, le=MOST_PACKS)
    aces: Literal["once", "each"] = house_rule("once", rule="faraon.ace")
    last_ober: Literal["any", "own-suit"] = house_rule("any", rule="faraon.ober")
    camouflage: Literal["as-found", "forbidden"] = house_rule("as-found", rule="faraon.camouflage")
    pajchel_turn: Literal["passes", "stays"] = house_rule("passes", rule="faraon.pajchel")
    last_call: bool = house_rule(False, rule="faraon.call")
    misdeal: MisdealCosts = house_rule("anew", rule="faraon.deal.misdeal")
    card_stands: CardStands = house_rule("laid", rule="faraon.card-stands")
    claimed_until: ClaimedUntil = house_rule("end", rule="faraon.pajchel.until")


def pack_of(house: HouseRules) -> Pack:
    """The pack that the table plays with: one pack or two (faraon.goal, source 1)."""
    return _packs(house.packs)


@cache
def _packs(number: int) -> Pack:
    return Pack(GERMAN_32.key, GERMAN_32.suits, number)


def tables(house: HouseRules) -> range:
    """How many may play: with more packs more do (faraon.goal, source 1)."""
    return range(2, SEATS_A_PACK * house.packs + 1)

"""What a table may agree on in Černá kočka."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.core import house_rules
from scorekeeper.core.cards import FRENCH_32, Pack
from scorekeeper.core.house_rules import house_rule
from scorekeeper.games.conduct import CardStands, MisdealUntil, RenoncUntil, SecondMisdeal


@dataclass(frozen=True)
class HouseRules(house_rules.HouseRules):
    """House rules of Černá kočka; `stake_price` is in the smallest unit of the currency."""

    dokladacka: Literal["required", "optional", "off"] = house_rule(
        "required", rule="kocka.game.dokladacka"
    )
    dokladacka_first: Literal["left-of-dealer", "loser-of-round"] = house_rule(
        "left-of-dealer", rule="dokladacka.last"
    )
    renonc_penalty: Literal["round", "points"] = house_rule("round", rule="kocka.renonc")
    other_breaches: Literal["put-right", "renonc"] = house_rule(
        "put-right", rule="kocka.renonc.other"
    )
    stake: str = house_rule("", rule="kocka.game.pay", max_length=40)
    stake_price: int = house_rule(0, rule="kocka.game.pay", money=True, ge=0, le=10_000_000)
    currency: Literal["CZK", "EUR", "PLN", "BYN"] = house_rule("CZK", rule="kocka.game.pay")
    card_stands: CardStands = house_rule("laid", rule="kocka.card-stands")
    renonc_until: RenoncUntil = house_rule("deal", rule="kocka.renonc.until")
    misdeal_until: MisdealUntil = house_rule("number", rule="kocka.deal.misdeal.until")
    second_misdeal: SecondMisdeal = house_rule("same", rule="kocka.deal.misdeal.second")


def pack_of(house: HouseRules) -> Pack:
    return FRENCH_32

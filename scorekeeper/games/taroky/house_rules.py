"""What a table may agree on in Taroky, and its tariff.

Rules: taroky.renonc, taroky.varsava.overtake, taroky.settle.* (rules document, sections 6, 10, 11).
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from scorekeeper.core import house_rules
from scorekeeper.core.cards import TAROCK_54, Pack
from scorekeeper.core.house_rules import house_rule
from scorekeeper.games.conduct import CardStands, MisdealUntil, RenoncUntil, SecondMisdeal

Contract = Literal["zakladni", "druha", "preferanc", "solo"]
TOTAL = 70
"""Points of both sides together (taroky.count)."""


@dataclass(frozen=True)
class Tariff:
    """What things are worth, in points; `point` is a point's worth in haléře (0: no money).

    `ceiling` is the most that one player can pay another in a deal (0: none); amounts between two
    players are rounded up to a multiple of `rounding`. With a `pot` the pagát, a Varšava and a
    renonc are settled with it (section 14). A `renonc` costs so much, times the flek on the game;
    0: as the house says.
    """

    zakladni: int = house_rule(1, rule="taroky.settle.base", ge=0, le=100)
    druha: int = house_rule(1, rule="taroky.settle.base", ge=0, le=100)
    preferanc_first: int = house_rule(1, rule="taroky.settle.base", ge=0, le=100)
    preferanc_second: int = house_rule(2, rule="taroky.settle.base", ge=0, le=100)
    preferanc_third: int = house_rule(4, rule="taroky.settle.base", ge=0, le=100)
    solo: int = house_rule(8, rule="taroky.settle.base", ge=0, le=100)
    small: int = house_rule(5, rule="taroky.settle.announcements", ge=0, le=1000)
    large: int = house_rule(10, rule="taroky.settle.announcements", ge=0, le=1000)
    pagat_silent: int = house_rule(5, rule="taroky.settle.pagat", ge=0, le=1000)
    pagat_declared: int = house_rule(10, rule="taroky.settle.pagat", ge=0, le=1000)
    valat_silent: int = house_rule(10, rule="taroky.settle.valat", ge=0, le=1000)
    valat_declared: int = house_rule(20, rule="taroky.settle.valat", ge=0, le=1000)
    ceiling: int = house_rule(0, rule="taroky.settle.ceiling", ge=0, le=100_000)
    rounding: int = house_rule(1, rule="taroky.settle.rounding", ge=1, le=100)
    point: int = house_rule(0, rule="taroky.settle.money", money=True, ge=0, le=1_000_000)
    currency: Literal["CZK", "EUR", "PLN", "BYN"] = house_rule("CZK", rule="taroky.settle.money")
    renonc: int = house_rule(0, rule="taroky.renonc", ge=0, le=1000)
    pot: bool = house_rule(False, rule="taroky.pot")

    presets: ClassVar[dict[str, "Tariff"]]

    def rate(self, contract: Contract, variant: str | None) -> int:
        """Points for each point of difference (taroky.settle.base)."""
        rate: int = getattr(self, self.rate_name(contract, variant))
        return rate

    @staticmethod
    def rate_name(contract: Contract, variant: str | None) -> str:
        return f"preferanc_{variant}" if contract == "preferanc" else contract


_NET = Tariff(
    solo=8,
    small=4,
    large=8,
    pagat_silent=20,
    pagat_declared=40,
    valat_silent=40,
    valat_declared=80,
    ceiling=400,
    rounding=2,
    point=5,
)
Tariff.presets = {
    "source": Tariff(),
    "taroky.net": _NET,
    "pocitadlo": Tariff(
        druha=2, preferanc_second=2, preferanc_third=3, solo=4, renonc=20, pot=True
    ),
    "vysocina": replace(_NET, renonc=20),
    "dlazka": Tariff(
        solo=8,
        pagat_silent=10,
        pagat_declared=20,
        valat_silent=40,
        valat_declared=80,
        ceiling=500,
        point=10,
    ),
}


@dataclass(frozen=True)
class HouseRules(house_rules.HouseRules):
    """House rules of Taroky; points are the tariff's."""

    tariff: Tariff = house_rule(Tariff.presets["source"], rule="taroky.settle")
    honours_always: Literal["honery", "all-honours"] = house_rule(
        "honery", rule="taroky.settle.announcements"
    )
    honours_in_draw: bool = house_rule(False, rule="taroky.settle.draw")
    varsava: bool = house_rule(True, rule="taroky.varsava")
    varsava_pays: Literal["difference"] | int = house_rule(
        "difference", rule="taroky.settle.varsava", ge=0, le=1000
    )
    varsava_overtake_ruffs: bool = house_rule(True, rule="taroky.varsava.overtake")
    renonc_penalty: Literal["points", "none", "deal-lost", "void"] = house_rule(
        "points", rule="taroky.renonc"
    )
    renonc_points: int = house_rule(10, rule="taroky.renonc", ge=0, le=1000)
    ante: int = house_rule(10, rule="taroky.pot.ante", ge=0, le=1000)
    card_stands: CardStands = house_rule("laid", rule="taroky.play.card-stands")
    renonc_until: RenoncUntil = house_rule("deal", rule="taroky.renonc.until")
    misdeal_until: MisdealUntil = house_rule("number", rule="taroky.renonc.misdeal.until")
    second_misdeal: SecondMisdeal = house_rule("same", rule="taroky.renonc.misdeal.second")


def pack_of(house: HouseRules) -> Pack:
    return TAROCK_54

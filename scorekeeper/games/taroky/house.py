"""What a table may agree on in Taroky, and its tariff.

Rules: taroky.renonc, taroky.varsava.overtake, taroky.settle.* (rules document, sections 6, 10, 11).
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from scorekeeper import house
from scorekeeper.house import house_rule

Contract = Literal["zakladni", "druha", "preferanc", "solo"]


@dataclass(frozen=True)
class Tariff:
    """What things are worth, in points; `point` is a point's worth in haléře (0: no money).

    `ceiling` is the most that one player can pay another in a deal (0: none); amounts between two
    players are rounded up to a multiple of `rounding`.
    """

    zakladni: int = house_rule(1, rule="taroky.settle.base", at_least=0, at_most=100)
    druha: int = house_rule(1, rule="taroky.settle.base", at_least=0, at_most=100)
    preferanc_first: int = house_rule(1, rule="taroky.settle.base", at_least=0, at_most=100)
    preferanc_second: int = house_rule(2, rule="taroky.settle.base", at_least=0, at_most=100)
    preferanc_third: int = house_rule(4, rule="taroky.settle.base", at_least=0, at_most=100)
    solo: int = house_rule(8, rule="taroky.settle.base", at_least=0, at_most=100)
    small: int = house_rule(5, rule="taroky.settle.announcements", at_least=0, at_most=1000)
    large: int = house_rule(10, rule="taroky.settle.announcements", at_least=0, at_most=1000)
    pagat_silent: int = house_rule(5, rule="taroky.settle.pagat", at_least=0, at_most=1000)
    pagat_declared: int = house_rule(10, rule="taroky.settle.pagat", at_least=0, at_most=1000)
    valat_silent: int = house_rule(10, rule="taroky.settle.valat", at_least=0, at_most=1000)
    valat_declared: int = house_rule(20, rule="taroky.settle.valat", at_least=0, at_most=1000)
    ceiling: int = house_rule(0, rule="taroky.settle.ceiling", at_least=0, at_most=100_000)
    rounding: int = house_rule(1, rule="taroky.settle.rounding", at_least=1, at_most=100)
    point: int = house_rule(
        0, rule="taroky.settle.money", money=True, at_least=0, at_most=1_000_000
    )
    currency: Literal["CZK", "EUR", "PLN", "BYN"] = house_rule("CZK", rule="taroky.settle.money")

    presets: ClassVar[dict[str, "Tariff"]]

    def rate(self, contract: Contract, variant: str | None) -> int:
        """Points for each point of difference (taroky.settle.base)."""
        name = f"preferanc_{variant}" if contract == "preferanc" else contract
        rate: int = getattr(self, name)
        return rate


Tariff.presets = {
    "source": Tariff(),
    "taroky.net": Tariff(
        small=4,
        large=8,
        pagat_silent=20,
        pagat_declared=40,
        valat_silent=40,
        valat_declared=80,
        ceiling=400,
        rounding=2,
        point=5,
    ),
}


@dataclass(frozen=True)
class HouseRules(house.HouseRules):
    """House rules of Taroky; points are the tariff's."""

    tariff: Tariff = house_rule(Tariff.presets["source"], rule="taroky.settle")
    honours_always: Literal["honery", "all-honours"] = house_rule(
        "honery", rule="taroky.settle.announcements"
    )
    honours_in_draw: bool = house_rule(False, rule="taroky.settle.draw")
    varsava_pays: Literal["difference"] | int = house_rule(
        "difference", rule="taroky.settle.varsava", at_least=0, at_most=1000
    )
    varsava_overtake_ruffs: bool = house_rule(True, rule="taroky.varsava.overtake")
    renonc_penalty: Literal["points", "none", "deal-lost", "void"] = house_rule(
        "points", rule="taroky.renonc"
    )
    renonc_points: int = house_rule(10, rule="taroky.renonc", at_least=0, at_most=1000)

"""Why a deal of Taroky costs what it costs, between a player of each side (section 11)."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.games.taroky.entries import (
    FACTORS,
    HALF,
    HONOURS,
    SMALL,
    Announcement,
    Deal,
    Flek,
    Valat,
)
from scorekeeper.games.taroky.house import HouseRules, Tariff
from scorekeeper.games.taroky.scoring.pot import difference
from scorekeeper.sheet import Facts


@dataclass(frozen=True)
class Reason:
    """An amount that each opponent pays each of the declarer's side; below 0 the other way."""

    rule: str
    amount: int
    facts: Facts


def reasons_of(deal: Deal, house: HouseRules) -> Iterator[Reason]:
    """Why a deal costs what it costs, as seen from the declarer's side."""
    tariff, points = house.tariff, deal.earned
    assert points is not None
    rate, flek = tariff.rate(deal.contract, deal.way), FACTORS[deal.fleks.get("game")]
    above = difference(deal, points) if tariff.pot else points - HALF
    facts = {"points": points, "n": abs(above), "rate": rate, "factor": flek}
    yield Reason(_base_rule(above, deal, tariff), above * rate * flek, facts)
    if not tariff.pot:
        yield from _pagat(deal, tariff)
        yield from _valat(deal, tariff)
    yield from _announcements(deal, points, house)


def _base_rule(above: int, deal: Deal, tariff: Tariff) -> str:
    if tariff.pot and deal.valat is not None:
        return "taroky.pot.valat"
    return "taroky.settle.base" if above else "taroky.settle.draw"


def _pagat(deal: Deal, tariff: Tariff) -> Iterator[Reason]:
    """±10 declared with its flek, ±5 silent, always; a druha declares it by contract."""
    if (pagat := deal.pagat) is None:
        return
    declared = deal.declares_pagat
    factor = FACTORS[deal.fleks.get("pagat")]
    worth = tariff.pagat_declared * factor if declared else tariff.pagat_silent
    sign = 1 if pagat.made == (pagat.seat in deal.side) else -1
    failed = "taroky.pagat.failed" if declared else "taroky.pagat.silent-failed"
    rule = "taroky.settle.pagat" if pagat.made else failed
    yield Reason(rule, sign * worth, {"seat": pagat.seat, "n": worth, "factor": factor})


def _valat(deal: Deal, tariff: Tariff) -> Iterator[Reason]:
    """±20 declared with its flek, +10 silent, always."""
    if (valat := deal.valat) is None:
        return
    flek = deal.fleks.get("valat")
    worth = valat_worth(valat, flek, tariff)
    facts = {"n": abs(worth), "factor": FACTORS[flek]}
    yield Reason("taroky.settle.valat", worth if valat.side == "declarer" else -worth, facts)


def valat_worth(valat: Valat, flek: Flek | None, tariff: Tariff) -> int:
    """What a valát brings its side: ±20 declared with its flek, 10 silent, nothing if it failed.

    >>> valat_worth(Valat("opponents", declared=True, made=False), "flek", Tariff())
    -40
    """
    if valat.declared:
        return tariff.valat_declared * FACTORS[flek] * (1 if valat.made else -1)
    return tariff.valat_silent if valat.made else 0


def _announcements(deal: Deal, points: int, house: HouseRules) -> Iterator[Reason]:
    """Small 5, large 10: for the side that won; honéry for its side always."""
    for seat, announced in sorted(deal.announcements.items()):
        ours = seat in deal.side
        won = points > HALF if ours else points < HALF
        for one in sorted(announced):
            if won or house.tariff.pot or _always(one, points, house):
                worth = house.tariff.small if one in SMALL else house.tariff.large
                rule = f"taroky.announce.{one}"
                yield Reason(rule, worth if ours else -worth, {"seat": seat, "n": worth})


def _always(announcement: Announcement, points: int, house: HouseRules) -> bool:
    """True if an announcement counts for a side that did not win (taroky.settle.draw)."""
    if points == HALF and not house.honours_in_draw:
        return False
    if house.honours_always == "all-honours":
        return announcement in HONOURS
    return announcement == "honery"


def adjusted(amount: int, tariff: Tariff) -> Iterator[Reason]:
    """What rounding and the ceiling change about the amount between two players."""
    sign, size = (1 if amount > 0 else -1), abs(amount)
    rounded = -(-size // tariff.rounding) * tariff.rounding
    if rounded != size:
        facts = {"n": tariff.rounding}
        yield Reason("taroky.settle.rounding", sign * (rounded - size), facts)
    most = tariff.ceiling - tariff.ceiling % tariff.rounding
    if tariff.ceiling and rounded > most:
        yield Reason("taroky.settle.ceiling", sign * (most - rounded), {"n": most})

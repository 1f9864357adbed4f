"""The score of a table that plays with a pot: players and pot together always have nothing.

Rules: taroky.pot.* (rules document, section 14). What one side wins of the other is settled between
the players as ever; the pagát, a Varšava and a renonc are settled with the pot. Shares are
whole points: what does not divide stays where it is.
"""

from collections.abc import Iterator, Mapping

from scorekeeper.games.taroky.entries import FACTORS, HALF, Deal, Standing
from scorekeeper.games.taroky.house import TOTAL, HouseRules
from scorekeeper.sheet import Line, spread

ANTE = "taroky.pot.ante"


def with_antes(lines: tuple[Line, ...], standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """The lines with what everybody puts in: before the first deal, and if it is empty."""
    before = () if standing.pot else _ante(standing, house)
    left = (standing.pot or 0) - sum(sum(line.points) for line in (*before, *lines))
    return (*before, *lines, *(() if left else _ante(standing, house)))


def difference(deal: Deal, points: int) -> int:
    """Points above half for the declarer's side; all tricks count 70, promised and made twice that.

    Who promised all tricks and missed loses 70, whatever the points. Fleks on a valát multiply it.
    """
    if (valat := deal.valat) is None:
        return points - HALF
    worth = TOTAL * (FACTORS[deal.fleks.get("valat")] if valat.declared else 1)
    worth *= 2 if valat.declared and valat.made else 1
    return worth if valat.made == (valat.side == "declarer") else -worth


def pagat_lines(
    deal: Deal, standing: Standing, house: HouseRules, seats: tuple[int, ...]
) -> Iterator[Line]:
    """What the pagát's side gets from the pot or pays into it, and with a flek the other side."""
    if (pagat := deal.pagat) is None:
        return
    pot = _pot_after_antes(standing, house)
    declared = deal.declares_pagat
    if not declared and not pagat.made:
        return
    factor = FACTORS[deal.fleks.get("pagat")] if declared else 1
    whole = pot * factor if declared else pot // 2
    own = deal.side if pagat.seat in deal.side else frozenset(seats) - deal.side
    others = frozenset(seats) - own
    sign = 1 if pagat.made else -1
    against = pot * (factor - 1) if pagat.made else pot if factor > 1 else 0
    paid = {**_shared(sign * whole, own), **_shared(-sign * against, others)}
    facts = {"seat": pagat.seat, "n": whole, "factor": factor}
    yield Line("taroky.pot.pagat", spread(len(standing.totals), paid), facts)


def varsava_line(deal: Deal, standing: Standing, seats: tuple[int, ...]) -> Line:
    """Everybody pays his points into the pot, twice as many for each player without any."""
    points = deal.points
    assert isinstance(points, tuple)
    factor = 2 ** sum(points[seat] == 0 for seat in seats)
    paid = {seat: -points[seat] * factor for seat in seats}
    facts = {"points": list(points), "factor": factor}
    return Line("taroky.pot.varsava", spread(len(standing.totals), paid), facts)


def _pot_after_antes(standing: Standing, house: HouseRules) -> int:
    """What lies in the pot while a deal is played; struck rows may have left less than nothing."""
    return max(0, standing.pot or house.ante * len(standing.totals))


def _ante(standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    if not house.ante:
        return ()
    return (Line(ANTE, (-house.ante,) * len(standing.totals), {"n": house.ante}),)


def _shared(amount: int, seats: frozenset[int]) -> Mapping[int, int]:
    """An amount in equal whole shares."""
    sign, size = (1 if amount >= 0 else -1), abs(amount)
    return dict.fromkeys(seats, sign * (size // len(seats)))

"""What is refused in Taroky and why, before it is written; what can be true together in one pack:
points after a valát, hands, the piles of a Varšava.

Rules document, section 12. The bounds are worked out from the cards.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import compress, product

from scorekeeper.core.schema import Seat
from scorekeeper.core.sheet import Entry, Facts, Refusal, check_paper
from scorekeeper.games.taroky import entries
from scorekeeper.games.taroky.entries import SEATS, TALON, Deal, Paper, Renonc, Standing
from scorekeeper.games.taroky.house_rules import TOTAL, HouseRules
from scorekeeper.games.taroky.referee.announcements import Holding, clash, doubled
from scorekeeper.games.taroky.referee.auction import CALLS, TAKEN_EACH, takes
from scorekeeper.games.taroky.referee.counting import POINTS, Count, total_of_piles

DEAREST = sorted(POINTS.values(), reverse=True)


def most(n: int, fives: bool = True) -> int:
    """The most points that n cards can be; if they were laid aside, there is no five among them.

    >>> most(2, fives=False), most(3), most(0)
    (7, 13, 0)
    """
    worths = [worth for worth in DEAREST if fives or worth < DEAREST[0]]
    return Count(n, sum(worths[:n])).points


def least(n: int) -> int:
    """The fewest points that n cards can be."""
    return Count(n, sum(DEAREST[len(DEAREST) - n :])).points


def held_with_called(deal: Deal) -> Mapping[Seat, Holding]:
    """What the hands held at least by what was called, and the pagát (taroky.call).

    The declarer held every number above the called one, and alone that one too.
    """
    above = CALLS.index(deal.called) if deal.called else 0
    taroks = {deal.declarer: above + (deal.way == "quiet-solo")}
    if deal.partner is not None:
        taroks[deal.partner] = 1
    pagat = {deal.pagat.seat: 1} if deal.pagat else {}
    return {
        seat: Holding(trul=pagat.get(seat, 0), others=taroks.get(seat, 0))
        for seat in {**taroks, **pagat}
    }


def are_tricks(piles: Sequence[int]) -> bool:
    """True if piles of so many cards can be twelve tricks, the first six with a talon card each."""
    return tuple(piles) in _all_piles()


@cache
def _all_piles() -> frozenset[tuple[int, ...]]:
    """The sizes of the four piles of a Varšava, in every way in which the tricks can be won."""
    six = [won for won in product(range(TALON + 1), repeat=SEATS) if sum(won) == TALON]
    return frozenset(
        tuple(5 * first + 4 * last for first, last in zip(begun, ended, strict=True))
        for begun, ended in product(six, six)
    )


def can_be_shared(points: Sequence[int], piles: Sequence[int] | None) -> bool:
    """True if the cards of the pack can lie in four piles so, of these sizes or of any."""
    sizes = _all_piles() if piles is None else {tuple(piles)}
    alike = (each for each in sizes if total_of_piles(each) == sum(points))
    return any(_fit(points, each) for each in alike)


def _fit(points: Sequence[int], piles: Sequence[int]) -> bool:
    """True if no piles, together, are worth more than so many of the dearest cards."""
    worths = [p + Count(n, 0).off for p, n in zip(points, piles, strict=True)]
    return all(
        sum(compress(worths, some)) <= sum(DEAREST[: sum(compress(piles, some))])
        for some in product((False, True), repeat=len(piles))
    )


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken, or None (section 12)."""
    if isinstance(entry, Deal):
        if entry.way == "varsava" and not house.varsava:
            return Refusal("taroky.varsava.off", "variant")
        return _check_deal(entry, standing) or _check_after_valat(entry)
    if isinstance(entry, Renonc):
        return _check_renonc(entry, standing, house)
    return _check_paper(entry, standing) if isinstance(entry, Paper) else None


def _check_deal(deal: Deal, standing: Standing) -> Refusal | None:
    seats = entries.playing(deal, standing)
    checks = (_check_table, _check_contract, _check_partner, _check_announcements)
    for each in (*checks, _check_pagat, _check_valat, _check_hands, _check_fleks):
        if refusal := each(deal, seats):
            return refusal
    return _check_points(deal, seats, table=len(standing.totals))


def _check_paper(entry: Paper, standing: Standing) -> Refusal | None:
    if refusal := check_paper(entry, standing):
        return refusal
    total = sum(entry.points)
    if total > 0 or (total and standing.pot is None):
        return Refusal("taroky.settle.paper.sum", "points", {"sum": total})
    return None


def _check_table(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if len(seats) != SEATS:
        return Refusal("taroky.table.pausing", "pausing", {"n": len(seats)})
    if deal.declarer not in seats:
        return Refusal("taroky.table.declarer", "declarer", {"seat": deal.declarer})
    if strangers := sorted(set(deal.announcements) - set(seats)):
        return Refusal("taroky.table.announcer", "announcements", {"seat": strangers[0]})
    return None


def _check_contract(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if deal.contract == "zakladni" and deal.declarer != seats[0]:
        return Refusal("taroky.bid.forehand.declarer", "declarer", {"seat": seats[0]})
    if deal.way is None and deal.contract in ("zakladni", "druha"):
        return Refusal("taroky.contract.partner.missing", "partner")
    if deal.way is None and deal.ways:
        return Refusal("taroky.contract.variant.missing", "variant")
    if deal.way is not None and deal.way not in deal.ways:
        return Refusal("taroky.contract.variant", "variant")
    if deal.called and (not deal.ways or deal.contract == "preferanc" or deal.way == "varsava"):
        return Refusal("taroky.call.none", "called")
    return None


def _check_partner(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if deal.partner == deal.declarer:
        return Refusal("taroky.contract.partner.self", "partner", {"seat": deal.declarer})
    if deal.way == "normal" and deal.partner is None:
        return Refusal("taroky.contract.partner.missing", "partner")
    if deal.partner is not None and deal.way != "normal":
        return Refusal("taroky.contract.partner.alone", "partner", {"seat": deal.declarer})
    if deal.partner is not None and deal.partner not in seats:
        return Refusal("taroky.table.partner", "partner", {"seat": deal.partner})
    return None


def _check_announcements(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    announced = {seat: each for seat, each in deal.announcements.items() if each}
    if announced and not deal.has_sides:
        return Refusal("taroky.varsava.no-announcements", "announcements")
    for seat, each in announced.items():
        if twice := doubled(each):
            facts = {"seat": seat, "large": twice.large, "small": twice.small}
            return Refusal("taroky.announce.combine", "announcements", facts)
    if between := clash(announced):
        return Refusal("taroky.announce.possible", "announcements", {"seats": between})
    return None


def _check_pagat(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    pagat = deal.pagat
    if deal.contract == "druha":
        if pagat is None or pagat.made is None:
            return Refusal("taroky.pagat.druha", "pagat", {"seat": deal.declarer})
        if pagat.seat != deal.declarer:
            return Refusal("taroky.pagat.druha.owner", "pagat", {"seat": deal.declarer})
    if pagat and not deal.has_sides:
        return Refusal("taroky.pagat.none", "pagat")
    if pagat and pagat.seat not in seats:
        return Refusal("taroky.table.pagat", "pagat", {"seat": pagat.seat})
    if pagat and pagat.made is None:
        return Refusal("taroky.pagat.made", "pagat", {"seat": pagat.seat})
    return None


def _check_valat(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if deal.valat is None:
        return None
    if not deal.has_sides:
        return Refusal("taroky.valat.none", "valat")
    if deal.valat.made is None:
        return Refusal("taroky.valat.made", "valat")
    if not deal.valat.declared and not deal.valat.made:
        return Refusal("taroky.valat.silent-failed", "valat")
    if deal.valat.made and deal.pagat and deal.pagat.made:
        ours = deal.pagat.seat in deal.side
        if ours != (deal.valat.side == "declarer"):
            return Refusal("taroky.valat.pagat", "pagat", {"seat": deal.pagat.seat})
    return None


def _check_hands(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    """What was announced, beside the pagát and the called tarok in the hands (section 7)."""
    announced = {seat: said for seat, said in deal.announcements.items() if said}
    facts: Facts
    if deal.pagat and (between := clash(announced, {deal.pagat.seat: Holding(trul=1)})):
        facts = {"seats": _speaking(between, announced), "owner": deal.pagat.seat}
        return Refusal("taroky.announce.possible.pagat", "announcements", facts)
    if between := clash(announced, held_with_called(deal)):
        facts = {"seats": _speaking(between, announced)}
        return Refusal("taroky.announce.possible.called", "announcements", facts)
    return None


def _speaking(seats: Iterable[Seat], announced: Container[Seat]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat in announced)


def _check_after_valat(deal: Deal) -> Refusal | None:
    """The side without a trick has only what it laid aside, or was left of the talon (4, 12)."""
    if deal.valat is None or not deal.valat.made or deal.earned is None:
        return None
    taken = takes(deal.contract, deal.way, declares=True)
    if deal.valat.side == "declarer":
        fewest = TOTAL - most(TALON - taken, fives=deal.contract in ("preferanc", "solo"))
        facts: Facts = {"n": fewest}
        return Refusal("taroky.valat.points", "points", facts) if deal.earned < fewest else None
    highest = most(taken + (len(deal.side) - 1) * TAKEN_EACH, fives=False)
    facts = {"n": highest}
    over = deal.earned > highest
    return Refusal("taroky.valat.points.opponents", "points", facts) if over else None


def _check_fleks(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if deal.fleks and not deal.has_sides:
        return Refusal("taroky.flek.what.none", "fleks")
    if "pagat" in deal.fleks and not deal.declares_pagat:
        return Refusal("taroky.flek.what.pagat", "fleks")
    if "valat" in deal.fleks and not (deal.valat and deal.valat.declared):
        return Refusal("taroky.flek.what.valat", "fleks")
    return None


def _check_points(deal: Deal, seats: tuple[int, ...], table: int) -> Refusal | None:
    if deal.way == "varsava":
        return _check_piles(deal, seats, table)
    if deal.piles is not None:
        return Refusal("taroky.points.piles", "piles")
    if deal.way == "folded":
        return None if deal.points is None else Refusal("taroky.points.folded", "points")
    if deal.points is None:
        return Refusal("taroky.points.missing", "points")
    if isinstance(deal.points, tuple):
        return Refusal("taroky.points.one", "points")
    return None


def _check_piles(deal: Deal, seats: tuple[int, ...], table: int) -> Refusal | None:
    """Four piles sum to what their sizes leave: 69, 70 or 71 (taroky.count)."""
    points, sizes = deal.points, deal.piles
    if not isinstance(points, tuple) or len(points) != table:
        return Refusal("taroky.points.four", "points")
    if any(p for seat, p in enumerate(points) if seat not in seats):
        return Refusal("taroky.points.four", "points")
    if sizes is not None and (len(sizes) != table or sum(sizes) != len(POINTS)):
        return Refusal("taroky.points.pile-sizes", "piles", {"n": sum(sizes)})
    piles = sizes and [sizes[seat] for seat in seats]
    if piles and not are_tricks(piles):
        return Refusal("taroky.points.pile-tricks", "piles")
    right = (total_of_piles(piles),) if piles else (69, 70, 71)
    if sum(points) not in right:
        facts: Facts = {"sum": sum(points), "right": " / ".join(map(str, right))}
        return Refusal("taroky.points.sum", "points", facts)
    return _check_worth(points, piles, seats)


def _check_worth(
    points: Sequence[int], piles: Sequence[int] | None, seats: tuple[int, ...]
) -> Refusal | None:
    """The points of each pile are those of so many cards, and those of all of one pack."""
    for seat, n in zip(seats, piles or (), strict=False):
        if not least(n) <= points[seat] <= most(n):
            facts: Facts = {"seat": seat, "n": n, "least": least(n), "most": most(n)}
            return Refusal("taroky.points.pile-worth", "points", facts)
    if not can_be_shared([points[seat] for seat in seats], piles):
        return Refusal("taroky.points.pile-share", "points")
    return None


def _check_renonc(entry: Renonc, standing: Standing, house: HouseRules) -> Refusal | None:
    if house.renonc_penalty != "deal-lost":
        return None
    if entry.deal is None:
        return Refusal("taroky.renonc.deal", "deal")
    if entry.deal.way == "varsava":
        return None
    played = replace(entry.deal, points=entries.HALF)
    refusal = _check_deal(played, standing)
    return refusal and replace(refusal, field=f"deal.{refusal.field}")

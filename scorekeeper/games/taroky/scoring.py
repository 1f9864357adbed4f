"""The score of Taroky: a deal as a sum of reasons, between every two players who settle.

Rules: taroky.settle.* (rules document, section 11). Each reason is an amount between a player of
the declarer's side and one of the others, so every line, and every deal, sums to 0. Ceiling
and rounding work on the sum of that amount, before it is multiplied by the players: what one pays
the other gets, whatever the tariff.

Why a deal of Taroky costs what it costs, between a player of each side (section 11).

The score of a table that plays with a pot: players and pot together always have nothing.

Rules: taroky.pot.* (rules document, section 14). What one side wins of the other is settled between
the players as ever; the pagát, a Varšava and a renonc are settled with the pot. Shares are
whole points: what does not divide stays where it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.game import Stake
from scorekeeper.games.taroky.entries import (
    FACTORS,
    HALF,
    HONOURS,
    MISDEALS,
    SMALL,
    Announcement,
    Deal,
    Flek,
    Paper,
    Renonc,
    Standing,
    Valat,
    playing,
    resting,
)
from scorekeeper.games.taroky.house import TOTAL, HouseRules, Tariff
from scorekeeper.games.taroky.statistics import promises
from scorekeeper.schema import Json, copy_with
from scorekeeper.sheet import (
    Entry,
    Facts,
    Line,
    Notice,
    SeatInStanding,
    points_by_seat,
    seats_after,
    with_lines,
    with_paper,
)


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
    yield Line("taroky.pot.pagat", points_by_seat(len(standing.totals), paid), facts)


def varsava_line(deal: Deal, standing: Standing, seats: tuple[int, ...]) -> Line:
    """Everybody pays his points into the pot, twice as many for each player without any."""
    points = deal.points
    assert isinstance(points, tuple)
    factor = 2 ** sum(points[seat] == 0 for seat in seats)
    paid = {seat: -points[seat] * factor for seat in seats}
    facts = {"points": list(points), "factor": factor}
    return Line("taroky.pot.varsava", points_by_seat(len(standing.totals), paid), facts)


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


LOST_BY = 10
"""The difference by which a deal is settled as lost for a renonc (section 10)."""


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    """The standing before the first deal."""
    pot = 0 if house.tariff.pot else None
    return Standing(totals=(0,) * players, dealer=dealer, next=("deal", "renonc"), pot=pot)


def score(entry: Entry, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """The lines of an entry: points per seat, each line and their sum zero-sum."""
    if isinstance(entry, Paper):
        return (Line("taroky.settle.paper", entry.points),)
    lines: tuple[Line, ...] = ()
    if isinstance(entry, Deal):
        lines = score_deal(entry, standing, house)
    elif isinstance(entry, Renonc):
        lines = _score_renonc(entry, standing, house)
    return with_antes(lines, standing, house) if house.tariff.pot else lines


def after(standing: Standing, entry: Entry, lines: tuple[Line, ...], house: HouseRules) -> Standing:
    """The standing that follows when `lines` are written; a folded deal passes on the deal too."""
    if isinstance(entry, Paper):
        return _with_pot(with_paper(standing, entry, lines), lines)
    seats = len(standing.totals)
    dealt = isinstance(entry, Deal) or _ends_deal(entry, house)
    deal = entry.deal if isinstance(entry, Renonc) else entry
    dealer = deal.dealer if isinstance(deal, Deal) else None
    return copy_with(
        _with_pot(with_lines(standing, entry, lines), lines),
        dealer=((standing.dealer if dealer is None else dealer) + dealt) % seats,
        milestones=_milestones(entry, standing),
    )


def _ends_deal(entry: Entry, house: HouseRules) -> bool:
    """True of a renonc that ends a deal; after a misdeal the same dealer deals anew."""
    ends = house.renonc_penalty in ("deal-lost", "void")
    return ends and isinstance(entry, Renonc) and entry.rule not in MISDEALS


def reseat(
    fresh: Standing, places: Sequence[SeatInStanding | None], before: Standing, house: HouseRules
) -> Standing:
    """The standing of another company: of five or six some pause, as from the beginning."""
    return copy_with(fresh, pot=before.pot)


def _with_pot(standing: Standing, lines: tuple[Line, ...]) -> Standing:
    """The standing with what the lines of an entry left in the pot, or took from it."""
    if standing.pot is None:
        return standing
    left = standing.pot - sum(sum(line.points) for line in lines)
    return copy_with(standing, pot=left, notices=(Notice("pot", facts={"n": left}),))


def pot(standing: Standing) -> int | None:
    """What lies in the pot, in points; None for a table that plays without one."""
    return standing.pot


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it (`expect.state`): who deals next, and the předák."""
    forehand = (standing.dealer + 1) % len(standing.totals)
    pot = {} if standing.pot is None else {"pot": standing.pot}
    return {"dealer": standing.dealer, "forehand": forehand, **pot}


def preset(type: str, standing: Standing, house: HouseRules) -> Mapping[str, Json]:
    """What a new deal usually is: the předák plays the first contract and calls XIX."""
    if type != "deal":
        return {}
    seats, dealer = len(standing.totals), standing.dealer
    resting_now = resting(seats, dealer)
    forehand = next(seat for seat in seats_after(dealer, seats) if seat not in resting_now)
    usual: dict[str, Json] = {
        "dealer": dealer,
        "declarer": forehand,
        "contract": "zakladni",
        "called": "XIX",
    }
    return {**usual, "pausing": sorted(resting_now)} if resting_now else usual


def stake(house: HouseRules) -> Stake | None:
    """The worth of a point, or None if the tariff does not play for money."""
    tariff = house.tariff
    return Stake(tariff.point, tariff.currency) if tariff.point else None


def score_deal(deal: Deal, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """The lines of a deal that `check` has let pass (taroky.settle).

    What is worth nothing is no line, but the first one always says how the game ended.
    """
    seats = len(standing.totals)
    if deal.way == "folded":
        return ()
    if deal.way == "varsava":
        if house.tariff.pot:
            return (varsava_line(deal, standing, playing(deal, standing)),)
        return (_varsava(deal, playing(deal, standing), seats, house),)
    between = _between_sides(deal, standing, house)
    with_pot = pagat_lines(deal, standing, house, playing(deal, standing))
    return (*between, *(with_pot if house.tariff.pot else ()))


def _between_sides(deal: Deal, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """What one side of a deal gets from the other."""
    seats, reasons = len(standing.totals), tuple(reasons_of(deal, house))
    shares = _shares(deal, playing(deal, standing))
    return tuple(
        Line(r.rule, points_by_seat(seats, {s: r.amount * n for s, n in shares.items()}), r.facts)
        for r in (*reasons, *adjusted(sum(r.amount for r in reasons), house.tariff))
        if r.amount or r is reasons[0]
    )


def _shares(deal: Deal, seats: tuple[int, ...]) -> Mapping[int, int]:
    """How many times each seat gets the amount: two against two ±1, one against three 3 and −1."""
    against = [seat for seat in seats if seat not in deal.side]
    mine = len(against) // len(deal.side)
    return {**dict.fromkeys(deal.side, mine), **dict.fromkeys(against, -1)}


def _varsava(deal: Deal, seats: tuple[int, ...], table: int, house: HouseRules) -> Line:
    """Whoever has most points pays each player who has not (taroky.settle.varsava)."""
    points = deal.points
    assert isinstance(points, tuple)
    most = max(points[seat] for seat in seats)
    paid = dict.fromkeys(seats, 0)
    for loser in (seat for seat in seats if points[seat] == most):
        for other in (seat for seat in seats if points[seat] < most):
            fixed = house.varsava_pays
            due = most - points[other] if fixed == "difference" else int(fixed)
            due += sum(reason.amount for reason in adjusted(due, house.tariff))
            paid[loser] -= due
            paid[other] += due
    return Line("taroky.settle.varsava", points_by_seat(table, paid), {"points": list(points)})


def _score_renonc(entry: Renonc, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """The lines of a renonc by the house rule (section 10)."""
    if house.renonc_penalty == "points":
        return (_pays(entry, standing, house),)
    if house.renonc_penalty == "deal-lost" and entry.deal is not None:
        if entry.deal.way == "varsava":
            return (_pays_each(entry, standing, LOST_BY),)
        return score_deal(_lost(entry.deal, entry.seat), standing, house)
    return ()


def _pays(entry: Renonc, standing: Standing, house: HouseRules) -> Line:
    """The line of an offender who pays: into the pot if there is one, else each other player."""
    tariff = house.tariff
    points = tariff.renonc * FACTORS[entry.flek] if tariff.renonc else house.renonc_points
    if not tariff.pot:
        return _pays_each(entry, standing, points)
    paid = {entry.seat: -tariff.renonc}
    return Line(
        "taroky.pot.renonc", points_by_seat(len(standing.totals), paid), {"n": tariff.renonc}
    )


def _pays_each(entry: Renonc, standing: Standing, points: int) -> Line:
    """The line of an offender who pays `points` to each of the other three who play."""
    others = set(range(len(standing.totals))) - entry.absent(standing) - {entry.seat}
    paid = dict.fromkeys(others, points)
    paid[entry.seat] = -points * len(others)
    return Line(entry.rule, points_by_seat(len(standing.totals), paid), {"n": points})


def _lost(deal: Deal, offender: int) -> Deal:
    """A deal settled as lost by the offender's side; only the others' announcements count."""
    ours = offender in deal.side
    others = {s: said for s, said in deal.announcements.items() if (s in deal.side) != ours}
    points = HALF - LOST_BY if ours else HALF + LOST_BY
    return copy_with(deal, points=points, counted_side="declarer", announcements=others)


def _milestones(entry: Entry, standing: Standing) -> tuple[Notice, ...]:
    """Milestones of a deal: what became of its pagát and its valát."""
    return tuple(promises(entry, standing)) if isinstance(entry, Deal) else ()

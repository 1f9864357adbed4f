"""The score of Taroky: a deal as a sum of reasons, between every two players who settle.

Rules: taroky.settle.* (rules document, section 11). Each reason is an amount between a player of
the declarer's side and one of the others, so every line, and every deal, sums to 0. Ceiling
and rounding work on the sum of that amount, before it is multiplied by the players: what one pays
the other gets, whatever the tariff.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.game import Stake
from scorekeeper.games.taroky.entries import (
    FACTORS,
    HALF,
    HONOURS,
    SMALL,
    Announcement,
    Deal,
    Paper,
    Renonc,
    Standing,
    playing,
    resting,
)
from scorekeeper.games.taroky.house import HouseRules, Tariff
from scorekeeper.schema import Json
from scorekeeper.sheet import (
    Entry,
    Facts,
    Line,
    Notice,
    Place,
    seats_after,
    spread,
    taken_over,
    with_lines,
)

LOST_BY = 10
"""The difference by which a deal is settled as lost for a renonc (section 10)."""


@dataclass(frozen=True)
class Reason:
    """An amount that each opponent pays each of the declarer's side; below 0 the other way."""

    rule: str
    amount: int
    facts: Facts


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    """The standing before the first deal."""
    return Standing(totals=(0,) * players, dealer=dealer, next=("deal", "renonc"))


def score(entry: Entry, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """The lines of an entry: points per seat, each line and their sum zero-sum."""
    if isinstance(entry, Deal):
        return score_deal(entry, standing, house)
    if isinstance(entry, Renonc):
        return _score_renonc(entry, standing, house)
    return (Line("taroky.settle.paper", entry.points),) if isinstance(entry, Paper) else ()


def after(standing: Standing, entry: Entry, lines: tuple[Line, ...], house: HouseRules) -> Standing:
    """The standing that follows when `lines` are written; a folded deal passes on the deal too."""
    if isinstance(entry, Paper):
        return taken_over(standing, entry, lines)
    seats = len(standing.totals)
    dealt = isinstance(entry, Deal) or house.renonc_penalty in ("deal-lost", "void")
    deal = entry.deal if isinstance(entry, Renonc) else entry
    dealer = deal.dealer if isinstance(deal, Deal) else None
    return replace(
        with_lines(standing, entry, lines),
        dealer=((standing.dealer if dealer is None else dealer) + dealt) % seats,
        milestones=_milestones(entry, standing),
    )


def reseat(
    fresh: Standing, places: Sequence[Place | None], before: Standing, house: HouseRules
) -> Standing:
    """The standing of another company: of five or six some pause, as from the beginning."""
    return fresh


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it (`expect.state`): who deals next, and the předák."""
    return {"dealer": standing.dealer, "forehand": (standing.dealer + 1) % len(standing.totals)}


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
    """The lines of a deal that `check` has let pass (taroky.settle)."""
    seats = len(standing.totals)
    if deal.way == "folded":
        return ()
    if deal.way == "varsava":
        return (_varsava(deal, playing(deal, standing), seats, house),)
    reasons = tuple(reasons_of(deal, house))
    shares = _shares(deal, playing(deal, standing))
    return tuple(
        Line(r.rule, spread(seats, {s: r.amount * n for s, n in shares.items()}), r.facts)
        for r in (*reasons, *_adjusted(sum(r.amount for r in reasons), house.tariff))
    )


def reasons_of(deal: Deal, house: HouseRules) -> Iterator[Reason]:
    """Why a deal costs what it costs, as seen from the declarer's side."""
    tariff, points = house.tariff, deal.earned
    assert points is not None
    rate, flek = tariff.rate(deal.contract, deal.way), FACTORS[deal.fleks.get("game")]
    base = (points - HALF) * rate * flek
    facts = {"points": points, "n": abs(points - HALF), "rate": rate, "factor": flek}
    yield Reason("taroky.settle.base", base, facts)
    yield from _pagat(deal, tariff)
    yield from _valat(deal, tariff)
    yield from _announcements(deal, points, house)


def _pagat(deal: Deal, tariff: Tariff) -> Iterator[Reason]:
    """±10 declared with its flek, ±5 silent, always; a druha declares it by contract."""
    if (pagat := deal.pagat) is None:
        return
    declared = pagat.declared or deal.contract == "druha"
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
    factor = FACTORS[deal.fleks.get("valat")]
    worth = tariff.valat_declared * factor if valat.declared else tariff.valat_silent
    sign = 1 if valat.made == (valat.side == "declarer") else -1
    yield Reason("taroky.settle.valat", sign * worth, {"n": worth, "factor": factor})


def _announcements(deal: Deal, points: int, house: HouseRules) -> Iterator[Reason]:
    """Small 5, large 10: for the side that won; honéry for its side always."""
    for seat, announced in sorted(deal.announcements.items()):
        ours = seat in deal.side
        won = points > HALF if ours else points < HALF
        for one in sorted(announced):
            if won or _always(one, points, house):
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


def _adjusted(amount: int, tariff: Tariff) -> Iterator[Reason]:
    """What rounding and the ceiling change about the amount between two players."""
    sign, size = (1 if amount > 0 else -1), abs(amount)
    rounded = -(-size // tariff.rounding) * tariff.rounding
    if rounded != size:
        facts = {"n": tariff.rounding}
        yield Reason("taroky.settle.rounding", sign * (rounded - size), facts)
    most = tariff.ceiling - tariff.ceiling % tariff.rounding
    if tariff.ceiling and rounded > most:
        yield Reason("taroky.settle.ceiling", sign * (most - rounded), {"n": most})


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
            due += sum(reason.amount for reason in _adjusted(due, house.tariff))
            paid[loser] -= due
            paid[other] += due
    return Line("taroky.settle.varsava", spread(table, paid), {"points": list(points)})


def _score_renonc(entry: Renonc, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """The lines of a renonc by the house rule (section 10)."""
    if house.renonc_penalty == "points":
        return (_pays_each(entry, standing, house.renonc_points),)
    if house.renonc_penalty == "deal-lost" and entry.deal is not None:
        if entry.deal.way == "varsava":
            return (_pays_each(entry, standing, LOST_BY),)
        return score_deal(_lost(entry.deal, entry.seat), standing, house)
    return ()


def _pays_each(entry: Renonc, standing: Standing, points: int) -> Line:
    """The line of an offender who pays `points` to each of the other three."""
    others = _at_the_table(entry, standing) - {entry.seat}
    paid = dict.fromkeys(others, points)
    paid[entry.seat] = -points * len(others)
    return Line(entry.rule, spread(len(standing.totals), paid), {"n": points})


def _at_the_table(entry: Renonc, standing: Standing) -> frozenset[int]:
    """The four who played: all of a table of four, else those of the deal now being played."""
    deal = entry.deal or Deal(declarer=entry.seat)
    return frozenset(playing(deal, standing))


def _lost(deal: Deal, offender: int) -> Deal:
    """A deal settled as lost by the offender's side; only the others' announcements count."""
    ours = offender in deal.side
    others = {s: said for s, said in deal.announcements.items() if (s in deal.side) != ours}
    points = HALF - LOST_BY if ours else HALF + LOST_BY
    return replace(deal, points=points, counted_side="declarer", announcements=others)


def _milestones(entry: Entry, standing: Standing) -> tuple[Notice, ...]:
    """Milestones of a deal: a pagát or a valát that was made or lost."""
    if not isinstance(entry, Deal):
        return ()
    marks = []
    if entry.pagat:
        marks.append(Notice("pagat" if entry.pagat.made else "pagat-lost", (entry.pagat.seat,)))
    if entry.valat:
        ours = entry.valat.side == "declarer"
        side = tuple(s for s in playing(entry, standing) if (s in entry.side) == ours)
        marks.append(Notice("valat" if entry.valat.made else "valat-lost", side))
    return tuple(marks)

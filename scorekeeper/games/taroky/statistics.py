"""What is counted per player over a match of Taroky, what a row of the sheet tells
("pref. 2 · Karel 50 · flek · trul Eva"), and what the book of a company takes from it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from scorekeeper.core.game import Feat, Outcome, Records, Scored, best, outcome_of
from scorekeeper.core.schema import Seat, copy_with
from scorekeeper.core.sheet import Entry, Notice, Stat, count_per_seat, sum_of
from scorekeeper.games.taroky.entries import HALF, Deal, Renonc, Standing, playing, resting
from scorekeeper.games.taroky.house_rules import Contract, HouseRules


def declares(deal: Deal, seat: int) -> bool:
    """True if a seat was the declarer; a Varšava is nobody's, and nobody can win it."""
    return deal.declarer == seat and deal.way != "varsava"


def wins(deal: Deal, seat: int) -> bool:
    return declares(deal, seat) and deal.earned is not None and deal.earned > HALF


def fleks(deal: Deal, seat: int) -> bool:
    """True if a flek on the game stood that a seat's side had given: those against."""
    return "game" in deal.fleks and seat not in deal.side | (deal.pausing or frozenset())


def pagat(deal: Deal, seat: int, made: bool) -> bool:
    """True if a seat's pagát was made, or lost."""
    return deal.pagat is not None and deal.pagat.seat == seat and deal.pagat.made == made


def plays(deal: Deal, seat: int) -> bool:
    return seat not in (deal.pausing or ())


def loses_varsava(deal: Deal, seat: int) -> bool:
    points = deal.points if isinstance(deal.points, tuple) else ()
    return bool(points) and points[seat] == max(points)


def valat(deal: Deal, seat: int, declared: bool, made: bool) -> bool:
    """True if a seat's side took or promised all tricks, and how that ended."""
    if deal.valat is None or not plays(deal, seat):
        return False
    ours = (seat in deal.side) == (deal.valat.side == "declarer")
    return ours and (deal.valat.declared, deal.valat.made) == (declared, made)


def _of(contract: str, count: Callable[[Deal, int], bool]) -> Callable[[Deal, int], int]:
    return lambda deal, seat: deal.contract == contract and count(deal, seat)


WON = {contract: f"won-{contract}" for contract in get_args(Contract)}
"""Contract → the statistic of how often it was won."""
COUNTS: Mapping[str, Callable[[Deal, int], int]] = {
    "declared": declares,
    "won": wins,
    **{f"contract-{contract}": _of(contract, declares) for contract in get_args(Contract)},
    **{id: _of(contract, wins) for contract, id in WON.items()},
    "varsavas": lambda deal, seat: deal.way == "varsava" and plays(deal, seat),
    "varsavas-lost": loses_varsava,
    "fleks-given": fleks,
    "fleks-lost": lambda deal, seat: fleks(deal, seat) and (deal.earned or 0) > HALF,
    "announced": lambda deal, seat: sum(
        len(announced) for by, announced in deal.announcements.items() if by == seat
    ),
    "pagats-made": lambda deal, seat: pagat(deal, seat, made=True),
    "pagats-lost": lambda deal, seat: pagat(deal, seat, made=False),
    "valats-silent": lambda deal, seat: valat(deal, seat, declared=False, made=True),
    "valats-made": lambda deal, seat: valat(deal, seat, declared=True, made=True),
    "valats-lost": lambda deal, seat: valat(deal, seat, declared=True, made=False),
}


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """Deals declared and won by contract, average points, and what else is worth a count.

    Varšavy, fleks of a side, announcements, pagáts, valáts and renoncs.
    """
    deals = [
        copy_with(each, pausing=_pausing(each, seats))
        for each in entries
        if isinstance(each, Deal) and each.way != "folded"
    ]
    made = [_points_of(deals, seat) for seat in range(seats)]
    average = Stat("average", tuple(map(sum, made)), of=tuple(map(len, made)))
    renoncs = Counter[int](each.seat for each in entries if isinstance(each, Renonc))
    return (
        *count_per_seat(COUNTS, deals, seats),
        Stat("renoncs", tuple(renoncs[seat] for seat in range(seats))),
        average,
    )


def _pausing(deal: Deal, seats: int) -> frozenset[Seat] | None:
    """The seats that paused, if the deal names them or its dealer does."""
    if deal.pausing is not None or deal.dealer is None:
        return deal.pausing
    return frozenset(map(Seat, resting(seats, deal.dealer)))


def _points_of(deals: Iterable[Deal], seat: int) -> list[int]:
    """Card points that a declarer's side made, deal by deal (35 is half)."""
    return [deal.earned for deal in deals if declares(deal, seat) and deal.earned is not None]


RENONC = {
    "points": "renonc",
    "none": "renonc-free",
    "deal-lost": "renonc-lost",
    "void": "renonc-void",
}
"""What a renonc costs by the house rule → the notice that says so; points stand beside it."""


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """What an entry was, in short."""
    if isinstance(entry, Deal):
        return (*_deal(entry, before), *_pauses(entry, before))
    if isinstance(entry, Renonc):
        return (*_renonc(entry, before, house), *_pauses(entry, before))
    return ()


def promises(deal: Deal, before: Standing) -> Iterator[Notice]:
    """What became of a pagát and a valát: declared or silent, made or lost."""
    if deal.pagat:
        made, lost = "pagat-silent", "pagat-silent-lost"
        if deal.declares_pagat:
            made, lost = "pagat", "pagat-lost"
        yield Notice(made if deal.pagat.made else lost, (deal.pagat.seat,))
    if deal.valat:
        ours = deal.valat.side == "declarer"
        side = tuple(seat for seat in playing(deal, before) if (seat in deal.side) == ours)
        # A silent valát is always made; one that is not made is none.
        declared = "valat" if deal.valat.made else "valat-lost"
        yield Notice(declared if deal.valat.declared else "valat-silent", side, weight="rare")


def _renonc(entry: Renonc, before: Standing, house: HouseRules) -> Iterator[Notice]:
    """The offence, with what makes it dearer: the flek, or all that counts of a deal lost by it."""
    yield Notice(RENONC[house.renonc_penalty], (entry.seat,), {"rule": entry.rule})
    if entry.flek:
        yield _flek("game", entry.flek)
    if house.renonc_penalty == "deal-lost" and entry.deal is not None:
        yield from _deal(replace(entry.deal, points=None), before)
        yield from promises(entry.deal, before)


def _deal(deal: Deal, before: Standing) -> Iterator[Notice]:
    named = deal.contract == "preferanc" or not deal.has_sides
    told = deal.way if named and deal.way else deal.contract
    yield Notice("contract", (), {"contract": f"short-{told}"})
    yield from _players(deal, before)
    for item, flek in deal.fleks.items():
        yield _flek(item, flek)
    for seat, announced in sorted(deal.announcements.items()):
        yield Notice("announced", (seat,), {"announced": sorted(announced)})


def _pauses(entry: Entry, before: Standing) -> Iterator[Notice]:
    """Who paused, if others did than usual: with a pot who pauses has a figure too."""
    absent = frozenset(entry.absent(before))
    if absent != resting(len(before.totals), before.dealer):
        yield Notice("pauses", tuple(sorted(absent)))


def _flek(item: str, flek: str | None) -> Notice:
    id = "flek" if item == "game" else "flek-on"
    return Notice(id, (), {"flek": flek, "item": item}, "dear")


def _players(deal: Deal, before: Standing) -> Iterator[Notice]:
    side = tuple(sorted(deal.side))
    if isinstance(deal.points, tuple):
        points = {seat: deal.points[seat] for seat in playing(deal, before)}
        yield Notice("piles", (), {"points": points})
    elif deal.has_sides:
        if deal.way == "quiet-solo":
            yield Notice("quiet-solo")
        known = deal.earned is not None
        yield Notice("played", side, {"points": deal.earned}) if known else Notice("side", side)


def outcome(row: Scored[Standing]) -> Outcome | None:
    """Which side won a deal; of a Varšava only who lost it, for nobody can win it (taroky.varsava).

    With 35 against 35 nobody did (taroky.settle.draw); a folded deal was not played.
    """
    deal = row.entry
    if not isinstance(deal, Deal) or deal.way == "folded":
        return None
    seats = playing(deal, row.before)
    if isinstance(deal.points, tuple):
        most = max(deal.points[seat] for seat in seats)
        lost = frozenset(seat for seat in seats if deal.points[seat] == most)
        return Outcome({seat: 1 + (seat in lost) for seat in seats}, frozenset(), lost)
    side, others = deal.side, frozenset(seats) - deal.side
    if deal.earned is None or deal.earned == HALF:
        return outcome_of(seats, ())
    return outcome_of(seats, others if deal.earned > HALF else side)


def feats(rows: Sequence[Scored[Standing]], house: HouseRules) -> tuple[Feat, ...]:
    """The dearest deal that one won and lost."""
    deals = [(at, row) for at, row in enumerate(rows) if isinstance(row.entry, Deal)]
    sums = [(at, sum_of(row.lines, len(row.after.totals))) for at, row in deals]
    points = [(at, seat, p) for at, won in sums for seat, p in enumerate(won)]
    return (
        *best(Feat("deal-won", p, at, (seat,)) for at, seat, p in points if p > 0),
        *best(Feat("deal-lost", -p, at, (seat,)) for at, seat, p in points if p < 0),
    )


RECORDS: Records[Standing, HouseRules] = Records(
    outcome=outcome,
    feats=feats,
    won="sides-won",
    lost="sides-lost",
)

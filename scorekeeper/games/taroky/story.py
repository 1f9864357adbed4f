"""What a row of the sheet tells of a deal or a renonc: "pref. 2 · Karel 50 · flek · trul Eva"."""

from collections.abc import Iterator

from scorekeeper.games.taroky.entries import Deal, Renonc, Standing, playing
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.sheet import Entry, Notice

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
        return tuple(_deal(entry, before))
    if isinstance(entry, Renonc):
        return (Notice(RENONC[house.renonc_penalty], (entry.seat,), {"rule": entry.rule}),)
    return ()


def _deal(deal: Deal, before: Standing) -> Iterator[Notice]:
    """The contract, who played it with how many points, fleks and announcements."""
    yield Notice("contract", (), {"contract": f"short-{_contract(deal)}"})
    yield from _players(deal, before)
    for item, flek in deal.fleks.items():
        yield Notice("flek" if item == "game" else "flek-on", (), {"flek": flek, "item": item})
    for seat, announced in sorted(deal.announcements.items()):
        yield Notice("announced", (seat,), {"announced": sorted(announced)})


def _contract(deal: Deal) -> str:
    """What a deal is called in short: its contract, or which preferanc it was."""
    named = deal.contract == "preferanc" or deal.way in ("varsava", "folded")
    return deal.way if named and deal.way else deal.contract


def _players(deal: Deal, before: Standing) -> Iterator[Notice]:
    """Who played with how many points; in a Varšava everybody did, for himself."""
    if isinstance(deal.points, tuple):
        points = {seat: deal.points[seat] for seat in playing(deal, before)}
        yield Notice("piles", (), {"points": points})
    elif deal.earned is not None:
        if deal.way == "quiet-solo":
            yield Notice("quiet-solo")
        yield Notice("played", tuple(sorted(deal.side)), {"points": deal.earned})

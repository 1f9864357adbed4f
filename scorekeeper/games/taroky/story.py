"""What a row of the sheet tells of a deal or a renonc: "pref. 2 · Karel 50 · flek · trul Eva"."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.games.taroky.entries import (
    Deal,
    Flek,
    FlekItem,
    Pagat,
    Renonc,
    Standing,
    Valat,
    playing,
    resting,
)
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
        return (*_deal(entry, before), *_pauses(entry, before))
    if isinstance(entry, Renonc):
        return (*_renonc(entry, before, house), *_pauses(entry, before))
    return ()


def promises(deal: Deal, before: Standing) -> Iterator[Notice]:
    """What became of a pagát and a valát: declared or silent, made or lost."""
    if deal.pagat:
        yield Notice(_pagat(deal, deal.pagat), (deal.pagat.seat,))
    if deal.valat:
        ours = deal.valat.side == "declarer"
        side = tuple(seat for seat in playing(deal, before) if (seat in deal.side) == ours)
        yield Notice(_valat(deal.valat), side)


def _pagat(deal: Deal, pagat: Pagat) -> str:
    if deal.declares_pagat:
        return "pagat" if pagat.made else "pagat-lost"
    return "pagat-silent" if pagat.made else "pagat-silent-lost"


def _valat(valat: Valat) -> str:
    """A silent valát is always made; one that is not made is none."""
    if not valat.declared:
        return "valat-silent"
    return "valat" if valat.made else "valat-lost"


def _renonc(entry: Renonc, before: Standing, house: HouseRules) -> Iterator[Notice]:
    """The offence, with what makes it dearer: the flek, or all that counts of a deal lost by it."""
    yield Notice(RENONC[house.renonc_penalty], (entry.seat,), {"rule": entry.rule})
    if entry.flek:
        yield _flek("game", entry.flek)
    if house.renonc_penalty == "deal-lost" and entry.deal is not None:
        yield from _deal(replace(entry.deal, points=None), before)
        yield from promises(entry.deal, before)


def _deal(deal: Deal, before: Standing) -> Iterator[Notice]:
    """The contract, who played it with how many points, fleks and announcements."""
    yield Notice("contract", (), {"contract": f"short-{_contract(deal)}"})
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


def _flek(item: FlekItem, flek: Flek) -> Notice:
    return Notice("flek" if item == "game" else "flek-on", (), {"flek": flek, "item": item})


def _contract(deal: Deal) -> str:
    """What a deal is called in short: its contract, or which preferanc it was."""
    named = deal.contract == "preferanc" or deal.way in ("varsava", "folded")
    return deal.way if named and deal.way else deal.contract


def _players(deal: Deal, before: Standing) -> Iterator[Notice]:
    """Who played, and with how many points if they are known; in a Varšava all for themselves."""
    side = tuple(sorted(deal.side))
    if isinstance(deal.points, tuple):
        points = {seat: deal.points[seat] for seat in playing(deal, before)}
        yield Notice("piles", (), {"points": points})
    elif deal.way not in ("varsava", "folded"):
        if deal.way == "quiet-solo":
            yield Notice("quiet-solo")
        known = deal.earned is not None
        yield Notice("played", side, {"points": deal.earned}) if known else Notice("side", side)

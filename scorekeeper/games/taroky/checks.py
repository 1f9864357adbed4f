"""What is refused in Taroky and why, before it is written (rules document, section 12)."""

from dataclasses import replace

from scorekeeper.games.taroky.entries import HALF, SEATS, Deal, Paper, Renonc, Standing, playing
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.announcements import clash, doubled
from scorekeeper.games.taroky.referee.counting import total_of_piles
from scorekeeper.sheet import Entry, Facts, Refusal, is_begun


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken, or None (section 12)."""
    if isinstance(entry, Deal):
        seats = playing(entry, standing)
        checks = (_check_table, _check_contract, _check_partner, _check_announcements)
        for each in (*checks, _check_pagat, _check_valat, _check_fleks):
            if refusal := each(entry, seats):
                return refusal
        return _check_points(entry, seats, table=len(standing.totals))
    if isinstance(entry, Renonc):
        return _check_renonc(entry, standing, house)
    return _check_paper(entry, standing) if isinstance(entry, Paper) else None


def _check_paper(entry: Paper, standing: Standing) -> Refusal | None:
    if is_begun(standing):
        return Refusal("taroky.settle.paper.late", "type")
    if len(entry.points) != len(standing.totals):
        return Refusal("taroky.settle.paper.seats", "points", {"n": len(entry.points)})
    if total := sum(entry.points):
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
    allowed = deal.ways
    if deal.way is None and deal.contract in ("zakladni", "druha"):
        return Refusal("taroky.contract.partner.missing", "partner")
    if deal.way is None and allowed:
        return Refusal("taroky.contract.variant.missing", "variant")
    if deal.way is not None and deal.way not in allowed:
        return Refusal("taroky.contract.variant", "variant")
    if deal.called and (not allowed or deal.contract == "preferanc" or deal.way == "varsava"):
        return Refusal("taroky.call.none", "called")
    return None


def _check_partner(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if deal.partner == deal.declarer:
        return Refusal("taroky.contract.partner.self", "partner", {"seat": deal.declarer})
    if deal.way == "normal" and deal.partner is None:
        return Refusal("taroky.contract.partner.missing", "partner")
    if deal.partner is not None and deal.alone:
        return Refusal("taroky.contract.partner.alone", "partner", {"seat": deal.declarer})
    if deal.partner is not None and deal.partner not in seats:
        return Refusal("taroky.table.partner", "partner", {"seat": deal.partner})
    return None


def _check_announcements(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    announced = {seat: each for seat, each in deal.announcements.items() if each}
    if announced and deal.way in ("varsava", "folded"):
        return Refusal("taroky.varsava.no-announcements", "announcements")
    for seat, each in announced.items():
        if twice := doubled(each):
            facts = {"seat": seat, "large": twice[0], "small": twice[1]}
            return Refusal("taroky.announce.combine", "announcements", facts)
    if between := clash(announced):
        return Refusal("taroky.announce.possible", "announcements", {"seats": between})
    return None


def _check_pagat(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    pagat = deal.pagat
    if deal.contract == "druha":
        if pagat is None:
            return Refusal("taroky.pagat.druha", "pagat", {"seat": deal.declarer})
        if pagat.seat != deal.declarer:
            return Refusal("taroky.pagat.druha.owner", "pagat", {"seat": deal.declarer})
    if pagat and deal.way in ("varsava", "folded"):
        return Refusal("taroky.pagat.none", "pagat")
    if pagat and pagat.seat not in seats:
        return Refusal("taroky.table.pagat", "pagat", {"seat": pagat.seat})
    return None


def _check_valat(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if deal.valat is None:
        return None
    if deal.way in ("varsava", "folded"):
        return Refusal("taroky.valat.none", "valat")
    if not deal.valat.declared and not deal.valat.made:
        return Refusal("taroky.valat.silent-failed", "valat")
    return None


def _check_fleks(deal: Deal, seats: tuple[int, ...]) -> Refusal | None:
    if deal.fleks and deal.way in ("varsava", "folded"):
        return Refusal("taroky.flek.what.none", "fleks")
    promised = deal.contract == "druha" or (deal.pagat is not None and deal.pagat.declared)
    if "pagat" in deal.fleks and not promised:
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
    if not isinstance(deal.points, tuple):
        return Refusal("taroky.points.four", "points")
    absent = [p for seat, p in enumerate(deal.points) if seat not in seats]
    if len(deal.points) != table or any(absent):
        return Refusal("taroky.points.four", "points")
    total = sum(deal.points)
    right = (69, 70, 71) if deal.piles is None else _pile_total(deal.piles, table)
    if not right:
        return Refusal("taroky.points.pile-sizes", "piles", {"n": sum(deal.piles or ())})
    if total not in right:
        facts: Facts = {"sum": total, "right": " / ".join(map(str, right))}
        return Refusal("taroky.points.sum", "points", facts)
    return None


def _pile_total(piles: tuple[int, ...], table: int) -> tuple[int, ...]:
    if len(piles) != table or sum(piles) != 54:
        return ()
    return (total_of_piles(piles),)


def _check_renonc(entry: Renonc, standing: Standing, house: HouseRules) -> Refusal | None:
    if house.renonc_penalty != "deal-lost":
        return None
    if entry.deal is None:
        return Refusal("taroky.renonc.deal", "deal")
    if entry.deal.way == "varsava":
        return None
    played = replace(entry.deal, points=HALF)
    refusal = check(played, standing, house)
    return refusal and replace(refusal, field=f"deal.{refusal.field}")

"""The score of Taroky: a deal as a sum of reasons, between every two players who settle.

Rules: taroky.settle.* (rules document, section 11). Each reason is an amount between a player of
the declarer's side and one of the others, so every line, and every deal, sums to 0. Ceiling
and rounding work on the sum of that amount, before it is multiplied by the players: what one pays
the other gets, whatever the tariff.

With a pot, taroky.pot.* (section 14), players and pot together always have nothing. What one side
wins of the other is settled between the players as ever; the pagát, a Varšava and a renonc are
settled with the pot. Shares are whole points: what does not divide stays where it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.core import arithmetic, sheet
from scorekeeper.core.arithmetic import GETS, PAYS, Account, Term, Terms, shared, times, value
from scorekeeper.core.game import Stake
from scorekeeper.core.schema import Json, Seat, copy_with
from scorekeeper.games.taroky import entries
from scorekeeper.games.taroky.entries import Deal, Paper, Renonc, Standing
from scorekeeper.games.taroky.house_rules import TOTAL, HouseRules, Tariff
from scorekeeper.games.taroky.statistics import promises


@dataclass(frozen=True)
class Reason:
    """An amount that each opponent pays each of the declarer's side; the other way if the sign is
    below 0.
    """

    rule: str
    sign: int
    terms: Terms
    facts: sheet.Facts

    @property
    def amount(self) -> int:
        return self.sign * value(self.terms)


def reasons_of(deal: Deal, house: HouseRules) -> Iterator[Reason]:
    """Why a deal costs what it costs, as seen from the declarer's side."""
    tariff, points = house.tariff, deal.earned
    assert points is not None
    rate, flek = tariff.rate(deal.contract, deal.way), deal.fleks.get("game")
    sign, above = difference(deal, points, tariff)
    facts = {"points": points, "n": value(above), "rate": rate, "factor": entries.FACTORS[flek]}
    name = tariff.rate_name(deal.contract, deal.way)
    terms = (*above, *times(rate, name), *_flekked(flek))
    settled = "taroky.settle.base" if sign else "taroky.settle.draw"
    rule = "taroky.pot.valat" if tariff.pot and deal.valat is not None else settled
    yield Reason(rule, sign, terms, facts)
    if not tariff.pot:
        yield from _pagat(deal, tariff)
        yield from _valat(deal, tariff)
    yield from _announcements(deal, points, house)


def _flekked(flek: entries.Flek | None) -> Terms:
    return times(entries.FACTORS[flek], flek or "")


def _pagat(deal: Deal, tariff: Tariff) -> Iterator[Reason]:
    """±10 declared with its flek, ±5 silent, always; a druha declares it by contract."""
    if (pagat := deal.pagat) is None:
        return
    declared, flek = deal.declares_pagat, deal.fleks.get("pagat")
    silent = (Term(tariff.pagat_silent),)
    worth = (Term(tariff.pagat_declared), *_flekked(flek)) if declared else silent
    sign = 1 if pagat.made == (pagat.seat in deal.side) else -1
    failed = "taroky.pagat.failed" if declared else "taroky.pagat.silent-failed"
    rule = "taroky.settle.pagat" if pagat.made else failed
    facts = {"seat": pagat.seat, "n": value(worth), "factor": entries.FACTORS[flek]}
    yield Reason(rule, sign, worth, facts)


def _valat(deal: Deal, tariff: Tariff) -> Iterator[Reason]:
    """±20 declared with its flek, +10 silent, always."""
    if (valat := deal.valat) is None:
        return
    flek = deal.fleks.get("valat")
    gets, worth = _valat_terms(valat, flek, tariff)
    facts = {"n": value(worth), "factor": entries.FACTORS[flek]}
    sign = gets if valat.side == "declarer" else -gets
    yield Reason("taroky.settle.valat", sign, worth, facts)


def _valat_terms(
    valat: entries.Valat, flek: entries.Flek | None, tariff: Tariff
) -> tuple[int, Terms]:
    """Whether a valát brings its side something (1) or costs it (−1), and how much."""
    if valat.declared:
        return 1 if valat.made else -1, (Term(tariff.valat_declared), *_flekked(flek))
    return 1, (Term(tariff.valat_silent if valat.made else 0),)


def valat_worth(valat: entries.Valat, flek: entries.Flek | None, tariff: Tariff) -> int:
    """What a valát brings its side: ±20 declared with its flek, 10 silent, nothing if it failed.

    >>> valat_worth(entries.Valat("opponents", declared=True, made=False), "flek", Tariff())
    -40
    """
    sign, terms = _valat_terms(valat, flek, tariff)
    return sign * value(terms)


def _announcements(deal: Deal, points: int, house: HouseRules) -> Iterator[Reason]:
    """Small 5, large 10: for the side that won; honéry for its side always."""
    for seat, announced in sorted(deal.announcements.items()):
        ours = seat in deal.side
        for one in sorted(announced):
            worth = house.tariff.small if one in entries.SMALL else house.tariff.large
            why = why_counted(one, points if ours else TOTAL - points, house)
            terms = (Term(worth), Term(int(why in COUNTED), "*", why))
            facts = {"seat": seat, "n": worth}
            yield Reason(f"taroky.announce.{one}", 1 if ours else -1, terms, facts)


COUNTED = ("won", "always", "always-with-pot")
"""Why an announcement counts."""


def why_counted(announcement: entries.Announcement, points: int, house: HouseRules) -> str:
    """Why an announcement counts for a side with so many points, or why not (`lost`, `draw`)."""
    if points > entries.HALF:
        return "won"
    if house.tariff.pot:
        return "always-with-pot"
    if points == entries.HALF and not house.honours_in_draw:
        return "draw"
    always = entries.HONOURS if house.honours_always == "all-honours" else ("honery",)
    if announcement in always:
        return "always"
    return "draw" if points == entries.HALF else "lost"


def adjusted(amount: int, tariff: Tariff) -> Iterator[Reason]:
    """What rounding and the ceiling change about the amount between two players."""
    sign, size = (1 if amount > 0 else -1), abs(amount)
    rounded = -(-size // tariff.rounding) * tariff.rounding
    if rounded != size:
        terms = (Term(rounded, word="rounded"), Term(size, "-"))
        yield Reason("taroky.settle.rounding", sign, terms, {"n": tariff.rounding})
    most = tariff.ceiling - tariff.ceiling % tariff.rounding
    if tariff.ceiling and rounded > most:
        terms = (Term(rounded), Term(most, "-", "ceiling"))
        yield Reason("taroky.settle.ceiling", -sign, terms, {"n": most})


ANTE = "taroky.pot.ante"


def with_antes(
    lines: tuple[sheet.Line, ...], standing: Standing, house: HouseRules
) -> tuple[sheet.Line, ...]:
    """The lines with what everybody puts in: before the first deal, and if it is empty."""
    before = () if standing.pot else _ante(standing, house)
    left = (standing.pot or 0) - sum(sum(line.points) for line in (*before, *lines))
    return (*before, *lines, *(() if left else _ante(standing, house)))


def difference(deal: Deal, points: int, tariff: Tariff) -> tuple[int, Terms]:
    """For whom the difference of points counts (1: the declarer's side, 0: nobody), and what it is.

    With a pot all tricks count 70, promised and made twice that. Who promised all tricks and missed
    loses 70, whatever the points. Fleks on a valát multiply it.
    """
    if not tariff.pot or (valat := deal.valat) is None:
        more, less = max(points, entries.HALF), min(points, entries.HALF)
        return (points > entries.HALF) - (points < entries.HALF), (Term(more), Term(less, "-"))
    flek = _flekked(deal.fleks.get("valat")) if valat.declared else ()
    twice = times(2 if valat.declared and valat.made else 1, "promised")
    sign = 1 if valat.made == (valat.side == "declarer") else -1
    return sign, (Term(TOTAL), *twice, *flek)


def pagat_lines(
    deal: Deal, standing: Standing, house: HouseRules, seats: tuple[int, ...]
) -> Iterator[sheet.Line]:
    """What the pagát's side gets from the pot or pays into it, and with a flek the other side."""
    if (pagat := deal.pagat) is None:
        return
    declared = deal.declares_pagat
    if not declared and not pagat.made:
        return
    # What lies in it while the deal is played; struck rows may have left less than nothing.
    pot = Term(max(0, standing.pot or house.ante * len(standing.totals)))
    flek = deal.fleks.get("pagat")
    factor = entries.FACTORS[flek]
    whole = (pot, *times(factor, flek or "")) if declared else shared((pot,), 2, "half")
    own = deal.side if pagat.seat in deal.side else frozenset(seats) - deal.side
    others = frozenset(seats) - own
    made, failed = (GETS, (PAYS,)) if pagat.made else ((PAYS,), GETS)
    shares = dict.fromkeys(own, (*shared(whole, len(own), "each")[1:], *made))
    if factor > 1:
        against = (pot, *times(factor - 1 if pagat.made else 1, "against"))
        shares |= dict.fromkeys(others, (*shared(against, len(others), "each")[1:], *failed))
    account = Account(shares, (pot,), "in-pot")
    facts = {"seat": pagat.seat, "n": value(whole), "factor": factor}
    yield sheet.Line.of("taroky.pot.pagat", len(standing.totals), account, facts)


def varsava_line(deal: Deal, seats: tuple[int, ...], table: int) -> sheet.Line:
    """Everybody pays his points into the pot, twice as many for each player without any."""
    points = deal.points
    assert isinstance(points, tuple)
    factor = 2 ** sum(points[seat] == 0 for seat in seats)
    pays = (*times(factor, "no-points"), PAYS)
    account = Account({seat: (Term(points[seat]), *pays) for seat in seats})
    facts = {"points": list(points), "factor": factor}
    return sheet.Line.of("taroky.pot.varsava", table, account, facts)


def _ante(standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    if not house.ante:
        return ()
    seats = len(standing.totals)
    account = Account(dict.fromkeys(range(seats), (PAYS,)), (Term(house.ante),), "to-pot")
    return (sheet.Line.of(ANTE, seats, account, {"n": house.ante}),)


LOST_BY = 10
"""The difference by which a deal is settled as lost for a renonc (section 10)."""


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    pot = 0 if house.tariff.pot else None
    return Standing(totals=(0,) * players, dealer=dealer, next=("deal", "renonc"), pot=pot)


def score(entry: sheet.Entry, standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    """The lines of an entry: points per seat, each line and their sum zero-sum."""
    return sheet.counted(explain(entry, standing, house))


def explain(entry: sheet.Entry, standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    """The lines of an entry, and those of what was announced and counts for nothing."""
    if isinstance(entry, Paper):
        return (sheet.paper_line(entry),)
    lines: tuple[sheet.Line, ...] = ()
    if isinstance(entry, Deal):
        lines = explain_deal(entry, standing, house)
    elif isinstance(entry, Renonc):
        lines = _explain_renonc(entry, standing, house)
    return with_antes(lines, standing, house) if house.tariff.pot else lines


def after(
    standing: Standing, entry: sheet.Entry, lines: tuple[sheet.Line, ...], house: HouseRules
) -> Standing:
    """The standing that follows when `lines` are written; a folded deal passes on the deal too."""
    if isinstance(entry, Paper):
        return _with_pot(sheet.with_paper(standing, entry, lines), lines)
    deal: sheet.Entry | None = entry
    dealt = isinstance(entry, Deal)
    if isinstance(entry, Renonc):
        # One that ends a deal passes on the deal; after a misdeal the same dealer deals anew.
        ends = house.renonc_penalty in ("deal-lost", "void")
        deal, dealt = entry.deal, ends and entry.rule not in entries.MISDEALS
    dealer = deal.dealer if isinstance(deal, Deal) else None
    return copy_with(
        _with_pot(sheet.with_lines(standing, entry, lines), lines),
        dealer=((standing.dealer if dealer is None else dealer) + dealt) % len(standing.totals),
        milestones=tuple(promises(entry, standing)) if isinstance(entry, Deal) else (),
    )


def reseat(fresh: Standing, places: sheet.Places, before: Standing, house: HouseRules) -> Standing:
    """The standing of another company: of five or six some pause, as from the beginning."""
    return copy_with(fresh, pot=before.pot)


def _with_pot(standing: Standing, lines: tuple[sheet.Line, ...]) -> Standing:
    if standing.pot is None:
        return standing
    left = standing.pot - sum(sum(line.points) for line in lines)
    return copy_with(standing, pot=left, notices=(sheet.Notice("pot", facts={"n": left}),))


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it (`expect.state`): who deals next, and the předák."""
    forehand = (standing.dealer + 1) % len(standing.totals)
    pot = {} if standing.pot is None else {"pot": standing.pot}
    return {"dealer": standing.dealer, "forehand": forehand, **pot}


def preset(type: str, standing: Standing, house: HouseRules) -> Mapping[str, Json]:
    """What a new deal usually is: the předák plays the first contract and calls XIX."""
    if type != "deal":
        return {}
    pausing = Deal.pausing_next(standing)
    first, dealer = entries.playing(Deal(declarer=Seat(0)), standing)[0], standing.dealer
    pauses = {"pausing": sorted(pausing)} if pausing else {}
    return {"dealer": dealer, "declarer": first, "contract": "zakladni", "called": "XIX", **pauses}


def stake(house: HouseRules) -> Stake | None:
    """The worth of a point, or None if the tariff does not play for money."""
    tariff = house.tariff
    return Stake(tariff.point, tariff.currency) if tariff.point else None


def explain_deal(deal: Deal, standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    """The lines of a deal that `check` has let pass (taroky.settle).

    What is worth nothing does not count, but the first one always says how the game ended.
    """
    if deal.way == "folded":
        return ()
    seats, table, pot = entries.playing(deal, standing), len(standing.totals), house.tariff.pot
    if deal.way == "varsava":
        played = varsava_line(deal, seats, table) if pot else _varsava(deal, seats, table, house)
        return (played,)
    reasons = tuple(reasons_of(deal, house))
    due = sum(reason.amount for reason in reasons)
    between = (
        sheet.Line.of(r.rule, table, _account(r, deal, seats, r is reasons[0]), r.facts)
        for r in (*reasons, *adjusted(due, house.tariff))
    )
    return (*between, *(pagat_lines(deal, standing, house, seats) if pot else ()))


def _account(reason: Reason, deal: Deal, seats: tuple[int, ...], first: bool) -> Account:
    """What each seat makes of a reason: two against two ±1, one against three 3 and −1."""
    against = [seat for seat in seats if seat not in deal.side]
    mine = times(len(against) // len(deal.side), "players")
    wins = reason.sign > 0
    gets, pays = (GETS, (PAYS,)) if wins else ((PAYS,), GETS)
    shares = {**dict.fromkeys(deal.side, (*mine, *gets)), **dict.fromkeys(against, pays)}
    each: arithmetic.Unit = "" if not mine else "from-each" if wins else "to-each"
    return Account(shares, reason.terms, each, counted=first or bool(reason.amount))


def _varsava(deal: Deal, seats: tuple[int, ...], table: int, house: HouseRules) -> sheet.Line:
    """Whoever has most points pays each player who has not (taroky.settle.varsava)."""
    points = deal.points
    assert isinstance(points, tuple)
    most = max(points[seat] for seat in seats)
    losers = [seat for seat in seats if points[seat] == most]
    due = {s: _due(most, points[s], house) for s in seats if s not in losers}
    figures = [("", value(terms)) for terms in due.values()]
    paid = arithmetic.negated(arithmetic.total(figures)) if due else ()
    shares = {seat: (*terms, *times(len(losers), "losers")) for seat, terms in due.items()}
    account = Account({**shares, **dict.fromkeys(losers, paid)})
    return sheet.Line.of("taroky.settle.varsava", table, account, {"points": list(points)})


def _due(most: int, points: int, house: HouseRules) -> Terms:
    """What a player with fewer points than the `most` gets of each who has those."""
    fixed = house.varsava_pays
    terms = (Term(most), Term(points, "-")) if fixed == "difference" else (Term(int(fixed)),)
    changes = adjusted(value(terms), house.tariff)
    signs: Mapping[int, arithmetic.Operator] = {1: "+", -1: "-"}
    return (*terms, *(Term(value(c.terms), signs[c.sign], "adjusted") for c in changes))


def _explain_renonc(entry: Renonc, standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    """The lines of a renonc by the house rule (section 10)."""
    if house.renonc_penalty == "points":
        return (_pays(entry, standing, house),)
    if house.renonc_penalty == "deal-lost" and entry.deal is not None:
        if entry.deal.way == "varsava":
            return (_pays_each(entry, standing, (Term(LOST_BY),)),)
        return explain_deal(_lost(entry.deal, entry.seat), standing, house)
    return ()


def _pays(entry: Renonc, standing: Standing, house: HouseRules) -> sheet.Line:
    """The line of an offender who pays: into the pot if there is one, else each other player."""
    tariff = house.tariff
    if not tariff.pot and tariff.renonc:
        return _pays_each(entry, standing, (Term(tariff.renonc), *_flekked(entry.flek)))
    if not tariff.pot:
        return _pays_each(entry, standing, (Term(house.renonc_points),))
    account = Account({entry.seat: (PAYS,)}, (Term(tariff.renonc),), "to-pot")
    facts = {"n": tariff.renonc}
    return sheet.Line.of("taroky.pot.renonc", len(standing.totals), account, facts)


def _pays_each(entry: Renonc, standing: Standing, points: Terms) -> sheet.Line:
    """The line of an offender who pays `points` to each of the other three who play."""
    others = set(range(len(standing.totals))) - entry.absent(standing) - {entry.seat}
    shares = dict.fromkeys(others, GETS)
    shares[entry.seat] = (*times(len(others), "others"), PAYS)
    account, facts = Account(shares, points, "to-each"), {"n": value(points)}
    return sheet.Line.of(entry.rule, len(standing.totals), account, facts)


def _lost(deal: Deal, offender: int) -> Deal:
    """A deal settled as lost by the offender's side; only the others' announcements count."""
    ours = offender in deal.side
    others = {s: said for s, said in deal.announcements.items() if (s in deal.side) != ours}
    points = entries.HALF - LOST_BY if ours else entries.HALF + LOST_BY
    return copy_with(deal, points=points, counted_side="declarer", announcements=others)

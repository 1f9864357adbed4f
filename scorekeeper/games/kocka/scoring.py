"""The score of Černá kočka: what an entry is worth, and where the match stands after it.

Rules: kocka.round.* (source 1f, 3, 5), kocka.game.* (1g, 2, 4, 5).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from scorekeeper.core import sheet
from scorekeeper.core.arithmetic import Account
from scorekeeper.core.schema import Json, copy_with
from scorekeeper.core.sheet import Entry, Line, Notice, typed_line
from scorekeeper.games.kocka import entries
from scorekeeper.games.kocka.entries import NO_TRICK, ROUND, SEATS, Renonc, Round, Standing
from scorekeeper.games.kocka.house_rules import HouseRules

END = 100
DOKLADACKA = 50
MILESTONES = (("pivovar", 71), ("seliko", 90))
"""Names of standing above so many points (source 5)."""


@dataclass(frozen=True)
class Effects:
    """What a change of the totals sets off (kocka.game.end, .barrage, .dokladacka)."""

    dokladacka: bool = False
    loser: int | None = None
    barrage: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.loser is not None


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    return Standing(totals=(0,) * players, dealer=dealer, next=("round", "renonc"))


def score(entry: Entry, standing: Standing, house: HouseRules) -> tuple[Line, ...]:
    """The lines of an entry: penalty points per seat with the rule that gives them."""
    match entry:
        case Round():
            return score_round(entry)
        case entries.Barrage():
            return (typed_line("kocka.game.barrage", SEATS, entry.points),)
        case Renonc(points=int(points)):
            return (typed_line(entry.rule, SEATS, {entry.seat: points}),)
        case entries.Paper():
            return (sheet.paper_line(entry),)
    return ()


def reseat(fresh: Standing, places: sheet.Places, before: Standing, house: HouseRules) -> Standing:
    """The standing of the same four in another order: what is a player's goes along."""
    now = {place[1]: seat for seat, place in enumerate(places) if place}
    goes_on = copy_with(
        before,
        totals=fresh.totals,
        dealer=fresh.dealer,
        milestones=(),
        dokladackas=tuple(now[seat] for seat in before.dokladackas),
        barrage=tuple(sorted(now[seat] for seat in before.barrage)),
        voids=tuple(now[seat] for seat in before.voids),
        loser=None if before.loser is None else now[before.loser],
    )
    return copy_with(goes_on, notices=_notices(goes_on, house))


def after(standing: Standing, entry: Entry, lines: tuple[Line, ...], house: HouseRules) -> Standing:
    """The standing that follows when `lines` are written for `entry`."""
    if isinstance(entry, entries.Paper):
        goes_on = copy_with(sheet.with_paper(standing, entry, lines), due=entry.due)
        return copy_with(goes_on, next=_next(goes_on, house), notices=_notices(goes_on, house))
    decided = _decided(sheet.with_lines(standing, entry, lines), entry, standing.totals, house)
    # Where cards were dealt the deal passes left (kocka.deal).
    void = isinstance(entry, Renonc) and entry.points is None
    dealt = void or not isinstance(entry, Renonc | entries.SkipDokladacka)
    return copy_with(
        decided,
        dealer=(standing.dealer + dealt) % SEATS,
        next=_next(decided, house),
        milestones=tuple(_milestones(entry, standing.totals, decided.totals)),
        notices=_notices(decided, house),
    )


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it (`expect.state`)."""
    return {
        "over": standing.over,
        "loser": standing.loser,
        "barrage": list(standing.barrage),
        "dokladacka": standing.due,
        "dokladackas": list(standing.dokladackas),
        "rounds_bought": list(standing.bought),
    }


def effects_of(before: tuple[int, ...], after: tuple[int, ...]) -> Effects:
    """What falls due when totals (points per seat) change from `before` to `after`.

    The game ends when somebody stands at 100 or more; who shares the highest total plays a barrage,
    in which only they count. A dokládačka is due when somebody stands at 50 or more and before
    nobody did.

    >>> effects_of((40, 0, 0, 0), (55, 13, 0, 0)).dokladacka
    True
    >>> effects_of((90, 95, 0, 0), (104, 104, 5, 0)).barrage
    (0, 1)
    """
    if max(before) >= END:
        return decided_among(highest(before), after)
    if max(after) >= END:
        return decided_among(range(SEATS), after)
    return Effects(dokladacka=max(before) < DOKLADACKA <= max(after))


def highest(totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def decided_among(seats: Iterable[int], totals: Sequence[int]) -> Effects:
    """Who of some seats lost by the totals, or those who share the most and play on."""
    rivals = tuple(seats)
    most = max(totals[seat] for seat in rivals)
    left = tuple(seat for seat in rivals if totals[seat] == most)
    return Effects(barrage=left) if len(left) > 1 else Effects(loser=left[0])


def score_round(entry: Round) -> tuple[Line, ...]:
    """The lines of a round that `check` has let pass."""
    if entry.durch is not None:
        others = {seat: NO_TRICK for seat in range(SEATS) if seat != entry.durch}
        durch = typed_line("kocka.round.durch", SEATS, {entry.durch: -ROUND})
        return (durch, typed_line("kocka.round.no-trick", SEATS, others))
    if entry.durch_caught is not None:
        return (typed_line("kocka.round.durch-caught", SEATS, {entry.durch_caught: ROUND}),)
    line = Line.of("kocka.points", SEATS, Account(dict(enumerate(entry.reckoned))))
    if not entry.without:
        return (line,)
    bonus = dict.fromkeys(entry.without, NO_TRICK)
    return (line, typed_line("kocka.round.no-trick", SEATS, bonus))


def round_points(entry: Round) -> list[int]:
    """What each seat gets of a round."""
    return list(sheet.sum_of(score_round(entry), SEATS))


def _decided(now: Standing, entry: Entry, before: tuple[int, ...], house: HouseRules) -> Standing:
    """What an entry sets off: the end, a barrage, a dokládačka, or a round of drinks."""
    # Agreed points belong to the round of the barrage, which is still to be written: it decides.
    agreed = isinstance(entry, Renonc) and entry.points is not None
    match entry:
        case _ if now.over or (now.barrage and agreed):
            return now
        case entries.Dokladacka():
            return copy_with(now, due=False, dokladackas=(*now.dokladackas, entry.loser))
        case entries.SkipDokladacka():
            return copy_with(now, due=False)
        case Renonc(points=None):
            return copy_with(now, voids=(*now.voids, entry.seat))
        case _ if now.barrage:
            # Only those in it can lose; equal again, they play on (kocka.game.barrage).
            what = decided_among(now.barrage, now.totals)
            return copy_with(now, barrage=what.barrage, over=what.over, loser=what.loser)
    if now.due and house.dokladacka == "optional" and isinstance(entry, Round):
        now = copy_with(now, due=False)
    what = effects_of(before, now.totals)
    due = now.due or (what.dokladacka and house.dokladacka != "off")
    return copy_with(
        now,
        due=due and not what.over and not what.barrage,
        over=what.over,
        loser=what.loser,
        barrage=what.barrage,
    )


def _next(now: Standing, house: HouseRules) -> tuple[str, ...]:
    """The types of entry that may be written now, the usual one first."""
    if now.over:
        return ()
    if now.barrage:
        return ("barrage", "renonc")
    if now.due:
        due = ("dokladacka", "skip-dokladacka", "renonc")
        return (*due, "round") if house.dokladacka == "optional" else due
    return ("round", "renonc")


def _milestones(entry: Entry, before: tuple[int, ...], totals: tuple[int, ...]) -> Iterator[Notice]:
    """Milestones that an entry reached (source 5)."""
    match entry:
        case Round(durch=int(seat)):
            yield Notice("durch", (seat,), weight="rare")
        case Round(durch_caught=int(seat)):
            yield Notice("durch-caught", (seat,), weight="rare")
        case Round(took_all=int(seat)):
            yield Notice("vagon", (seat,))
        case entries.Dokladacka():
            yield Notice("dokladacka-lost", (entry.loser,))
    if isinstance(entry, Round) and entry.milestones:
        yield from (Notice(id) for id in get_args(entries.Milestone) if id in entry.milestones)
    for name, points in MILESTONES:
        above = (seat for seat in range(SEATS) if before[seat] <= points < totals[seat])
        yield from (Notice(name, (seat,)) for seat in above)


def _notices(now: Standing, house: HouseRules) -> tuple[Notice, ...]:
    if now.barrage:
        return (Notice("barrage", now.barrage),)
    if now.loser is not None:
        return (*_end(now, now.loser), *_pays(now, house))
    if now.due:
        reached = tuple(s for s, total in enumerate(now.totals) if total >= DOKLADACKA)
        return (Notice("dokladacka", reached),)
    return ()


def _end(now: Standing, loser: int) -> tuple[Notice, ...]:
    """Who lost; a dabl or tripl for who lost one or more dokládačkas too (source 5)."""
    over = Notice("over", (loser,), {"n": now.totals[loser]})
    lost = now.dokladackas.count(loser)
    return (over, Notice("tripl" if lost > 1 else "dabl", (loser,))) if lost else (over,)


def _pays(now: Standing, house: HouseRules) -> Iterator[Notice]:
    """Who buys how many rounds, and for what: a drink for each player, the buyer too (source 4)."""
    price = house.stake_price * SEATS
    bill = {"stake": house.stake, "currency": house.currency}
    payers = (
        ("for-dokladacka", now.dokladackas),
        ("for-renonc", now.voids),
        ("for-game", (now.loser,)),
    )
    for seat, n in enumerate(now.bought):
        if n:
            why = tuple(reason for reason, seats in payers if seat in seats)
            yield Notice("pays", (seat,), {**bill, "n": n, "money": n * price, "why": why})

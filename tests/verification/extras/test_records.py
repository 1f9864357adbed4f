"""Statistics and records of a season, recounted; and what corrections, seasons and memory do."""

from collections import Counter
from datetime import UTC
from functools import cache
from typing import NamedTuple

import pytest

from scorekeeper.extras.group.evenings import played
from scorekeeper.extras.group.records.stats import (
    group_stats,
)
from scorekeeper.extras.group.records.summary import (
    BOUGHT,
    ENTRIES,
    LOST,
    MATCHES,
    PLAYED,
    POINTS,
    WON,
    Key,
)
from scorekeeper.games import GAMES
from tests.extras.group import recount
from tests.extras.group.recount import by_match, runs
from tests.extras.group.season import season as play
from tests.extras.group.season import summarise


class RowRef(NamedTuple):
    match: str
    row: int


EACH = pytest.mark.parametrize("game", GAMES)


@cache
def season():
    return play()


@cache
def told():
    return summarise(played(season().group, season().played, UTC))


@cache
def book():
    return group_stats(told())


@cache
def deals(game):
    return [deal for deal in recount.deals(season()) if deal.game == game]


def accounts(game):
    return book()[game].accounts


def tallied(game, key):
    found = {member: account.get(key).n for member, account in accounts(game).items()}
    return {member: n for member, n in found.items() if n}


def known(found):
    return {member: n for member, n in found.items() if n and member is not None}


def stat(id):
    return Key("stat", id)


# --- any game ------------------------------------------------------------------------------------


@EACH
def test_points_are_those_of_every_row_that_counts(game):
    found = Counter()
    for deal in deals(game):
        for who, points in zip(deal.who, deal.points, strict=True):
            found[who] += points
    assert tallied(game, POINTS) == known(found)


@EACH
def test_matches_and_entries_are_those_one_had_a_part_in(game):
    matches, entries = Counter[int | None](), Counter[int | None]()
    for _, group in by_match(deals(game)):
        present = {who for deal in group for who in deal.who}
        matches.update(present)
    counted = {entry.type for entry in GAMES[game].entries if entry.numbered}
    for deal in deals(game):
        if deal.entry["type"] in counted:
            entries.update(w for s, w in enumerate(deal.who) if s not in pausing(deal))
    assert sum(tallied(game, MATCHES).values()) <= sum(known(matches).values())
    assert tallied(game, ENTRIES) == known(entries)


def pausing(deal):
    """Of five or six at a table of Taroky those whom the deal names do not play."""
    return set(deal.entry.get("pausing", []))


def results(game):
    """Of each deal that was won or lost: seat → place, who won, who lost (seats)."""
    found = []
    for _, group in by_match(deals(game)):
        totals = [0] * 4
        for deal in group:
            if game == "kocka":
                totals = [a + b for a, b in zip(totals, deal.points, strict=True)]
            if ended := RESULTS[game](deal, totals):
                found.append((deal, *ended))
                if game == "kocka":
                    break
    return found


def _kocka(deal, totals):  # type: ignore[no-untyped-def]
    """The first row with which one has most of all; a correction may put it before others."""
    rivals = deal.entry.get("points") if deal.entry["type"] == "barrage" else None
    seats = [int(seat) for seat in rivals] if isinstance(rivals, dict) else range(4)
    most = max(totals[seat] for seat in seats)
    losers = [seat for seat in seats if totals[seat] == most]
    if max(totals) < 100 or len(losers) > 1:
        return None
    (loser,) = losers
    places = {seat: sorted(totals).index(totals[seat]) + 1 for seat in range(4)} | {loser: 4}
    return places, {s for s, p in places.items() if p == 1}, {loser}


def _taroky(deal, totals):  # type: ignore[no-untyped-def]
    entry = deal.entry
    seats = set(range(len(deal.who))) - pausing(deal)
    if entry["type"] != "deal" or entry.get("variant") == "folded":
        return None
    if entry.get("variant") == "varsava":
        most = max(entry["points"])
        lost = {seat for seat in seats if entry["points"][seat] == most}
        return {s: 1 + (s in lost) for s in seats}, set(), lost
    side = {entry["declarer"]} | ({entry["partner"]} if entry.get("partner") is not None else set())
    won = side if entry["points"] > 35 else seats - side if entry["points"] < 35 else set()
    lost = seats - won if won else set()
    return {s: 1 + (s in lost) for s in seats}, won, lost


def _faraon(deal, totals):  # type: ignore[no-untyped-def]
    entry, seats = deal.entry, set(range(len(deal.who)))
    if entry["type"] != "game":
        return None
    order = entry.get("order")
    places = {s: order.index(s) if order else int(s == entry["loser"]) for s in seats}
    return places, seats - {entry["loser"]}, {entry["loser"]}


def _makao(deal, totals):  # type: ignore[no-untyped-def]
    out, seats = deal.entry.get("out", []), set(range(len(deal.who)))
    lost = set(deal.entry.get("lost", [])) or seats - set(out)
    return {s: out.index(s) if s in out else 9 * (s in lost) for s in seats}, set(), lost


def _durak(deal, totals):  # type: ignore[no-untyped-def]
    fool, seats = deal.entry.get("fool"), set(range(len(deal.who)))
    if fool is None:
        return {s: int(s in deal.entry["draw"]) for s in seats}, set(), set()
    return {s: int(s == fool) for s in seats}, seats - {fool}, {fool}


RESULTS = {"kocka": _kocka, "taroky": _taroky, "faraon": _faraon, "makao": _makao, "durak": _durak}


@EACH
def test_played_won_and_lost_and_the_streaks(game):
    ends = {}
    for deal, places, won, lost in results(game):
        for seat in places:
            ends.setdefault(deal.who[seat], []).append((seat in won, seat in lost))
    ends.pop(None, None)
    assert ends
    assert tallied(game, PLAYED) == {who: len(each) for who, each in ends.items()}
    for at, key in ((0, WON), (1, LOST)):
        sums = {who: sum(end[at] for end in each) for who, each in ends.items()}
        assert tallied(game, key) == {who: n for who, n in sums.items() if n}
    for who, each in ends.items():
        assert accounts(game)[who].longest_won == runs([won for won, _ in each])
        assert accounts(game)[who].longest_lost == runs([lost for _, lost in each])


@EACH
def test_offences_are_those_on_the_sheet(game):
    found = Counter()
    for deal in deals(game):
        if deal.entry["type"] in ("renonc", "pajchel"):
            found[deal.who[deal.entry["seat"]]] += 1
    sums = Counter()
    for member, account in accounts(game).items():
        sums[member] = sum(t.n for key, t in account.tallies.items() if key.kind == "offence")
    assert dict(+sums) == known(found)


# --- each game -----------------------------------------------------------------------------------


def test_what_kocka_counts():
    lost = recount.counted(season(), "kocka", "dokladacka", "loser")
    assert tallied("kocka", stat("dokladacka-lost")) == known(lost)
    for id, field in (("durch", "durch"), ("durch-caught", "durch_caught")):
        found = recount.counted(season(), "kocka", "round", field)
        assert tallied("kocka", stat(id)) == known(found)
    games, loses = recount.counted(season(), "kocka", "renonc", "seat"), Counter[int | None]()
    dabl, tripl = Counter[int | None](), Counter[int | None]()
    for deal, _, _, losers in results("kocka"):
        (loser,) = losers
        group = dict(by_match(deals("kocka")))[deal.match]
        n = sum(each.entry == {"type": "dokladacka", "loser": loser} for each in group)
        loses[deal.who[loser]] += 1
        dabl[deal.who[loser]] += n == 1
        tripl[deal.who[loser]] += n > 1
    assert tallied("kocka", stat("lost")) == known(loses)
    assert tallied("kocka", stat("dabl")) == known(dabl)
    assert tallied("kocka", stat("tripl")) == known(tripl)
    paid = Counter(games)  # a renonc without points is a round
    late = Counter(deal.who[deal.entry["loser"]] for deal in dokladackas_after_the_end())
    assert tallied("kocka", BOUGHT) == known(lost - late + loses + paid)


def dokladackas_after_the_end():
    """Where a correction ends a game earlier, nobody buys for what was written after that."""
    for _, group in by_match(deals("kocka")):
        totals = (0, 0, 0, 0)
        for deal in group:
            over = max(totals) >= 100 and totals.count(max(totals)) == 1
            if over and deal.entry["type"] == "dokladacka":
                yield deal
            totals = tuple(map(sum, zip(totals, deal.points, strict=True)))


def test_what_taroky_counts():
    played, won = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    varsavas = Counter[int | None]()
    for deal, _, winners, losers in results("taroky"):
        declarer = deal.entry["declarer"]
        if deal.entry.get("variant") == "varsava":
            varsavas.update(deal.who[seat] for seat in losers)
        elif (who := deal.who[declarer]) is not None:
            contract = deal.entry.get("contract", "zakladni")
            played[contract, who] += 1
            won[contract, who] += declarer in winners
    for contract in ("zakladni", "druha", "preferanc", "solo"):
        for id, found in (("contract", played), ("won", won)):
            sums = {who: n for (each, who), n in found.items() if each == contract and n}
            assert tallied("taroky", stat(f"{id}-{contract}")) == sums
    assert tallied("taroky", stat("varsavas-lost")) == known(varsavas)


def test_what_the_shedding_games_count():
    fools = recount.counted(season(), "durak", "game", "fool")
    assert tallied("durak", stat("fool")) == known(fools)
    draws = Counter(who for deal in deals("durak") if deal.entry.get("draw") for who in deal.who)
    assert tallied("durak", stat("draw")) == known(draws)
    for account in accounts("durak").values():
        ended = sum(account.get(key).n for key in (WON, LOST, stat("draw")))
        assert ended == account.get(PLAYED).n
    hung = Counter[int | None]()
    for deal in deals("durak"):
        if deal.entry.get("epaulettes"):
            hung[deal.who[deal.entry["fool"]]] += deal.entry["epaulettes"]
    assert tallied("durak", stat("epaulettes")) == known(hung)
    burnt, back = Counter[int | None](), recount.counted(season(), "faraon", "game", "back")
    for deal in deals("faraon"):
        for seat, n in deal.entry.get("burnt", {}).items():
            burnt[deal.who[int(seat)]] += n
    assert tallied("faraon", stat("burnt")) == known(burnt)
    assert tallied("faraon", stat("back")) == known(back)


# --- records -------------------------------------------------------------------------------------


def best(found):
    """The most, and where it was first."""
    return max(found, key=lambda pair: pair[0])


def record(game, id, unit=""):
    found = book()[game].records[id, unit]
    return found.feat.value, RowRef(found.match, found.row)


def shared(game, id, unit=""):
    """A record with all who hold it, and the row that each of them made it in first."""
    found = book()[game].records[id, unit]
    return found.feat.value, {
        next(iter(r.members), None): RowRef(r.match, r.row) for r in found.all
    }


def firsts(found):
    """Of each who did the most, the first time."""
    most = max(value for value, _, _ in found)
    return {who: at for value, at, who in reversed(found) if value == most}


def test_records_of_kocka_name_the_row_that_made_them():
    dokladackas, shortest, calm, bills = [], [], [], []
    losers = {deal[1:3]: lost for deal, _, _, lost in results("kocka")}
    for code, group in by_match(deals("kocka")):
        rounds = [each for each in group if each.entry["type"] in ("round", "barrage")]
        lost = [each for each in group if each.entry["type"] == "dokladacka"]
        dokladackas.append((len(lost), RowRef(code, lost[-1].row if lost else 0)))
        shortest.append((-len(rounds), RowRef(code, group[-1].row)))
        run = 0
        for each in rounds:
            run = 0 if "durch" in each.entry else run + 1
            calm.append((run, RowRef(code, each.row)))
        bought = Counter[int]()
        for each in group:
            payer = each.entry.get("loser") if each in lost else None
            for seat in [payer, *losers.get(each[1:3], ())]:
                if seat is not None:
                    bought[seat] += 1
                    bills.append((bought[seat] * 3500 * 4, RowRef(code, each.row), each.who[seat]))
    assert record("kocka", "dokladackas") == best(dokladackas)
    fewest, where = best(shortest)
    assert record("kocka", "shortest") == (-fewest, where)
    assert record("kocka", "without-durch") == best(calm)
    assert shared("kocka", "dearest", "CZK") == (max(bill[0] for bill in bills), firsts(bills))
    lost_by = {deal.who[seat] for deal, _, _, lost in results("kocka") for seat in lost}
    lost_by |= set(recount.counted(season(), "kocka", "dokladacka", "loser"))
    assert set(shared("kocka", "dearest", "CZK")[1]) <= lost_by


def test_records_of_taroky():
    for id, sign in (("deal-won", 1), ("deal-lost", -1)):
        dealt = [
            (sign * points, RowRef(deal.match, deal.row), deal.who[seat])
            for deal in deals("taroky")
            for seat, points in enumerate(deal.points)
            if deal.entry["type"] == "deal"
        ]
        assert shared("taroky", id) == (max(each[0] for each in dealt), firsts(dealt))


# --- corrections, seasons, memory ----------------------------------------------------------------


def test_a_struck_row_takes_its_record_with_it():
    again = play()
    held = book()["taroky"].records["deal-won", ""]
    match = again.matches.get(held.match)
    again.matches.strike(match, held.row, match.version, "strike")
    after = group_stats(summarise(played(again.group, again.played, UTC)))["taroky"]
    broken = after.records["deal-won", ""]
    assert (broken.match, broken.row) != (held.match, held.row)
    rest = [
        (max(d.points), RowRef(d.match, d.row))
        for d in deals("taroky")
        if d.entry["type"] == "deal" and RowRef(d.match, d.row) != RowRef(held.match, held.row)
    ]
    assert (broken.feat.value, RowRef(broken.match, broken.row)) == best(rest)
    now = again.matches.get(match.code)
    again.matches.bring_back(now, held.row, now.version, "back")
    assert group_stats(summarise(played(again.group, again.played, UTC))) == book()

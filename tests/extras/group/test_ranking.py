"""Who played best in a season: recounted from the rows, and by the rule that the group chose."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache

import pytest

from scorekeeper.extras.group.evenings import played
from scorekeeper.extras.group.records.stats import (
    game_table,
    group_stats,
    season_table,
)
from scorekeeper.extras.group.records.summary import MATCHES
from scorekeeper.games import GAMES
from tests.extras.group import recount
from tests.extras.group.phones import found, kept, write
from tests.extras.group.season import season, summarise
from tests.extras.group.test_round_pages import CLEAR, play
from tests.web.table import start as sit_down

NAMES = (
    *("Petr", "Jana", "Karel", "Eva", "Ota", "Iva"),
    *("Čeněk", "Běla", "Řehoř", "Zdeněk", "Petr N.", "Marie"),
)
TOTALS = {"taroky"}
"""Games whose points are won; in the others they are losses."""


@cache
def year():
    """Twelve members over eight evenings."""
    return season(seed=3, evenings=8, length=0.4, names=NAMES)


@cache
def told():
    return summarise(played(year().group, year().played, UTC))


def recounted():
    """Member → evening → the average of the points of its matches, from the rows alone."""
    points = defaultdict(lambda: defaultdict(Fraction))
    games = defaultdict(lambda: defaultdict(int))
    lost = defaultdict(lambda: defaultdict(int))
    game_of = {}
    strangers = -1
    for deal in recount.deals(year()):
        game_of[deal.match] = deal.game
        seats = [who if who is not None else strangers for who in deal.who]
        numbered = {entry.type for entry in GAMES[deal.game].entries if entry.numbered}
        for who, n in zip(seats, deal.points, strict=True):
            points[deal.match][who] += n
            games[deal.match][who] += deal.entry["type"] in numbered
    for match, game in [*game_of.items()]:
        if game == "kocka":
            standing = year().matches.get(match).standing
            if standing.over:
                people = year().group.members_of(year().matches.get(match))
                lost[match][people[standing.loser]] = 1  # type: ignore[attr-defined, index]
            else:  # it was not finished
                del game_of[match]
    return _by_evening(game_of, points, games, lost)


def _by_evening(game_of, points, games, lost):  # type: ignore[no-untyped-def]
    found = defaultdict(lambda: defaultdict(list))
    for match, game in game_of.items():
        at = datetime.fromisoformat(year().store.events[match][0].at)
        night = (at - timedelta(hours=6)).date().isoformat()
        worth = {}
        for who, n in points[match].items():
            each = games[match][who] or 1
            worth[who] = (
                (n,)
                if game in TOTALS
                else (-lost[match][who], -n)
                if game == "kocka"
                else (-n / Fraction(each),)
            )
        others = len(worth) - 1
        for who, mine in worth.items():
            behind = sum(w < mine for w in worth.values())
            tied = sum(w == mine for w in worth.values()) - 1
            if who >= 0:
                found[who][night].append(Fraction(10) * (behind + Fraction(tied, 2)) / others)
    return {
        who: {night: sum(all) / len(all) for night, all in nights.items()}
        for who, nights in found.items()
    }


def test_the_table_of_a_season_is_what_the_rows_come_to():
    rows = season_table(year().group, told())
    assert {
        row.member: {each.night.isoformat(): each.points for each in row.evenings} for row in rows
    } == recounted()
    placed = [row for row in rows if row.place is not None]
    assert placed
    assert [row.points for row in placed] == sorted((row.points for row in placed), reverse=True)
    least = -(-max(len(row.evenings) for row in rows) * 33 // 100)
    assert all(len(row.evenings) >= least for row in placed)
    assert all(
        len(row.evenings) < least or year().group.members[row.member].guest
        for row in rows
        if row.place is None
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ranks_by_average_and_not_by_who_came_least(game):
    book = group_stats(told())[game]
    rows = game_table(year().group, GAMES[game], book)
    placed = [row.average for row in rows if row.place is not None]
    assert None not in placed
    assert placed == sorted(placed, reverse=GAMES[game].higher_wins)  # type: ignore[type-var]
    came = {row.member: row.stats.get(MATCHES).n for row in rows}
    least = -(-max(came.values()) * 33 // 100)
    for row in rows:
        matches = came[row.member]
        guest = year().group.members[row.member].guest
        assert (row.place is not None) == (
            matches >= least and not guest and row.average is not None
        )


def test_who_never_lost_but_hardly_came_does_not_win_the_year(phone):
    """Jana comes to every evening, Petr once; the group may say that this is enough."""
    group = found(phone, members="Jana\nEva\nOta\nPetr")
    three = ("Jana", "Eva", "Ota")
    for names, fool in ((three, 1), (three, 2), (three, 2), (("Petr", "Jana"), 1)):
        table = sit_down(phone, names, "durak")
        table.write(type="game", fool=fool)
        phone.fill(f"/m/{table.code}/company", press="Tovéř")
    for month, match in enumerate(kept(phone, group).matches, 1):
        write(phone, group, "dated", matches=[match], night=f"2026-0{month}-09")
    phone.get(f"{group}/records")
    assert placed(phone) == ["1. Jana", "2. Eva", "3. Ota", "Petr"]
    phone.get(f"{group}/records?sort=evenings")
    assert placed(phone) == ["1. Jana", "2. Eva", "3. Ota", "Petr"]
    phone.fill(f"{group}/records", f"{group}/records/ranking", by="average", least="0")
    assert placed(phone)[0].endswith("Petr")
    phone.get(f"{group}/records?game=durak")
    assert placed(phone)[0] == "1. Petr"


def test_a_match_that_was_not_finished_is_none_of_the_season(phone):
    """Twelve games of Durak, in which Ada lost nothing, and one round of a Kočka."""
    names = ("Ada", "Bob", "Cyr", "Dita")
    group = found(phone, members="\n".join(names))
    durak = sit_down(phone, names, "durak")
    for fool in (1, 2, 3) * 4:
        durak.write(type="game", fool=fool)
    kocka = sit_down(phone, names)
    kocka.rounds((15, 5, 5, 3))
    for table in (durak, kocka):
        phone.fill(f"/m/{table.code}/company", press="Tovéř")
    phone.get(f"{group}/records")
    assert placed(phone) == ["1. Ada", "2. Bob", "2. Cyr", "2. Dita"]
    assert figures(phone) == ["1 10", "1 3.3", "1 3.3", "1 3.3"]
    assert "10 × 3/3 = 10." in phone.screen.text
    play(kocka, *CLEAR)
    assert kocka.match.standing.over
    phone.get(f"{group}/records")
    assert figures(phone)[0] == "1 7.5"
    sums = {f"10 × ({one}/3 + {other}/3) / 2 = 7.5." for one, other in (("3", "1.5"), ("1.5", "3"))}
    assert any(each in phone.screen.text for each in sums)


def figures(phone):
    (table,) = phone.screen.root.all("table", css="ranked")
    return [" ".join(cell.text for cell in line.all("td")[1:]) for line in table.all("tr")[1:]]


def placed(phone):
    """The lines of the table on the screen: place and name."""
    (table,) = phone.screen.root.all("table", css="ranked")
    lines = table.all("tr")[1:]
    return [f"{line.all('td')[0].text} {line.all('th')[0].text}".strip() for line in lines]

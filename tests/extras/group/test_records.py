"""Records of a season: what a year counts and its pages tell, and the table for other programs."""

import csv
import re
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date
from functools import cache

import pytest

from scorekeeper.extras.group.accounts import settle
from scorekeeper.extras.group.deck import InscribedBody
from scorekeeper.extras.group.evenings import played
from scorekeeper.extras.group.pages.entrance import PAGES
from scorekeeper.extras.group.records.stats import in_year, years
from scorekeeper.extras.group.records.stats_cache import StatsCache
from scorekeeper.games.kocka.entries import Round
from scorekeeper.ledger.chain import rehashed
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.web import create_app
from scorekeeper.web.http.access import link_path, token_of
from tests.extras.group.phones import found, inscribe_all, start, write
from tests.extras.group.season import CODE, season, summarise
from tests.extras.group.season import season as play
from tests.web.phone import Phone
from tests.web.screen import Node
from tests.web.table import Table
from tests.web.table import start as sit_down


@cache
def told():
    season = play(evenings=6)
    return summarise(played(season.group, season.played, UTC))


def test_a_year_counts_its_own_nights_only():
    before = replace(told()[0], night=date(2025, 12, 31))
    two = (before, *told()[1:])
    assert years(two) == (2026, 2025)
    assert in_year(two, 2025) == (before,)
    assert in_year(two, 2026) == told()[1:]
    assert in_year(two, None) == two


def test_memory_says_the_same_and_sees_every_change():
    again = play(evenings=6)
    memory = StatsCache(again.store, most=1_000)
    first = memory.summarise(again.group, UTC)
    assert first == summarise(played(again.group, again.played, UTC))
    second = memory.summarise(again.group, UTC)
    assert all(now.summary is then.summary for now, then in zip(second, first, strict=True))
    match = again.played[0]
    again.matches.strike(match, match.rows[-1].seq, match.version, "strike")
    second = memory.summarise(again.group, UTC)
    assert second == summarise(played(again.group, again.played, UTC))
    assert second != first
    assert StatsCache(again.store, most=1).summarise(again.group, UTC) == second


@pytest.mark.sqlite_file
def test_the_next_process_recalls_what_was_worked_out(tmp_path):
    told, seen = play(evenings=6), []
    with closing(SqliteLedger(str(tmp_path / "scorekeeper.db"))) as ledger:
        ledger.restore(*([*rehashed(events)] for events in told.store.events.values()))
        first = StatsCache(ledger).summarise(told.group, UTC)
        assert first == summarise(played(told.group, told.played, UTC))
        assert StatsCache(Watched(ledger, seen)).summarise(told.group, UTC) == first
        assert not seen
        ledger.append(code := first[0].summary.code, len(ledger.read(code)), "k", "closed", {})
        StatsCache(Watched(ledger, seen)).summarise(told.group, UTC)
        assert seen == [code]


class Watched:
    """A ledger that notes which matches are read."""

    def __init__(self, ledger, seen):
        self._seen, self._ledger, self.figures = seen, ledger, ledger.figures
        self.newest = ledger.newest

    def read(self, match, after=0):
        self._seen.append(match)
        return self._ledger.read(match, after)


RECORDS = f"/c/{CODE}/records"


@pytest.fixture(scope="module")
def pub(tmp_path_factory):
    """An app with the season of a group in it."""
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger) as ledger:
        season().write_to(ledger)
        yield app


def opened(app, role="scorer"):
    with app.app_context():
        token = token_of(CODE, role)
    phone = Phone(app, "en")
    phone.get(f"/c/{CODE}/in/{token}")
    return phone


def test_every_game_has_its_table(pub):
    phone = opened(pub)
    phone.get(f"/c/{CODE}")
    phone.get(phone.screen.links["Table and records"])
    ways = {text: url for text, url in phone.screen.links.items() if "game=" in url}
    assert len(ways) == 5
    for title, url in ways.items():
        phone.get(url)
        assert phone.screen.status == 200, title
        assert phone.screen.root.all("table", css="ranked"), title
        rows = re.findall(rf"/c/{CODE}/m/\w+\?row=\d+", phone.screen.html)
        assert bool(rows) == (title in ("Taroky", "Černá kočka")), title
        for row in rows[:1]:
            assert phone.get(row).status == 200


def test_our_records_are_ours(pub):
    phone = opened(pub)
    phone.get(f"{RECORDS}?game=kocka")
    assert "Efa’s game" not in phone.screen.text
    assert "Dearest loss" in phone.screen.text


def test_the_dearest_loss_names_all_who_lost_so_much_and_not_who_won(phone):
    table = sit_down(phone, ("Jana", "Petr", "Řehoř", "Ota"), "kocka", stake_price="35")
    all_on_jana = {"type": "round", "points": [28, 0, 0, 0]}
    renonc = {"type": "renonc", "seat": 2, "rule": "kocka.follow"}
    lost = {"type": "dokladacka", "loser": 1}
    for plain in (renonc, *[all_on_jana] * 2, lost, *[all_on_jana] * 2):
        table.write(**plain)
    assert (table.match.standing.over, table.match.standing.loser) == (True, 0)
    group = phone.fill(f"/c/new?match={table.code}", "/c/new", name="Tovéř").url
    book, year = table.book, table.match.events[0].at[:4]
    label = book.label("records", "dearest", "label")
    shown = phone.get(f"{group}/records?game=kocka").root.all("dl", css="records")[0]
    (at,) = (n for n, node in enumerate(shown.inside) if getattr(node, "text", "") == label)
    said = next(node.text for node in shown.inside[at + 1 :] if isinstance(node, Node))
    printed = phone.get(f"{group}/years/{year}").root.all("li")
    for text in (said, next(li.text for li in printed if li.text.startswith(label))):
        assert re.search(r"\bCZK 140.00 Petr\b.* Jana\b", text), text
        assert "Řehoř" not in text


def test_a_season_is_a_year_or_all_the_time(pub):
    phone = opened(pub)
    phone.get(RECORDS)
    phone.get(phone.screen.links["2026"])
    assert phone.screen.root.all("table", css="ranked")
    phone.get(f"{RECORDS}?year=2020")
    assert "Nothing was played in this season." in phone.screen.text
    phone.get(f"{RECORDS}?year=99999999")
    assert phone.screen.status == 200


def test_a_member_has_a_page(pub):
    phone = opened(pub)
    phone.get(f"/c/{CODE}/members")
    phone.get(next(url for url in phone.screen.links.values() if url.endswith("members/3")))
    assert "Formerly: Eva" in phone.screen.text
    for words in ("Offences", "Longest run of wins"):
        assert words in phone.screen.text
    phone.get(f"/c/{CODE}/members/99")
    assert phone.screen.status == 404


def test_who_watches_sees_the_records_and_writes_nothing(pub):
    phone = opened(pub, "watcher")
    phone.get(f"{RECORDS}?game=kocka")
    row = re.search(rf"/c/{CODE}/m/\w+\?row=\d+", phone.screen.html)
    assert row
    phone.get(row[0])
    assert phone.screen.url.endswith("/watch")


def test_a_group_without_matches_has_no_records_yet(app):
    phone = Phone(app, "en")
    phone.get(f"{found(phone)}/records")
    assert phone.screen.status == 200
    assert "Nothing was played in this season." in phone.screen.text


def test_the_fastest_pack_is_a_record_of_the_game_whose_losers_inscribe_it(app):
    phone = Phone(app, "en")
    group = found(phone)
    table = Table(phone, start(phone, group))
    write(phone, group, "deck", owner=1, since="2026-01-01")
    full = inscribe_all(phone, group, date(2026, 1, 2))
    assert len(full.bodies_of(InscribedBody)) == 32
    table.record(Round(durch=0))
    phone.get(f"{group}/records?game=kocka")
    assert "Fastest inscribed pack (days) 32 Jana, 2 Feb 2026" in phone.screen.text


@cache
def half_year():
    return season(evenings=12, length=0.5)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The table, in Czech."""
    folder = tmp_path_factory.mktemp("season")
    app = create_app(folder, {"TESTING": True, "RATELIMIT_ENABLED": False})
    half_year().write_to(app.extensions["matches"].ledger)
    with app.test_request_context():
        link = link_path(half_year().group, "watcher", PAGES)
    client = app.test_client()
    client.get(link)
    page = client.get(f"/c/{CODE}/members.csv", headers={"Accept-Language": "cs"})
    text = page.get_data(as_text=True).removeprefix("\ufeff")
    app.extensions["matches"].ledger.close()
    return list(csv.DictReader(text.splitlines(), delimiter=";"))


def test_the_money_of_the_members_is_that_of_the_accounts(table):
    (account,) = settle(summarise(played(half_year().group, half_year().played, UTC))).accounts
    listed = Counter()
    for line in table:
        listed[line["Jméno"]] += round(float(line["CZK"].replace(",", ".") or 0) * 100)
    members = half_year().group.members
    owed = {members[p].name: n for p, n in account.totals.items() if isinstance(p, int)}
    assert {name: n for name, n in listed.items() if n} == {k: n for k, n in owed.items() if n}

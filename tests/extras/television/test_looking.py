"""Who looks on, as the pages say it: people by name, others by number, and since when not."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.extras.television.presence import Presence
from scorekeeper.ledger.following import Follower
from tests.web.phone import Phone
from tests.web.table import Table

PETR, JANA, KAREL, EVA = range(4)
AT_21_58 = 1_795_467_480.0
"""Seconds; in Prague."""


class Clock:
    now = AT_21_58

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(app: Flask) -> Clock:
    clock = Clock()
    app.extensions["presence"] = Presence(clock=clock)
    return clock


@pytest.fixture(autouse=True)
def follower(app: Flask) -> Iterator[Follower]:
    """One for each test, since the app may be that of other tests too."""
    follower = app.extensions["follower"] = Follower(app.extensions["matches"].ledger)
    yield follower
    follower.stop()


class Stream:
    """What a page of a phone holds open."""

    def __init__(self, table: Table, phone: Phone) -> None:
        self._answer = phone.client.get(f"{table.url}/live", buffered=False)
        assert self._answer.status_code == 200
        self._events = iter(self._answer.response)
        next(self._events)

    def end(self) -> None:
        self._events.close()


def watcher(table: Table) -> Phone:
    phone = Phone(table.phone.app)
    phone.get(table.link("watcher"))
    return phone


def line(table: Table, phone: Phone | None = None, board: str = "") -> list[str]:
    client, headers = (phone or table.phone).client, {"Accept-Language": "cs"}
    answer = client.get(f"{table.url}/looking{board}", headers=headers)
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    return answer.text.splitlines()


def test_phones_are_counted_and_who_left_is_named(table: Table, clock: Clock) -> None:
    eva = table.seat(EVA)
    streams = [Stream(table, phone) for phone in (table.phone, eva, watcher(table))]
    clock.now += 60
    assert line(table) == ["2 se dívají"]
    streams[1].end()
    clock.now += 6
    assert line(table) == ["1 se dívá", "Eva naposledy 21:59"]
    again = Stream(table, eva)
    assert line(table, eva) == ["2 se dívají"]
    again.end()


@pytest.mark.quick("wording")
def test_whoever_asks_is_there_and_is_not_counted_for_himself(table: Table) -> None:
    assert line(table) == []
    assert line(table, table.seat(EVA)) == ["1 se dívá"]


def test_the_list_names_people_and_counts_others(table: Table, clock: Clock) -> None:
    eva, jana, board = table.seat(EVA), table.seat(JANA), watcher(table)
    board.get(f"{table.url}/board")
    phones = (table.phone, eva, jana, board, watcher(table), watcher(table))
    streams = [Stream(table, phone) for phone in phones]
    streams[2].end()
    clock.now += 120
    items = [li.text for li in table.open("/lookers").root.all("li")]
    assert items == [
        "Eva dívá se",
        "Jana naposledy 21:58",
        "1 telefon, který může psát",
        "2 diváci",
        "1 televizor",
    ]


def test_the_settings_lead_back_to_the_list(table: Table) -> None:
    links = table.open("/lookers").links
    assert links[table.phone.say("Settings")] == f"/settings?next={table.url}/lookers"


def test_the_scorer_is_named_once_he_says_who_he_is(table: Table) -> None:
    table.open("/me")
    table.phone.submit(f"{table.url}/me", press="Petr")
    items = [li.text for li in table.open("/lookers").root.all("li")]
    assert items == ["Petr dívá se"]


def test_a_board_stays_one_after_a_restart(table: Table, app: Flask, clock: Clock) -> None:
    tv = watcher(table)
    tv.get(f"{table.url}/board")
    app.extensions["presence"] = presence = Presence(clock=clock)
    stream = Stream(table, tv)
    assert presence.viewers(table.code).others == {"watcher": 1}
    assert f'data-from="{table.url}/looking?board=1"' in tv.get(f"{table.url}/board").html
    line(table, tv, "?board=1")
    assert presence.viewers(table.code).others == {"board": 1}
    stream.end()


def test_without_a_stream_who_asks_is_there_for_a_while(table: Table, clock: Clock) -> None:
    eva = table.seat(EVA)
    eva.get(f"{table.url}/since?version=1")
    clock.now += 14
    assert line(table) == ["1 se dívá"]
    clock.now += 1
    assert line(table) == ["Eva naposledy 21:58"]


@pytest.mark.parametrize("path", ["/history", "/export", "/rules"])
def test_other_pages_are_no_looking_on(table: Table, path: str, clock: Clock) -> None:
    phone = watcher(table)
    clock.now += 60
    phone.get(table.url + path)
    assert line(table) == []


def test_a_stranger_learns_nothing_and_is_not_counted(table: Table) -> None:
    stranger = Phone(table.phone.app)
    for path in ("/looking", "/lookers", "/watch"):
        assert stranger.get(table.url + path).status == 403
    assert line(table) == []


@pytest.mark.quick("wording")
def test_nothing_of_it_is_written_into_the_ledger(table: Table) -> None:
    before = table.match.version
    Stream(table, table.seat(EVA)).end()
    table.open("/lookers")
    assert table.match.version == before


def test_pages_have_a_line_for_it(table: Table) -> None:
    eva = table.seat(EVA)
    for phone, path in ((table.phone, ""), (eva, "/board"), (eva, "/me")):
        assert f'data-from="{table.url}/looking' in phone.get(table.url + path).html


def test_watchers_do_not_ask(table: Table) -> None:
    assert "/looking" not in watcher(table).get(f"{table.url}/watch").html

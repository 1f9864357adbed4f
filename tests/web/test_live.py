"""The stream of a match: who may listen, what it says, and what a form is told."""

import threading
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.ledger.following import Follower
from tests.web.phone import Phone
from tests.web.table import Table


@pytest.fixture(autouse=True)
def follower(app: Flask) -> Iterator[Follower]:
    """One for each test, since the app may be that of other tests too."""
    follower = app.extensions["follower"] = Follower(app.extensions["matches"].ledger)
    yield follower
    follower.stop()


def listen(table: Table) -> Iterator[str]:
    answer = table.phone.client.get(f"{table.url}/live", buffered=False)
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in answer.headers
    for each in answer.response:  # the answer is held for as long as it is listened to
        yield each.decode()


def event(name: str, number: int) -> str:
    return f"event: {name}\nid: {number}\ndata: {number}\n\n"


def test_who_looks_on_hears_of_what_was_written(table: Table) -> None:
    stream = listen(table)
    assert next(stream) == event("alive", 1)
    threading.Timer(0.05, lambda: table.rounds((28, 0, 0, 0))).start()
    assert next(stream) == event("written", 2)


def test_who_comes_back_is_told_at_once(table: Table) -> None:
    table.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    assert next(listen(table)) == event("alive", 3)


def test_it_ends_when_the_server_stops(table: Table, follower: Follower) -> None:
    stream = listen(table)
    assert next(stream) == event("alive", 1)
    threading.Timer(0.05, follower.stop).start()
    assert list(stream) == []


def test_a_stranger_hears_nothing(table: Table) -> None:
    stranger = Phone(table.phone.app)
    assert stranger.get(f"{table.url}/live").status == 403
    assert stranger.get(f"{table.url}/since/1").status == 403


def test_a_form_is_told_what_others_wrote(table: Table) -> None:
    assert table.phone.get(f"{table.url}/since/1").status == 204
    table.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    name = table.phone.book.label("entries", "round", "name")
    told = table.phone.get(f"{table.url}/since/1")
    assert told.html == f"{name} 1 · {name} 2"


@pytest.mark.parametrize("path", ["", "/watch", "/board", "/new/round"])
def test_pages_follow_and_say_which_version_they_show(table: Table, path: str) -> None:
    table.rounds((28, 0, 0, 0))
    html = table.phone.get(table.url + path).html
    assert 'data-version="2"' in html
    assert f'hx-sse:connect="{table.url}/live"' in html

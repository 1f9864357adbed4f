"""The streams of matches and groups: who may listen, what they say, what a form is
told.
"""

import threading

import pytest

from scorekeeper.ledger import Unavailable
from scorekeeper.ledger.following import Follower
from tests.extras.group.phones import evening_of, found, start, watcher
from tests.web.phone import PARTIAL, Phone
from tests.web.table import Table


@pytest.fixture(autouse=True)
def follower(app):
    """One for each test, since the app may be that of other tests too."""
    follower = app.extensions["follower"] = Follower(app.extensions["matches"].ledger)
    yield follower
    follower.stop()


def listen(phone, url):
    """The name and the version of each event."""
    answer = phone.client.get(url, buffered=False)
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in answer.headers
    for each in answer.response:  # the answer is held for as long as it is listened to
        name, number, data, *rest = each.decode().splitlines()
        assert number.removeprefix("id: ") == data.removeprefix("data: ")
        assert rest == [""]
        yield name.removeprefix("event: "), number.removeprefix("id: ")


def soon(act):
    threading.Timer(0.05, act).start()


def version(phone, url):
    """How far a page says that it shows everything."""
    (shown,) = (e for e in phone.get(url).root.all() if "data-version" in e.attrs)
    return str(shown.attrs["data-version"])


def test_who_looks_on_hears_of_what_was_written(table):
    stream = listen(table.phone, f"{table.url}/live")
    assert next(stream) == ("alive", "1")
    soon(lambda: table.rounds((28, 0, 0, 0)))
    assert next(stream) == ("written", "2")


def test_who_comes_back_is_told_at_once(table):
    table.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    assert next(listen(table.phone, f"{table.url}/live")) == ("alive", "3")


def test_it_ends_when_the_server_stops(table, follower):
    stream = listen(table.phone, f"{table.url}/live")
    assert next(stream) == ("alive", "1")
    soon(follower.stop)
    assert list(stream) == []


def test_it_ends_where_the_store_does_not_answer(table, monkeypatch):
    def unavailable(*_):
        raise Unavailable("it does not answer")

    table.phone.get(table.url)
    monkeypatch.setattr(table.phone.app.extensions["matches"].ledger, "newest", unavailable)
    assert list(listen(table.phone, f"{table.url}/live")) == []


def test_a_form_is_told_what_others_wrote(table):
    assert table.phone.get(f"{table.url}/since?version=1").status == 204
    table.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    name = table.phone.book.label("entries", "round", "name")
    told = table.phone.get(f"{table.url}/since?version=1")
    came = "Saved from another phone: %(what)s"
    said = (table.phone.say(came, what=f"{name} {n}") for n in (1, 2))
    assert told.html == " · ".join(said)
    assert table.phone.get(f"{table.url}/since?version=3").status == 204
    for strange in ("", "x", "-1", "9"):
        assert table.phone.get(f"{table.url}/since?version={strange}").html == ""


@pytest.mark.parametrize("path", ["", "/watch", "/board", "/new/round", "/accounts", "/people"])
def test_pages_follow_and_say_which_version_they_show(table, path):
    table.rounds((28, 0, 0, 0))
    assert version(table.phone, table.url + path) == "2"
    assert f'data-stream="{table.url}/live"' in table.phone.screen.html
    if path != "/new/round":
        part = table.phone.get(table.url + path, **PARTIAL)
        assert 'data-version="2"' in part.html, "it is fetched anew in part"


def test_a_group_hears_of_its_matches_and_of_a_new_one(app):
    phone = Phone(app)
    group = found(phone)
    stream = listen(watcher(phone, group), f"{group}/live")
    assert next(stream) == ("alive", "1")
    codes = []
    soon(lambda: codes.append(start(phone, group)))
    assert next(stream) == ("written", "2.2")
    soon(lambda: Table(phone, codes[0]).rounds((28, 0, 0, 0)))
    assert next(stream) == ("written", "2.3")


def test_a_group_follows_the_latest_of_its_matches(app, monkeypatch):
    monkeypatch.setattr("scorekeeper.extras.group.pages.hooks.LATEST", 1)
    phone = Phone(app)
    group = found(phone)
    first = start(phone, group)
    start(phone, group)
    stream = listen(phone, f"{group}/live")
    assert next(stream) == ("alive", "3.2") == ("alive", version(phone, group))
    Table(phone, first).rounds((28, 0, 0, 0))
    assert phone.get(f"{group}/since?version=3.2").status == 204


def test_the_pages_of_a_group_follow_it(app):
    phone = Phone(app)
    group = found(phone)
    start(phone, group)
    for url in (group, evening_of(phone, group), f"{group}/accounts"):
        assert version(phone, url) == "2.2", url
        assert f'data-stream="{group}/live"' in phone.screen.html
        assert 'data-version="2.2"' in phone.get(url, **PARTIAL).html, "fetched anew in part"
    assert phone.get(f"{group}/since?version=2").html == phone.say("There is news from a match.")
    told = phone.get(f"{group}/since?version=1").html
    assert told.startswith(phone.say("match %(code)s added", code="")[:5])
    assert phone.get(f"{group}/since?version=2.2").status == 204

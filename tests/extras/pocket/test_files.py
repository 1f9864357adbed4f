"""A phone without a server: its matches go out as files, and come in again."""

import json
from io import BytesIO

import pytest

from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.pocket.pages.engine import Engine
from scorekeeper.extras.pocket.pages.waiting import import_match
from scorekeeper.games.kocka.entries import Round
from scorekeeper.match.files import load
from scorekeeper.stream.files import dump
from scorekeeper.web import LANGUAGES
from tests.verification.drills.imports import FOLDER
from tests.web.phone import Phone
from tests.web.table import Table, start

TAKE_IN, MATCHES = "/pocket/take-in", "/pocket/matches"


def pocket(language="cs", *, has_server=False):
    return Phone(Engine("{}", "/", has_server=has_server).app, language)


@pytest.fixture
def alone():
    return pocket()


def file_of(table):
    with table.phone.client.get(f"/pocket/m/{table.code}/file") as answer:
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
        return answer.get_data()


def write(table, *durch):
    with table.phone.app.test_request_context():
        table.record(*(Round(durch=seat) for seat in durch))


def bring(phone, data):
    assert phone.get(TAKE_IN).form(TAKE_IN).node.attrs["enctype"] == "multipart/form-data"
    return phone.post(TAKE_IN, {"file": (BytesIO(data), "match.jsonl")})


def test_a_match_moves_from_phone_to_phone(alone):
    table = start(alone)
    write(table, 1)
    other = pocket()
    assert bring(other, file_of(table)).url == table.url
    there, older = Table(other, table.code), file_of(table)
    assert there.match.events == table.match.events
    write(there, 0, 3)
    assert bring(alone, file_of(there)).url == table.url
    assert bring(alone, older).url == table.url, "what an older file lacks stays"
    assert [e.hash for e in there.match.events] == [e.hash for e in table.match.events]


def test_what_was_written_elsewhere_keeps_its_time():
    events, ledger = load((FOLDER / "kocka-1.jsonl").read_text("utf-8")), PocketLedger({})
    assert import_match(ledger, events[:3]) == 3
    assert import_match(ledger, events) == len(events) - 3
    assert [each.at for each in ledger.read(events[0].stream)] == [each.at for each in events]


def test_the_menu_of_a_match_keeps_it_as_a_file(alone):
    table = start(alone)
    assert alone.get(table.url).links[alone.say("Keep as a file")] == f"/pocket/m/{table.code}/file"
    assert file_of(table).decode() == dump(table.match.events)


def test_a_server_offers_no_file_and_takes_none_in(table):
    phone = table.phone
    assert phone.say("Keep as a file") not in phone.get(table.url).links
    for path in (TAKE_IN, MATCHES):
        assert phone.get(path).url == "/pocket"


def test_a_line_that_is_wrong_is_named(alone):
    lines = file_of(start(alone)).splitlines()
    event = json.loads(lines[0])
    del event["key"]
    refused = bring(pocket("en"), b"\n".join((json.dumps(event).encode(), *lines[1:])))
    assert refused.status == 422
    assert "Line 1 of the file is not as it was saved" in refused.text
    assert ">key</p>" in refused.html


@pytest.mark.parametrize(
    ("data", "why"), [(b"", "Choose a file first."), (b"\x89PNG\r\n", "This is not a match file.")]
)
def test_what_is_no_file_of_a_match_is_refused(data, why):
    phone = pocket("en")
    refused = bring(phone, data)
    assert refused.status == 422
    assert why in refused.text
    assert phone.get(MATCHES).text.count("No match yet.") == 1


def test_two_evenings_are_never_made_one(alone):
    table, other = start(alone), pocket("en")
    bring(other, file_of(table))
    write(table, 1)
    there = Table(other, table.code)
    write(there, 2)
    before = there.match.events
    refused = bring(other, file_of(table))
    assert (refused.status, there.match.events) == (422, before)
    assert "from event 2 on it differs from the file" in refused.text


def test_a_long_evening_is_taken_in(alone):
    """A form may be of 64 kB on a server; a file is larger."""
    table = start(alone)
    write(table, *(number % 4 for number in range(180)))
    data = file_of(table)
    assert len(data) > 64 * 1024
    other = pocket()
    bring(other, data)
    assert Table(other, table.code).totals == table.totals


def test_a_phone_alone_forgets_no_match(alone):
    tables = [start(alone) for _ in range(41)]
    assert alone.get(tables[0].url).status == 200
    assert alone.get(MATCHES).html.count(alone.say("Keep as a file")) == 30
    rest = alone.get(f"{MATCHES}?before={len(tables) - 30}")
    assert rest.html.count(alone.say("Keep as a file")) == len(tables) - 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_needs_others_says_that_it_needs_a_server(language):
    phone = pocket(language)
    table = start(phone)
    why = phone.say("This phone works on its own: sharing and watching need a server.")
    mine = (f"{table.url}/{path}" for path in ("share", "watch", "board", "me"))
    for url in (*mine, "/c/ABCD/share", "/v/abc/link"):
        shown = phone.get(url)
        assert shown.status == 503
        assert why in shown.text


def test_a_phone_alone_follows_nobody(alone):
    table = start(alone)
    assert not alone.get(table.url).has_id("live")
    home = alone.get("/")
    assert not home.has_id("code")
    assert home.links[alone.say("Import a match from a file")] == TAKE_IN
    assert 'data-home="/"' in alone.get("/pocket").html


def test_a_phone_of_a_server_takes_files_in_too():
    phone = pocket(has_server=True)
    assert phone.get("/pocket").links[phone.say("Import a match from a file")] == TAKE_IN
    assert phone.get("/").has_id("code")

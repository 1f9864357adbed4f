"""Two phones, double taps, resends, a broken disk: nothing lost, nothing doubled."""

import json
import re
from dataclasses import replace
from uuid import uuid4

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.ledger import Unavailable
from tests.web.phone import Phone
from tests.web.table import KEY, start

LATE = "Not saved: %(mine)s. Somebody was quicker: %(what)s. Look at it and save again."


def quicker(phone, mine, what):
    return phone.say(LATE, mine=mine, what=what)


def round_name(phone, number):
    return f"{phone.book.label('entries', 'round', 'name')} {number}"


def save(table, **more):
    """Sends a durch of seat 1 as a phone would, whatever it has seen."""
    fields = {"type": "round", "durch": "1", "seen": "1", "key": KEY, **more}
    return table.phone.post(f"{table.url}/entries", fields)


def test_two_phones_record_at_once(table, second):
    table.open("/new/round")
    second.open("/new/round?by=numbers")
    table.phone.submit("form", durch="0")
    screen = second.phone.submit("form", **{"points-0": "20", "points-1": "8", "points-2": "0"})
    assert screen.status == 409
    mine, what = "Round 2", round_name(second.phone, 1)
    assert quicker(second.phone, mine, what) in screen.strips
    fields = screen.form("form").fields
    assert [fields[f"points-{seat}"] for seat in range(4)] == ["20", "8", "0", ""]
    assert table.match.version == 2
    assert second.phone.submit("form", took=["2", "3"]).totals == ["−8", "7", "−1", "−1"]


def test_a_form_that_is_mended_has_not_seen_more_than_its_phone(table, second):
    second.open("/new/round?by=numbers")
    table.rounds((28, 0, 0, 0))
    screen = second.phone.submit("form", **{"points-0": "x"})
    if screen.status == 422:
        points = {"points-0": "20", "points-1": "8", "points-2": "0"}
        screen = second.phone.submit("form", **points)
    assert screen.status == 409


def test_names_of_a_phone_that_was_late_are_not_even_mended(table, second):
    second.open("/people")
    table.rounds((28, 0, 0, 0))
    assert second.phone.submit(**{"player-0": ""}).status == 409
    assert second.phone.submit(**{"player-0": ""}).status == 422
    table.rounds((0, 28, 0, 0))
    assert second.phone.submit(**{"player-0": "Ota"}).status == 409


def test_two_phones_correct_at_once(table, second):
    table.rounds((28, 0, 0, 0))
    table.open("/entries/2")
    second.open("/entries/2")
    label = table.phone.say("Save the correction")
    english = second.phone.say("Save the correction")
    table.phone.submit("form", label, **{"points-0": "27", "points-1": "1"})
    screen = second.phone.submit("form", english, **{"points-0": "26", "points-1": "2"})
    assert screen.status == 409
    assert screen.form("form").fields["points-0"] == "26"
    assert second.phone.submit("form", english).totals == ["26", "2", "0", "0"]


@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_two_phones_undo_at_once(table, second, verb):
    table.rounds((28, 0, 0, 0), (0, 28, 0, 0))
    table.open()
    if verb == "redo":
        table.phone.submit(f"{table.url}/undo")
    second.open()
    totals = table.fill("", f"{table.url}/{verb}").totals
    screen = second.phone.submit(f"{table.url}/{verb}")
    assert screen.status == 409
    assert screen.totals == totals, "only one step was taken"
    assert screen.strips[0].startswith("Not saved: ")
    assert second.phone.say("Save it now") not in screen.text, "it is as it was to be"


def test_a_double_tap_is_one_row(table):
    table.open("/new/round")
    page = table.phone.screen
    first = table.phone.submit("form", durch="0")
    table.phone.screen = page
    second = table.phone.submit("form", durch="0")
    assert (first.status, second.status) == (200, 200)
    assert len(second.rows) == 1


def test_a_resend_after_an_undo_does_not_come_back(table):
    save(table)
    table.fill("", f"{table.url}/undo")
    assert save(table).rows == []


def test_a_key_used_for_something_else_is_refused(table):
    save(table)
    assert save(table, durch="2").status == 409
    assert save(table, durch="2", seen="2").status == 409
    assert table.match.version == 2
    assert table.totals == (-1, -28, -1, -1)
    save(table, durch="2")
    assert len(table.phone.submit("form").rows) == 2, "the form has a new key"


BROKEN = {
    "seen": ("not-a-number", ["", "x", "-1", "1.0", "²", "9" * 5000, "1-x", "1-"]),
    "key": ("not-a-key", ["", "x" * 36, "dvanáctznaků", KEY[:-1], f"{KEY}0", f"{KEY}\n"]),
}
"""What a save says of itself → how it is refused, and what it may not be."""


@pytest.mark.parametrize("field", BROKEN)
def test_a_save_that_is_broken_is_refused_in_words(table, field, faults):
    problem, broken = BROKEN[field]
    text = table.phone.book.shared["unreadable"][problem]
    whole = {"type": "round", "durch": "1", "seen": "1", "key": KEY}
    without = {name: value for name, value in whole.items() if name != field}
    for fields in (without, *({**whole, field: value} for value in broken)):
        with faults.at(fields.get(field)):
            screen = table.phone.post(f"{table.url}/entries", fields)
            assert (screen.status, screen.errors) == (422, [("form", text)])
            assert screen.form("form").fields["durch"] == "1"
            assert text in table.phone.post(f"{table.url}/undo", fields).text
            assert table.phone.screen.status == 422
    assert table.match.version == 1
    table.phone.post(f"{table.url}/entries", without)
    assert len(table.phone.submit("form").rows) == 1, "the form is whole again"


def test_a_seen_from_the_future_is_a_conflict(table):
    assert save(table, seen="99").status == 409
    assert table.match.version == 1


@pytest.mark.parametrize("path", ["undo", "redo", "entries/2/strike", "people"])
def test_every_save_is_checked(table, path):
    table.rounds((28, 0, 0, 0))
    for fields in ({}, {"seen": "2"}, {"key": KEY}, {"seen": "x", "key": KEY}):
        assert table.phone.post(f"{table.url}/{path}", fields).status == 422
    assert table.match.version == 2


def other_side(table, seq):
    """Another event under a number, as where a phone settled two sides of a match as long."""
    event = table.match.events[seq - 1]
    ledger = table.phone.app.extensions["matches"].ledger
    ledger.rewrite([replace(event, key=str(uuid4()))])


def test_a_form_of_another_side_comes_too_late(table):
    table.rounds((28, 0, 0, 0))
    form = table.open("/entries/2")
    other_side(table, 2)
    table.phone.screen = form
    assert (table.phone.submit("form", durch="1").status, table.match.version) == (409, 2)


def test_what_was_written_is_known_on_another_side_too(table):
    table.rounds((28, 0, 0, 0))
    form = table.open("/new/round")
    for _ in range(2):
        table.phone.screen = form
        assert table.phone.submit("form", durch="0").status == 200
        assert table.match.version == 3
        other_side(table, 2)


def test_an_htmx_error_replaces_the_whole_page(table, monkeypatch):
    table.rounds((28, 0, 0, 0))
    table.open()

    def fail(*args):
        raise Unavailable("the disk fails")

    monkeypatch.setattr(table.phone.app.extensions["matches"].ledger, "append", fail)
    answer = table.phone.htmx(f"{table.url}/undo")
    assert (answer.status, answer.headers["HX-Retarget"]) == (503, "body")


def test_an_htmx_conflict_shows_the_sheet(table, second):
    table.rounds((28, 0, 0, 0))
    second.open()
    table.rounds((0, 28, 0, 0))
    part = second.phone.htmx(f"{table.url}/undo")
    assert part.status == 409
    first, other = (round_name(second.phone, n) for n in (1, 2))
    mine = second.phone.say("Undo: %(name)s", name=first)
    assert quicker(second.phone, mine, other) in part.strips
    assert len(part.rows) == 2


def test_what_lost_the_race_is_saved_by_one_tap_more(table, second):
    """The undo of a round that is no longer the last strikes that very round."""
    table.rounds((28, 0, 0, 0))
    second.open()
    table.rounds((0, 28, 0, 0))
    assert second.phone.submit(f"{table.url}/undo").status == 409
    assert second.phone.submit(f"{table.url}/entries/2/strike").status == 200
    assert [row.struck for row in table.match.rows] == [True, False]


def test_a_tap_that_lost_the_race_is_named_and_saved_by_one_more(phone, other):
    table = start(phone, game="makao")
    other.get(table.link("scorer"))
    for each in (phone, other):
        each.get(table.url)
    phone.submit(f"{table.url}/tap", press="Petr")
    screen = other.submit(f"{table.url}/tap", press="Jana")
    assert screen.status == 409
    assert any(strip.startswith("Not saved: Who lost? Jana.") for strip in screen.strips)
    other.submit(f"{table.url}/tap", press=other.say("Save it now"))
    assert [row.lines[0].points for row in table.match.rows] == [(1, 0, 0, 0), (0, 1, 0, 0)]


def test_a_restart_keeps_the_evening_and_the_roles(open_app):
    table = start(Phone(open_app()))
    table.rounds((28, 0, 0, 0))
    page = table.open("/new/round")
    again = Phone(open_app())
    again.client._cookies = table.phone.client._cookies
    again.screen = page
    assert again.submit("form", durch="0").totals == ["0", "−1", "−1", "−1"]


DEAL = {"partner": "2", "points": "41"}
RIVAL = Deal(Seat(0), dealer=Seat(3), called="XIX", partner=Seat(2), points=50)


def beaten(table, **deal):
    """The answer to a deal that another phone was quicker with."""
    table.open("/new/deal")
    table.record(RIVAL)
    return table.phone.submit("form", **deal)


def test_what_the_other_phone_wrote_is_shown_and_asked_about(phone):
    screen = beaten(start(phone, game="taroky"), **DEAL)
    assert screen.status == 409
    (rival,) = screen.root.all("section", css="rival")
    # Those who listen hear the word in place of its abbreviation.
    assert "1. pov. povinnost · Petr a Karel 50" in rival.text
    assert "Petr +15 Jana −15 Karel +15 Eva −15" in rival.text
    assert phone.say("Is it the same one as yours?") in rival.text
    assert screen.links[phone.say("Yes, drop mine")] == phone.screen.links[phone.say("Back")]
    (button,) = rival.all("button")
    assert (button.text, button.attrs["form"]) == ("Zapsat hru 2", "form")


def test_back_from_a_page_beside_the_form_it_asks_what_the_other_phone_wrote(phone):
    table = start(phone, game="taroky")
    fields = table.open("/new/deal").form("form").filled({"declarer": "0", "points": "41"})
    deal = Deal(declarer=Seat(0), partner=Seat(2), points=38, variant="normal", called="XIX")
    table.record(deal)
    screen = phone.post(f"{table.url}/refill", fields)
    assert screen.status == 409
    again = screen.form("form").fields
    assert (again["points"], again["dealer"]) == ("41", "0")
    assert "rival" in screen.html


SCRIPT = re.compile(r'<script src="(/static/phone-(\w+)\.js\?v=\w+)"')


def words(phone, url):
    """The words that a script brings along."""
    first = phone.get(url).html.splitlines()[0]
    return json.loads(first.removeprefix("const WORDS = ").removesuffix(";"))


@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_phone_has_words_for_no_connection_in_its_language(open_app, language):
    phone = Phone(open_app(), language)
    script = SCRIPT.search(phone.get("/").html)
    assert script
    assert script[2] == language
    unsaved = phone.say("No connection – not saved yet. It is sent as soon as there is one.")
    said = words(phone, script[1])
    assert said["unsaved"] == unsaved
    assert "{time}" in said["stale"]
    assert (language == "en") == unsaved.startswith("No connection")


def test_the_scripts_are_kept_for_long_and_only_in_known_languages(open_app):
    client = open_app().test_client()
    script = client.get("/static/phone-cs.js")
    assert (script.status_code, script.mimetype) == (200, "text/javascript")
    assert script.cache_control.public
    assert script.cache_control.max_age == 365 * 24 * 3600
    assert client.get("/static/phone-xx.js").status_code == 404


def test_a_save_is_told_by_its_key(table):
    fields = {"type": "round", "durch": "1", "seen": "1", "key": KEY}
    table.phone.post(f"{table.url}/entries", fields)
    name = f"{table.phone.book.label('entries', 'round', 'name')} 1"
    what = f"{name} · Petr −1, Jana −28, Karel −1, Eva −1"
    answer = table.phone.get(f"{table.url}/saves/{KEY}")
    assert answer.html == table.phone.say("Already written: %(what)s.", what=what)


def test_a_save_that_is_not_on_the_sheet_is_not_told(table):
    assert table.phone.get(f"{table.url}/saves/{KEY}").status == 204
    fields = {"type": "round", "durch": "1", "seen": "1", "key": KEY}
    table.phone.post(f"{table.url}/entries", fields)
    table.phone.submit(f"{table.url}/undo")
    assert table.phone.get(f"{table.url}/saves/{KEY}").status == 204

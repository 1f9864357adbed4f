"""A phone that took the app along comes home: what it wrote, what it chose, and what others did."""

import pytest

from scorekeeper.games.kocka.entries import Round
from scorekeeper.match.actions import UnknownMatch
from scorekeeper.web.http.security import TOKEN_HEADER
from tests.extras.pocket.phone import Pocket
from tests.web.phone import Phone
from tests.web.table import Table, people, start

DURCH, OTHER, THIRD = (Round(durch=seat) for seat in range(3))


@pytest.fixture
def pocket(table):
    """A phone that may write there, and has it with it."""
    pocket = Pocket(table.phone)
    pocket.follow()
    return pocket


def rows(table):
    return [row.entry for row in table.match.rows]


def test_the_phone_has_the_matches_that_it_may_write(table, pocket):
    assert pocket.table(table.code).open().status == 200
    assert pocket.table(table.code).match.events == table.match.events
    stranger = Pocket(Phone(table.phone.app))
    stranger.follow()
    assert stranger.page.get(table.url).status == 503
    with pytest.raises(UnknownMatch):
        _ = stranger.table(table.code).match


def test_what_was_written_without_a_signal_comes_home(table, pocket):
    pocket.table(table.code).record(DURCH, OTHER)
    assert table.code in pocket.waits["codes"]
    pocket.begin()
    assert pocket.send() == [200]
    assert rows(table) == [DURCH, OTHER]
    assert table.match.events == pocket.table(table.code).match.events
    assert pocket.waits["codes"] == []
    assert pocket.send() == []


def test_a_match_begun_in_the_phone_is_the_servers_under_its_code(table, pocket):
    begun = start(pocket.page)
    assert len(begun.code) == 8
    begun.record(DURCH)
    assert pocket.send() == [200]
    server = Table(table.phone, begun.code)
    assert rows(server) == [DURCH]
    assert server.open().status == 200
    assert server.open("/share").status == 200
    pocket.follow()
    assert pocket.table(begun.code).open().status == 200


def test_a_match_that_waits_outlives_what_the_server_says(table, pocket):
    begun = start(pocket.page)
    table.record(DURCH)
    pocket.follow()
    assert pocket.table(begun.code).open().status == 200
    assert rows(pocket.table(table.code)) == [DURCH]


def test_a_match_opened_twice_by_one_form_is_one(table, pocket):
    server, phone = table.phone, pocket.page
    phone.get("/new/kocka")
    fields = {**phone.screen.form("/new/kocka").filled(people("Ota", "Iva", "Jan", "Ema"))}
    del fields["csrf_token"]
    server.post("/new/kocka", fields)  # the answer is lost
    there = server.screen.url.rpartition("/")[2]
    opened = phone.post("/new/kocka", fields).url
    assert pocket.send() == [200]
    assert pocket.table(there).open().status == 200
    assert pocket.page.get(opened).url == f"/m/{there}"
    assert pocket.engine.phone_storage.ledger.matches().count(there) == 1


def test_both_sides_are_shown_and_the_table_decides(table, pocket, subtests):
    for choice, left in (("after", [DURCH, OTHER]), ("drop", [DURCH])):
        with subtests.test(choice):
            match = start(table.phone)
            pocket.follow()
            pocket.table(match.code).record(OTHER)
            match.record(DURCH)
            assert pocket.send() == [409]
            assert rows(match) == [DURCH]
            assert match.code in pocket.waits["troubled"]
            sides = pocket.page.get(f"/pocket/m/{match.code}")
            assert (sides.status, pocket.page.say("On the server") in sides.html) == (200, True)
            pocket.page.post(f"/pocket/m/{match.code}", {"choice": choice})
            pocket.send()
            assert rows(match) == left
            assert pocket.waits["troubled"] == []


def test_what_was_chosen_without_a_signal_is_told(table, pocket):
    pocket.page.post("/language", {"lang": "sk", "next": "/"})
    pocket.follow()
    assert table.phone.get("/").lang == "sk"
    assert pocket.page.get("/").lang == "sk"
    headers = {TOKEN_HEADER: table.phone.csrf}
    asked = {"chosen": {"lang": ["xx"]}}
    answer = table.phone.client.post("/pocket/follow", json=asked, headers=headers)
    assert answer.status_code == 200
    assert table.phone.get("/").lang == "sk"


def test_what_a_server_alone_can_do_says_so(table, pocket):
    for path in (f"{table.url}/share", f"{table.url}/seats", "/t/OPEN", "/c/new"):
        answer = pocket.page.get(path)
        assert (
            answer.status,
            pocket.page.say("Without a signal this cannot be done. Try again later.")
            in answer.html,
        ) == (503, True), path

"""A tournament of an older version is one page; its tables are matches like any other."""

import pytest

from scorekeeper.extras.group import Group
from scorekeeper.match import Match
from scorekeeper.stream.files import dump_all
from scorekeeper.web.http.access import link_path, token_of
from tests.core.test_written_before import season
from tests.old_tournament import bring, link_of, old_tournament
from tests.web.phone import Phone

FILE = "/t/OPEN/export"
GONE = "Tournaments are no longer part of Scorekeeper. The tables of this one are matches now."
RETIRED = "from an older version, without effect now"


@pytest.fixture
def hall(app):
    bring(app)
    return app


@pytest.mark.parametrize("role", ["organiser", "watcher", "entry"])
def test_a_link_of_then_leads_to_the_page(hall, role):
    phone = Phone(hall)
    page = phone.get(link_of(hall, role))
    assert (page.status, page.url) == (200, "/t/OPEN")
    assert "Turnaj OPEN" in page.text
    assert "Taroky" in page.text
    assert phone.say(GONE) in page.text
    assert "/t/OPEN" in phone.get("/mine").html
    assert (FILE in phone.get("/t/OPEN").html) == (role == "organiser")
    assert phone.get(FILE).status == (200 if role == "organiser" else 403)


def test_the_file_holds_it_with_its_tables(hall):
    phone = Phone(hall)
    phone.get(link_of(hall, "organiser"))
    answer = phone.client.get(FILE)
    assert answer.get_data(as_text=True) == dump_all(old_tournament())
    assert 'filename="tournament-OPEN.jsonl"' in answer.headers["Content-Disposition"]


def test_a_link_that_was_renewed_has_ended(hall):
    with hall.app_context():
        old = token_of("OPEN", "organiser", 0)
    phone = Phone(hall)
    assert phone.get(f"/t/OPEN/in/{old}").status == 403
    assert phone.get("/t/OPEN").status == 403


def test_a_better_role_stays(hall):
    phone = Phone(hall)
    for role in ("organiser", "watcher"):
        phone.get(link_of(hall, role))
    assert phone.get(FILE).status == 200


def test_no_other_address_is_left(hall):
    phone = Phone(hall)
    phone.get(link_of(hall, "organiser"))
    for path in ("/players", "/share", "/live", "/rounds/1/1", "/history"):
        assert phone.get(f"/t/OPEN{path}").status == 404, path


def test_tables_open_by_their_own_links_and_are_named_then(hall):
    phone, table = Phone(hall), Match.fold(old_tournament()[1])
    page = phone.get(link_of(hall, "watcher"))
    assert not [url for url in page.links.values() if "/m/" in url]
    with hall.test_request_context():
        way = link_path(table, "scorer")
    sheet = phone.get(way)
    assert sheet.status == 200
    assert "OPEN" not in sheet.html
    assert phone.get("/t/OPEN").links[", ".join(table.names)] == f"/m/{table.code}"


def test_a_group_says_what_is_gone_in_one_sentence(app):
    events = season()["PARTA"]
    group = Group.fold(events)
    app.extensions["matches"].ledger.restore(events, *(season()[code] for code in group.matches))
    phone = Phone(app)
    with app.test_request_context():
        phone_way = link_path(group, "scorer", "group")
    assert phone.get(phone_way).status == 200
    page, told = phone.get("/c/PARTA/history"), 0
    while page:
        assert page.status == 200
        told += page.text.count(phone.say(RETIRED))
        older = next((url for url in page.links.values() if "before=" in url), "")
        page = phone.get(older) if older else None
    assert told == len([event for event in events if event.kind in ("called", "came", "appointed")])

"""What a server says to whatever a phone sends to it: nonsense, too much, from the wrong phone."""

import json
from itertools import product

import pytest

from scorekeeper.extras.pocket.pack.contents import source_hash
from scorekeeper.extras.pocket.pages.pack import NO_PACK, OTHER_PACK, notices
from scorekeeper.games.kocka.entries import Round
from scorekeeper.ledger import Event
from scorekeeper.stream.files import line_of
from scorekeeper.web.http.limits import BIGGEST_BATCH, BIGGEST_FILE, BIGGEST_REQUEST
from scorekeeper.web.http.security import TOKEN_HEADER
from tests.extras.pocket.phone import Pocket
from tests.web.html import Page, name
from tests.web.phone import Phone
from tests.web.table import KEY, start

SEND, FOLLOW = "/pocket/send", "/pocket/follow"
NONSENSE = (b"", b"[]", b"null", b'"x"', b"{", b"\xff\xfe", b"[" * 5000)

BROKEN = (
    ("code", "A" * 17),
    ("sent", -1),
    *(("lines", lines) for lines in ([], ["x"], ["[" * 5000], ["{}"] * 201)),
    ("hash", None),
    ("fold", None),
)
"""What no batch has."""


@pytest.fixture
def pocket(table):
    """A phone that may write at the table, and has something to send."""
    pocket = Pocket(table.phone)
    pocket.follow()
    pocket.table(table.code).record(Round(durch=0))
    return pocket


def batch(pocket, **changes):
    sent = json.loads(pocket.engine.batch())
    return {**json.loads(sent["body"]), **changes}, sent["headers"]


def test_what_is_no_object_is_refused(pocket, subtests):
    headers = {**batch(pocket)[1], "Content-Type": "application/json"}
    for path, body in product((SEND, FOLLOW), NONSENSE):
        with subtests.test(path, body=body[:10]):
            answer = pocket.server.client.post(path, data=body, headers=headers)
            assert answer.status_code == 400


def test_a_parcel_that_makes_no_sense_is_refused(table, pocket, subtests):
    for member, value in BROKEN:
        with subtests.test(member, value=str(value)[:20]):
            body, headers = batch(pocket, **{member: value})
            answer = table.phone.client.post(SEND, json=body, headers=headers)
            assert (answer.status_code, answer.get_json()["why"]) == (422, "unreadable")
            assert table.match.version == 1


def test_whatever_a_phone_says_to_have_it_is_told(table, subtests):
    headers = {TOKEN_HEADER: table.phone.csrf}
    for have in (None, [], "x", {"": 1}, {"AAAA": ["x", 1]}, {"AAAA": [-1, ""]}):
        with subtests.test(str(have)):
            answer = table.phone.client.post(FOLLOW, json={"have": have}, headers=headers)
            assert answer.status_code == 200
            assert table.code in [stream["code"] for stream in answer.get_json()["streams"]]


def test_without_its_token_nothing_is_taken(table, pocket):
    body, headers = batch(pocket)
    wrong = ({}, {TOKEN_HEADER: "x"}, {TOKEN_HEADER: headers[TOKEN_HEADER][:-4] + "AAAA"})
    for path, sent in product((SEND, FOLLOW), wrong):
        assert table.phone.client.post(path, json=body, headers=sent).status_code == 400
    assert table.match.version == 1


def test_who_may_only_watch_sends_nothing(table, pocket, other):
    other.get(table.link("watcher"))
    headers = {TOKEN_HEADER: other.client.get(FOLLOW).json["token"]}
    answer = other.client.post(FOLLOW, json={"have": {}}, headers=headers)
    assert answer.json["streams"] == []
    for phone in (other, Phone(table.phone.app)):
        headers = {TOKEN_HEADER: phone.csrf}
        answer = phone.client.post(SEND, json=batch(pocket)[0], headers=headers)
        assert (answer.status_code, table.match.version) == (403, 1)


def test_a_verdict_of_the_phone_keeps_its_link(pocket, table):
    there = pocket.table(table.code)
    there.open("/offences/kocka.follow")
    pocket.page.submit(f"{there.url}/rulings", press="Petr")
    pocket.put()
    assert pocket.send() == [200]
    (link,) = {e.body["ruling"]["link"] for e in table.match.events if "ruling" in e.body}
    assert Phone(table.phone.app).get(f"/v/{link}").status == 200


def test_more_than_the_app_and_the_proxies_take_is_too_much(pocket, table):
    note = "x" * BIGGEST_FILE
    event = Event(table.code, 2, "noted", {"event": 1, "note": note}, "k" * 36, "")
    body, headers = batch(pocket, lines=[line_of(event)])
    assert table.phone.client.post(SEND, json=body, headers=headers).status_code == 413


@pytest.fixture
def evening(pocket, table):
    """The same phone after a long evening."""
    there = pocket.table(table.code)
    for number in range(150):
        there.record(Round(durch=number % 3))
    return pocket


def sizes(pocket):
    """The bytes and the events of what is sent next."""
    body = json.loads(pocket.engine.batch())["body"]
    return len(body.encode()), len(json.loads(body)["lines"])


def test_any_proxy_takes_what_a_phone_sends(evening):
    size, events = sizes(evening)
    assert BIGGEST_BATCH / 2 < size <= BIGGEST_BATCH < BIGGEST_REQUEST
    assert evening.send() == [200] * 2
    assert not evening.waits["codes"]
    assert events > 75


def test_what_does_not_get_through_is_sent_in_smaller_parts(evening, table):
    before = sizes(evening)[0]
    assert not evening.engine.take_less(refused=True)
    assert sizes(evening)[0] < 0.6 * before
    while sizes(evening)[1] > 1:
        assert not evening.engine.take_less(refused=True)
    assert evening.send() == [200] * 9
    assert sizes(evening)[1] > 5, "each is larger than the one before"
    while evening.send():
        pass
    assert table.match.version == 152


def test_where_not_even_one_entry_gets_through_it_is_said(pocket):
    said = pocket.page.say(
        "Something on the way to the server turned away what this phone sent."
        " It is kept here and tried again: tell whoever runs the server."
    )
    assert sizes(pocket)[1] == 1
    for refused in (False, True):
        pocket.put(pocket.engine.take_less(refused=refused))
        assert (said in pocket.page.get("/pocket/waiting").text) == refused
        assert (pocket.waits["text"] == "not sent: look at it") == refused
    pocket.begin()
    assert said in pocket.page.get("/pocket/waiting").text
    assert pocket.send() == [200]
    assert pocket.waits["text"] == ""


def test_who_opens_too_many_matches_waits(open_app):
    app = open_app(RATELIMIT_ENABLED=True, MATCHES_PER_ADDRESS="1 per hour")
    pocket = Pocket(Phone(app))
    pocket.server.get("/")
    pocket.follow()
    start(pocket.page)
    start(pocket.page)
    assert pocket.send() == [200, *[429] * 8]
    assert len(pocket.waits["codes"]) == 1


def test_what_is_dropped_for_ever_has_to_be_opened_first(pocket, table):
    table.record(Round(durch=1))
    assert pocket.send() == [409]
    page = Page(pocket.page.get(f"/pocket/m/{table.code}").html)
    (drop,) = (each for each in page.all("button") if each.get("value") == "drop")
    assert "details" in [name(each) for each in page.ancestors(drop)]


EMPTY_PACK = {"version": "", "id": "", "parts": [], "bytes": 0, "packed": 0}


@pytest.mark.parametrize(
    ("built", "said"),
    [({"source": source_hash()}, []), ({"source": "other"}, [OTHER_PACK]), ({}, [OTHER_PACK])],
    ids=["of this app", "of another", "by an older version"],
)
def test_a_pack_of_another_app_is_told_at_the_start(open_app, tmp_path, monkeypatch, built, said):
    app = open_app()
    monkeypatch.setattr(app, "static_folder", str(tmp_path))
    with app.app_context():
        assert notices() == [NO_PACK]
        (tmp_path / "pack").mkdir()
        (tmp_path / "pack/pack.json").write_text(json.dumps(EMPTY_PACK | built))
        assert notices() == said


def test_without_a_pack_it_is_said(phone, monkeypatch):
    monkeypatch.setattr("scorekeeper.extras.pocket.pages.pack.SHELF", "nowhere")
    said = "This server has no app to download. Whoever runs it can add one."
    assert phone.say(said) in phone.get("/pocket").text
    assert phone.client.get("/worker.js").status_code == 404


def test_a_kept_page_of_the_server_is_none_of_the_phone(table):
    table.record(Round(durch=0))
    served = table.phone.get(table.url).html
    pocket = Pocket(table.phone)
    pocket.follow()
    own = pocket.page.get(table.url).html
    for there, stream, waits in ((served, True, False), (own, False, True)):
        assert ('id="live"' in there, 'href="/pocket/waiting"' in there) == (stream, waits)


SOMEBODY = "Somebody else has written here meanwhile. Nothing is merged: the table decides."


@pytest.mark.parametrize("own", [True, False])
def test_a_save_of_ones_own_that_comes_back_is_nobody_elses(pocket, table, other, own):
    """Its answer was lost, so the phone did not know of it."""
    writer = table.phone
    if not own:
        writer = other
        writer.get(table.link("scorer"))
    save = {"type": "round", "seen": "1", "key": KEY, "durch": "1"}
    assert writer.post(f"{table.url}/entries", save).status == 200
    assert pocket.send() == [409]
    told = pocket.page.get(f"/pocket/m/{table.code}").text
    assert (pocket.page.say(SOMEBODY) in told) != own


def test_what_was_left_out_is_named_with_its_reason(pocket, table):
    pocket.send()
    pocket.follow()
    pocket.table(table.code).do("correct", 2, Round(durch=1))
    table.do("strike", 2)
    assert pocket.send() == [409]
    way = f"/pocket/m/{table.code}"
    told = pocket.page.fill(way, way, pocket.page.say("Ours after theirs")).text
    name = f"{pocket.page.book.label('entries', 'round', 'of')} 1"
    what = pocket.page.say("correction of %(name)s", name=name)
    assert f"{what}: {pocket.page.say('The row that it corrects is struck out.')}" in told

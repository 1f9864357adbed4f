"""Who may do what: the scorer writes, watchers read, strangers see nothing; tokens stay secret."""

import base64
import logging
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.web.http.access import token_of
from tests.web.matrix import LOST, REFUSED, declared, new_world
from tests.web.phone import Phone
from tests.web.table import KEY, start

TABLE = Path(__file__).with_name("access.txt")
LET_IN = declared(TABLE)
"""A request, as "GET /m/<code>" → the roles that are let in; everybody else is refused."""
OF_THE_PACK = {"/static/pack/<name>", "/worker.js"}
"""What is not there where no pack was built."""
ASKING = ("/disputes", "/disputes/play", "/offences/kocka.follow", "/players/1")
FOR_WATCHERS = ("/watch", "/board", "/history", "/accounts", *ASKING)
ASKED = ("/disputes/play", "/offences/kocka.follow/link")
"""Questions to the referee: they write nothing on the sheet."""
FIELDS = {"type": "round", "durch": "0", "seen": "2", "key": KEY}


@pytest.fixture
def played(table):
    table.rounds((28, 0, 0, 0))
    return table


@pytest.fixture
def watcher(played, other):
    assert other.get(played.link("watcher")).url == f"{played.url}/watch"
    return other


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Everybody who may stand before the app, and what they may ask about."""
    with new_world(tmp_path_factory.mktemp("instance")) as world:
        yield world


@pytest.mark.sqlite_file  # a copy of everything is one
def test_every_rule_lets_in_whom_the_table_names_and_nobody_else(world, faults):
    """Reading comes first, and shows the forms that are sent by those who may not."""
    for ask in sorted(world.asks(), key=lambda ask: ask.method):
        with faults.at(ask.line):
            may = LET_IN.get(ask.line)
            assert may, f"write {ask.line!r} in {TABLE}, under those who may"
        for name in world.roles if may else ():
            with faults.at(ask.line, "by", name):
                (may_enter if {name, "everybody"} & may else may_not)(world, ask, name)
                if ask.method == "POST":
                    is_refused_without_a_token(world, ask, name)


def may_enter(world, ask, name):
    answer = world.ask(ask, name, world.little)
    world.written()
    assert answer.status_code not in REFUSED or (ask.path in OF_THE_PACK and not world.part)
    assert answer.status_code < 500
    if ask.method == "GET":
        world.keep_forms(answer)


def may_not(world, ask, name):
    assert world.ask(ask, name, world.whole(ask)).status_code in REFUSED
    assert not world.written()


def is_refused_without_a_token(world, ask, name):
    answer = world.ask(ask, name, world.whole(ask), token=False)
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers, "the phone's own cookie would be written over"
    assert not world.written()


def test_the_table_of_access_names_what_there_is(world):
    assert LET_IN.keys() == {ask.line for ask in world.asks()}
    named = frozenset().union(*LET_IN.values())
    assert named | {"nobody", "stranger", *LOST} == {"everybody", *world.roles}


def test_strangers_see_nothing(played, other):
    screen = other.get(played.url)
    assert screen.status == 403
    said = "This phone has no link to this table. Scan the QR code, or type the code."
    assert other.say(said) in screen.text
    assert "Petr" not in screen.html


def test_watchers_are_shown_no_way_to_write(played, watcher):
    may = {f"{played.url}{path}" for path in ("/disputes", *ASKED)}
    for path in ("", *FOR_WATCHERS):
        actions = {form.action for form in watcher.get(played.url + path).forms}
        assert actions <= (may if path in ASKING else set())


def test_watchers_links_lead_somewhere(played, watcher):
    for path in FOR_WATCHERS:
        for url in watcher.get(played.url + path).links.values():
            assert url.startswith("#") or watcher.get(url).status == 200


@pytest.mark.parametrize("role", ["scorer", "watcher"])
def test_a_link_gives_its_role_and_leaves_no_trace(played, other, role, caplog):
    caplog.set_level(logging.DEBUG)
    link = played.link(role)
    screen = other.get(link)
    assert screen.way == (played.url if role == "scorer" else f"{played.url}/watch",)
    token = urlsplit(link).path.rpartition("/")[2]
    assert token not in screen.html
    Phone(played.phone.app).get(f"{link}x")
    Phone(played.phone.app).post(link)
    assert token not in caplog.text
    assert other.post(f"{played.url}/entries", FIELDS).status == (200 if role == "scorer" else 403)


def test_a_wrong_token_gives_nothing(played, other, faults):
    of_another = start(played.phone).link("scorer").rpartition("/")[2]
    for token in ("x", "žluť", "%00", "A" * 32, "A" * 3000, of_another):
        with faults.at(token[:40]):
            screen = other.get(f"{played.url}/in/{token}")
            assert screen.status == 403
            assert other.say("This link is not right. Scan the QR code again.") in screen.text
            assert other.get(played.url).status == 403


def test_a_right_token_of_no_match_gives_nothing(app, phone):
    with app.test_request_context():
        token = token_of("ZZZZ", "scorer")
    assert phone.get(f"/m/ZZZZ/in/{token}").status == 404
    assert phone.get("/m/ZZZZ").status == 403


def test_tokens_are_long_and_all_different(app):
    with app.test_request_context():
        tokens = [
            token_of(code, role) for code in ("AAAA", "BBBB") for role in ("scorer", "watcher")
        ]
    assert len(set(tokens)) == 4
    assert all(len(base64.urlsafe_b64decode(token)) >= 16 for token in tokens)


@pytest.mark.sqlite_file  # a shared database refuses who signs by another secret
def test_another_secret_makes_other_tokens(open_app, tmp_path):
    app = open_app()
    (tmp_path / "instance" / "secret.key").unlink()
    made = set()
    for each in (app, open_app()):
        with each.test_request_context():
            made.add(token_of("AAAA", "scorer"))
    assert len(made) == 2


def test_the_scorer_stays_the_scorer(played):
    assert played.phone.get(played.link("watcher")).url == f"{played.url}/watch"
    played.phone.fill("/", "/watch", code=played.code)
    assert played.open().main_action[1] == f"{played.url}/new/round"


def test_a_watcher_who_is_handed_the_scoring_may_write(played, watcher):
    watcher.get(played.link("scorer"))
    assert watcher.get(played.url).main_action[1] == f"{played.url}/new/round"


def test_a_cookie_that_somebody_changed_is_nothing(played):
    cookie = played.phone.client.get_cookie("scorekeeper").value
    forged = Phone(played.phone.app)
    forged.client.set_cookie("scorekeeper", cookie[:-4] + "AAAA")
    assert forged.get(played.url).status == 403

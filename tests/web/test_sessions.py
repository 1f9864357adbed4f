"""The session cookie: no clock and no other house takes a phone's role away."""

import json
import time
from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner

from scorekeeper.web.http import grants
from tests.extras.group.phones import found, link
from tests.web.phone import Phone
from tests.web.table import people, start


@pytest.fixture
def set_clock(monkeypatch):
    """Puts the clock that signs cookies forward or back."""

    def by(change):
        now = int(time.time() + change.total_seconds())
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: now)

    return by


WRONG = [timedelta(seconds=-30), timedelta(hours=-1), timedelta(days=-3000), timedelta(days=3000)]


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_a_clock_that_stood_wrong_takes_no_role(table, set_clock, change):
    table.open("/people")
    set_clock(change)
    assert table.phone.submit(dealer="1").status == 200, "a form that was open meanwhile"
    assert table.match.standing.dealer == 1
    table.phone.post("/theme", {"theme": "dark", "next": "/"})  # signed anew by the wrong clock
    set_clock(timedelta())
    assert table.open().status == 200
    assert table.open("/new/round").status == 200


def test_the_phone_is_told_an_age_which_counts_before_a_date(phone):
    """A date of a clock that stopped years ago would make the phone drop the cookie at once."""
    start(phone)
    fields = {"csrf_token": phone.csrf, "theme": "light", "next": "/"}
    cookie = phone.client.post("/theme", data=fields).headers["Set-Cookie"]
    assert "Max-Age=34560000" in cookie


def test_a_house_on_the_same_address_leaves_the_cookie_alone(table, open_app):
    """Another app, or the same one while its secret was lost: the phone only looked in."""
    ours, theirs = table.phone, Phone(open_app())
    cookie = ours.client.get_cookie("scorekeeper")
    theirs.client.set_cookie("scorekeeper", cookie.value)
    there = start(theirs)
    assert theirs.client.get_cookie("scorekeeper").value == cookie.value
    assert there.open().status == 200, "the phone is at home in both"
    for name in names_of(theirs):
        ours.client.set_cookie(name, theirs.client.get_cookie(name).value)
    assert table.open().status == 200


def names_of(phone):
    jar = phone.client._cookies.values()
    return sorted(cookie.key for cookie in jar)


def test_a_cookie_that_is_nobodys_does_not_stand_in_the_way(phone):
    phone.client.set_cookie("scorekeeper", "nonsense")
    assert start(phone).open().status == 200
    assert phone.client.get_cookie("scorekeeper").value == "nonsense"


HTTPS = {"HTTP_X_FORWARDED_PROTO": "https"}


def secure_phone(open_app):
    """A phone at an app behind a proxy with HTTPS."""
    phone = Phone(open_app(PROXIES=1), https=True)
    phone.client.environ_base.update(HTTPS)
    return phone


def test_behind_https_the_cookie_is_bound_to_its_host(open_app):
    phone = secure_phone(open_app)
    assert start(phone).open().status == 200
    assert names_of(phone) == ["__Host-scorekeeper"]


def test_a_cookie_from_before_https_still_counts(open_app):
    phone = Phone(open_app(PROXIES=1))
    table = start(phone)
    phone.client.environ_base.update(HTTPS)
    phone.https = True
    assert table.open().status == 200
    phone.post("/theme", {"theme": "dark", "next": "/"})
    assert names_of(phone) == ["__Host-scorekeeper", "scorekeeper"]
    assert table.open().status == 200


def test_a_cookie_of_many_hosts_has_no_prefix(open_app):
    phone = Phone(open_app(PROXIES=1, SESSION_COOKIE_DOMAIN="localhost"), https=True)
    phone.client.environ_base.update(HTTPS)
    assert start(phone).open().status == 200
    assert names_of(phone) == ["scorekeeper"]


def test_looking_by_head_sets_no_cookie(table, other):
    answer = other.client.head(table.link("scorer"))
    assert answer.status_code == 303
    assert "Set-Cookie" not in answer.headers
    assert other.get(table.url).status == 403
    other.get("/settings")  # now it has a cookie
    other.client.head(table.link("scorer"))
    assert other.get(table.url).status == 403


def phones_of(app):
    return app.extensions["matches"].ledger.phones


def rows_of(app):
    """What each phone may do, as the server keeps it."""
    return {phone: json.loads(roles or "{}") for phone, roles, *_ in phones_of(app).all()}


def cookie_of(phone):
    with phone.client.session_transaction() as session:
        return dict(session)


def test_seven_links_of_others_push_out_nobody(app):
    """A founder who only looks in at others stays the founder in his own."""
    founder = Phone(app)
    own = found(founder)
    for number in range(7):
        other = Phone(app)
        theirs = link(other, found(other, name=f"Ti druzí {number}"), 0)
        assert founder.get(theirs).status == 200
    assert founder.get(f"{own}/share").status == 200


def test_the_cookie_holds_no_roles(table):
    table.fill("/me", f"{table.url}/me", press="Petr")
    assert set(cookie_of(table.phone)) == {"_permanent", "csrf_token"}
    assert table.code in str(rows_of(table.phone.app))


def test_who_keeps_no_cookies_leaves_nothing(open_app):
    table = start(Phone(open_app()))
    before = rows_of(table.phone.app)
    for _ in range(3):
        assert table.phone.app.test_client(use_cookies=False).get(table.link("watcher")).location
    assert rows_of(table.phone.app) == before


def test_who_looks_on_for_a_day_leaves_nothing(open_app, monkeypatch):
    """On another day it is a phone that comes; what it may write is kept at once."""
    table, day = start(Phone(open_app())), "2027-01-01"
    app, way = table.phone.app, table.link("watcher")
    before = rows_of(app)
    monkeypatch.setattr(grants, "_today", lambda: day)
    table.open()
    phones = [Phone(app) for _ in range(5)]
    for phone in phones:
        assert [phone.get(url).status for url in (way, table.url, way, "/")] == [200] * 4
    assert rows_of(app).keys() == before.keys()
    regular, scorer, leaver, *_ = phones
    scorer.get(table.link("scorer"))
    assert [scorer.get(f"{table.url}/share").status for _ in range(2)] == [200, 200]
    assert len(rows_of(app)) == len(before) + 1
    leaver.post("/forget")
    assert leaver.get(table.url).status == 403
    before, day = rows_of(app), "2027-01-02"
    assert [regular.get(table.url).status for _ in range(2)] == [200, 200]
    assert len(rows_of(app)) == len(before) + 1
    assert cookie_of(regular).keys() == {"_permanent", "csrf_token"}


def test_a_phone_that_is_forgotten_is_forgotten_on_the_server(open_app):
    phone = Phone(open_app())
    table, old = start(phone), phone.client.get_cookie("scorekeeper").value
    phone.get("/")
    phone.post("/forget")
    assert not any(table.code in str(roles) for roles in rows_of(phone.app).values())
    phone.client.set_cookie("scorekeeper", old)
    assert table.open().status == 403, "its old cookie opens nothing either"


def test_a_phone_that_goes_on_coming_keeps_its_cookie_and_its_place(open_app, monkeypatch):
    """Once a day: nothing else would ever set a cookie whose phone is given nothing new."""
    phone = Phone(open_app())
    table = start(phone)
    for day in ("2027-01-01", "2027-01-02"):
        monkeypatch.setattr(grants, "_today", lambda day=day: day)
        ages = ["Max-Age" in str(phone.client.get(table.url).headers) for _ in range(2)]
        assert ages == [True, False]


def test_a_phone_at_its_bound_takes_no_more_and_loses_nothing(open_app, monkeypatch):
    monkeypatch.setattr("scorekeeper.web.http.grants.MAX_GRANTS", 2)
    monkeypatch.setattr("scorekeeper.web.http.errors.MAX_GRANTS", 2)
    phone = Phone(open_app())
    tables = [start(phone), start(phone)]
    matches = phone.app.extensions["matches"].ledger
    before = matches.matches()
    phone.get("/new/kocka")
    screen = phone.submit("/new/kocka", phone.say("Start the game"), **people(*"ABCD"))
    assert screen.status == 409
    said = "This phone keeps %(number)d of these, and no more. Leave some first."
    assert phone.say(said, number=2) in screen.text
    assert matches.matches() == before, "none was opened for nobody"
    assert [table.open("/share").status for table in tables] == [200, 200]

"""Limits: guesses are few in all, for all workers, whatever address they use."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from scorekeeper.ledger import Event
from scorekeeper.web.http.access import link_path
from scorekeeper.web.http.limits import visitor
from tests.web.phone import Phone
from tests.web.table import Table, people, start

TOO_MANY = "Too many codes were tried here. Open the link of the table, or try again in an hour."
RESTS = "No table with this code played this week. Check it, or open the link."


def at(phone, address):
    """The phone, with another address from now on."""
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


def guess(phone, code="ZZZZ"):
    """Types a code into a form that was open before; gives the status."""
    return phone.post("/watch", {"code": code}).status


@pytest.mark.parametrize(
    ("limit", "wrong"),
    [("CODES_PER_ADDRESS", 0), ("WRONG_CODES_PER_HOUSE", 0), ("WRONG_LINKS_PER_ADDRESS", 403)],
)
def test_all_workers_together_let_no_more_guesses_through(open_app, limit, wrong):
    settings = {"RATELIMIT_ENABLED": True, limit: "6 per minute", "WORKERS": 2}
    for phone in [Phone(open_app(**settings)) for _ in range(2)]:
        tries = [phone.get("/m/ABCD/in/x").status if wrong else guess(phone) for _ in range(5)]
        assert tries == [wrong or 422] * 3 + [429] * 2


def test_one_network_of_ipv6_counts_as_one(open_app):
    phone = Phone(open_app(RATELIMIT_ENABLED=True, CODES_PER_ADDRESS="3 per minute"))
    statuses = [guess(at(phone, f"2001:db8:0:7:{n:x}::1")) for n in range(1, 6)]
    assert statuses == [422] * 3 + [429] * 2
    assert guess(at(phone, "2001:db8:0:8::1")) == 422


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:7:aaaa::1", "2001:db8:0:7::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_visitors(app, address, counted):
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert visitor() == counted


def test_the_whole_house_bears_so_many_wrong_codes(open_app):
    phone = Phone(open_app(RATELIMIT_ENABLED=True, WRONG_CODES_PER_HOUSE="3 per hour"), "en")
    table = start(phone)
    for n in range(3):
        assert guess(at(phone, f"192.0.2.{n}")) == 422
    for code in ("ZZZZ", table.code):
        assert guess(at(phone, "192.0.2.99"), code) == 429
        assert TOO_MANY in phone.screen.text
        assert phone.screen.headers["Retry-After"] == "3600"
    assert Phone(phone.app).get(table.link("watcher")).url == f"{table.url}/watch"


def test_right_codes_and_right_links_cost_the_house_nothing(open_app):
    settings = {"WRONG_CODES_PER_HOUSE": "1 per hour", "WRONG_LINKS_PER_ADDRESS": "1 per hour"}
    phone = Phone(open_app(RATELIMIT_ENABLED=True, **settings))
    table = start(phone)
    for n in range(2):
        assert guess(at(Phone(phone.app), f"192.0.2.{n}"), table.code) == 200
        assert Phone(phone.app).get(table.link("scorer")).url == table.url


def quiet_table(phone, days):
    """A match whose last event is so many days ago, and a phone that writes in it."""
    table = start(phone)
    event = table.match.events[0]
    then = datetime.now(UTC) - timedelta(days=days)
    old = Event("QUET", 1, "opened", event.body, event.key, then.strftime("%Y-%m-%dT%H:%M:%SZ"))
    phone.app.extensions["matches"].ledger.restore([old])
    table = Table(phone, "QUET")
    with phone.app.test_request_context():
        way = link_path(table.match, "scorer")
    phone.get(way)
    return table


@pytest.mark.parametrize(("days", "opens"), [(6.9, True), (7.1, False)])
def test_a_code_rests_a_week_after_the_last_event(open_app, days, opens):
    phone = Phone(open_app(), "en")
    quiet_table(phone, days)
    stranger = Phone(phone.app, "en")
    assert guess(stranger, "QUET") == (200 if opens else 422)
    assert (RESTS in stranger.screen.text) is not opens
    assert ("Petr" in stranger.screen.html) is opens
    assert guess(stranger, "ZZZZ") == 422
    assert RESTS in stranger.screen.text, "the same words: a guess is not told that it was near"


def test_links_live_on_and_whoever_has_a_role_may_type(open_app):
    phone = Phone(open_app())
    table = quiet_table(phone, 400)
    assert table.by_link("watcher").screen.url == f"{table.url}/watch"
    assert guess(phone, "QUET") == 200


@pytest.mark.parametrize(("days", "codes"), [(1, 1), (8, 0)])
def test_the_share_page_shows_no_code_that_rests(open_app, days, codes):
    table = quiet_table(Phone(open_app()), days)
    assert len(table.open("/share").root.all("p", css="code")) == codes


def test_a_new_event_wakes_the_code(open_app):
    phone = Phone(open_app())
    quiet_table(phone, 400).rounds((28, 0, 0, 0))
    assert guess(Phone(phone.app), "QUET") == 200


@pytest.mark.parametrize(("public", "length"), [(False, 4), (True, 6)])
def test_codes_of_a_public_house_are_longer(open_app, public, length):
    phone = Phone(open_app(PUBLIC=public))
    table = start(phone)
    assert len(table.code) == length
    assert len(phone.get("/").by_id("code").attrs["placeholder"].split()[-1]) == length
    assert guess(Phone(phone.app), table.code) == 200


def keep(phone, rule, url="/referee/kocka"):
    """Stores the verdict on a listed offence; gives the status."""
    return phone.post(f"{url}/offences/{rule}/link").status


@pytest.fixture
def offences(app, phone):
    links = phone.get("/referee/kocka").links.values()
    ids = [link.rpartition("/")[2] for link in links if "/offences/" in link]
    return sorted(set(ids))[:3]


def test_one_address_stores_only_so_many_verdicts(open_app, offences):
    phone = Phone(open_app(RATELIMIT_ENABLED=True, VERDICTS_PER_ADDRESS="2 per hour"), "en")
    first, second, third = offences
    assert [keep(phone, rule) for rule in (first, second, first, third)] == [200, 200, 200, 429]
    assert "Too many verdicts were stored from here. Try again in an hour." in phone.screen.text
    assert keep(phone, second) == 200, "what is stored already costs nothing"
    assert keep(at(phone, "192.0.2.9"), third) == 200


def test_strangers_together_store_only_so_many_and_scorers_go_on(open_app, offences):
    settings = {"RATELIMIT_ENABLED": True, "STRANGERS_VERDICTS_PER_HOUSE": "1 per day"}
    phone = Phone(open_app(**settings))
    table = start(phone)
    first, second, third = offences
    assert keep(at(Phone(phone.app), "192.0.2.1"), first) == 200
    watcher = at(Phone(phone.app), "192.0.2.2")
    watcher.get(table.link("watcher"))
    assert keep(watcher, second) == 429
    assert keep(watcher, second, table.url) == 429
    assert keep(phone, third, table.url) == 200


def test_one_address_opens_only_so_many_matches_and_a_resend_is_free(open_app):
    phone = Phone(open_app(RATELIMIT_ENABLED=True, MATCHES_PER_ADDRESS="2 per hour"), "en")
    keys = [str(uuid4()) for _ in range(3)]
    tables = [start(phone, key=key) for key in (*keys[:2], keys[1])]
    assert tables[1] == tables[2]
    late = phone.post("/new/kocka", {**people(*"ABCD"), "seats": "4", "key": keys[2]})
    assert late.status == 429
    assert "Too many matches were opened from here. Try again in an hour." in late.text
    assert start(at(Phone(phone.app), "192.0.2.9")).open().status == 200

"""The session cookie: no clock and no other house takes a phone's role away."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner

from tests.conftest import OpenApp
from tests.web.phone import Phone
from tests.web.table import Table, start

SetClock = Callable[[timedelta], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Puts the clock that signs cookies forward or back."""

    def by(change: timedelta) -> None:
        now = int(time.time() + change.total_seconds())
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: now)

    return by


WRONG = [timedelta(seconds=-30), timedelta(hours=-1), timedelta(days=-3000), timedelta(days=3000)]


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_a_clock_that_stood_wrong_takes_no_role(
    table: Table, set_clock: SetClock, change: timedelta
) -> None:
    set_clock(change)
    assert table.open().status == 200
    table.phone.post("/theme", {"theme": "dark", "next": "/"})  # signed anew by the wrong clock
    set_clock(timedelta())
    assert table.open().status == 200
    assert table.open("/new/round").status == 200


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_a_form_that_was_open_while_the_clock_jumped_is_taken(
    table: Table, set_clock: SetClock, change: timedelta
) -> None:
    table.open("/people")
    set_clock(change)
    table.phone.submit(dealer="1")
    assert table.phone.screen.status == 200
    assert table.match.standing.dealer == 1


def test_the_phone_is_told_an_age_which_counts_before_a_date(phone: Phone) -> None:
    """A date of a clock that stopped years ago would make the phone drop the cookie at once."""
    start(phone)
    fields = {"csrf_token": phone.csrf, "theme": "light", "next": "/"}
    cookie = phone.client.post("/theme", data=fields).headers["Set-Cookie"]
    assert "Max-Age=34560000" in cookie


# --- cookies of others ---------------------------------------------------------------------------


def test_a_house_on_the_same_address_leaves_the_cookie_alone(
    table: Table, open_app: OpenApp
) -> None:
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


def names_of(phone: Phone) -> list[str]:
    """The names of a phone's cookies."""
    jar = phone.client._cookies.values()
    return sorted(cookie.key for cookie in jar)


def test_a_cookie_that_is_nobodys_does_not_stand_in_the_way(phone: Phone) -> None:
    phone.client.set_cookie("scorekeeper", "nonsense")
    assert start(phone).open().status == 200
    assert phone.client.get_cookie("scorekeeper").value == "nonsense"


# --- behind HTTPS --------------------------------------------------------------------------------

HTTPS = {"HTTP_X_FORWARDED_PROTO": "https"}


def secure_phone(open_app: OpenApp) -> Phone:
    """A phone at an app behind a proxy with HTTPS."""
    phone = Phone(open_app(PROXIES=1), https=True)
    phone.client.environ_base.update(HTTPS)
    return phone


def test_behind_https_the_cookie_is_bound_to_its_host(open_app: OpenApp) -> None:
    phone = secure_phone(open_app)
    assert start(phone).open().status == 200
    assert names_of(phone) == ["__Host-scorekeeper"]


def test_a_cookie_from_before_https_still_counts(open_app: OpenApp) -> None:
    phone = Phone(open_app(PROXIES=1))
    table = start(phone)
    phone.client.environ_base.update(HTTPS)
    phone.https = True
    assert table.open().status == 200
    phone.post("/theme", {"theme": "dark", "next": "/"})
    assert names_of(phone) == ["__Host-scorekeeper", "scorekeeper"]
    assert table.open().status == 200


def test_a_cookie_of_many_hosts_has_no_prefix(open_app: OpenApp) -> None:
    phone = Phone(open_app(PROXIES=1, SESSION_COOKIE_DOMAIN="localhost"), https=True)
    phone.client.environ_base.update(HTTPS)
    assert start(phone).open().status == 200
    assert names_of(phone) == ["scorekeeper"]


def test_looking_by_head_sets_no_cookie(table: Table, other: Phone) -> None:
    answer = other.client.head(table.link("scorer"))
    assert answer.status_code == 303
    assert "Set-Cookie" not in answer.headers
    assert other.get(table.url).status == 403

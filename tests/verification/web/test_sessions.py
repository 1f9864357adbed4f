"""The cookie of version 0.10: nobody loses a role by the upgrade."""

import pytest

from scorekeeper.ledger import Unavailable
from scorekeeper.web.http import grants
from tests.extras.group.phones import found
from tests.old_tournament import bring, link_of
from tests.web.matrix import forget_phones
from tests.web.phone import Phone
from tests.web.table import start
from tests.web.test_sessions import cookie_of, phones_of, rows_of


def of_0_10(phone):
    """Gives a phone the cookie that version 0.10 would have made of what it may do now."""
    [roles] = [each for each in rows_of(phone.app).values() if each]
    forget_phones(phone.app)
    with phone.client.session_transaction() as session:
        session.update({shelf: [*map(tuple, grants)] for shelf, grants in roles.items()})
    assert not rows_of(phone.app)
    return roles


@pytest.fixture
def upgraded(open_app):
    """A phone with the cookie of 0.10: a match, a seat, a group, a tournament."""
    phone = Phone(open_app())
    table = start(phone)
    table.fill("/me", f"{table.url}/me", press="Petr")
    found(phone)
    bring(phone.app)
    phone.get(link_of(phone.app, "organiser"))
    assert of_0_10(phone).keys() == {"roles", "seats", "companies", "tournaments"}
    return phone


def test_nobody_loses_a_role_by_the_upgrade(upgraded):
    old = cookie_of(upgraded)
    for _ in range(2):
        for shelf, way in (("roles", "m"), ("companies", "c")):
            assert upgraded.get(f"/{way}/{old[shelf][0][0]}/share").status == 200
        assert upgraded.get("/t/OPEN/export").status == 200
        me = upgraded.get(f"/m/{old['roles'][0][0]}/me")
        assert upgraded.screen.status == 200
        assert "Petr" in me.text
    assert not cookie_of(upgraded).keys() & set(grants.SHELVES), "it was taken over"


def test_an_old_cookie_that_comes_again_changes_nothing(upgraded):
    """Two pages are asked for at once, and the later answer is lost."""
    app, name = upgraded.app, "scorekeeper"
    old = upgraded.client.get_cookie(name).value
    upgraded.get("/")
    taken, [code] = rows_of(app), [grant[0] for grant in cookie_of_text(app, old)["roles"]]
    upgraded.client.set_cookie(name, old)
    assert upgraded.get(f"/m/{code}/share").status == 200
    assert rows_of(app) == taken


def cookie_of_text(app, text):
    phone = Phone(app)
    phone.client.set_cookie("scorekeeper", text)
    return cookie_of(phone)


def test_a_cookie_that_cannot_be_taken_over_counts_meanwhile(upgraded, monkeypatch):
    def fail(*_):
        raise Unavailable("the disk is full")

    [(code, *_)] = cookie_of(upgraded)["roles"]
    with monkeypatch.context() as patch:
        patch.setattr(phones_of(upgraded.app), "_writing", fail)
        assert upgraded.get(f"/m/{code}/share").status == 200
    assert cookie_of(upgraded)["roles"]
    assert upgraded.get(f"/m/{code}/share").status == 200
    assert "roles" not in cookie_of(upgraded)

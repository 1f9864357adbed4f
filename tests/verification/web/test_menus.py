"""The menus of every game, with and without the app for phones."""

import pytest

from scorekeeper.games import GAMES
from tests.web.phone import Phone
from tests.web.table import NAMES, Table, start
from tests.web.test_home import assert_short


@pytest.fixture(params=[False, True], ids=["no-pack", "pack"], autouse=True)
def pack(request, monkeypatch):
    """With and without the app for phones."""
    if request.param:
        room = pytest.importorskip("scorekeeper.extras.pocket.pages.pack")
        monkeypatch.setattr(room, "manifest", lambda: {"parts": []})


def test_the_first_page_of_who_has_played(phone):
    for _evening in range(3):
        start(phone)
        assert_short(phone.get("/"))


def test_a_sheet_before_its_first_row(phone, faults):
    for key in GAMES:
        with faults.at(key):
            assert_short(start(phone, game=key).open())


@pytest.mark.room("group")
def test_a_group(phone, faults):
    from tests.extras.group import phones

    group = phones.found(phone)
    for key in GAMES:
        with faults.at(key):
            assert_short(phone.get("/"))
            assert_short(Table(phone, phones.start(phone, group, key)).open())


@pytest.mark.room("pocket")
@pytest.mark.parametrize("has_server", [False, True], ids=["alone", "follows"])
def test_a_phone_that_answers_by_itself(has_server, faults):
    from scorekeeper.extras.pocket.pages.engine import Engine

    phone = Phone(Engine("{}", "/", has_server=has_server).app)
    for key in GAMES:
        with faults.at(key):
            assert_short(phone.get("/"))
            assert_short(start(phone, NAMES, key).open())

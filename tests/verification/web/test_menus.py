"""The menus of every game, with and without the app for phones."""

import pytest

from scorekeeper.core.game import AnyGame
from tests.contract.books import EACH_GAME
from tests.web.phone import Phone
from tests.web.table import NAMES, Table, start
from tests.web.test_home import assert_short


@pytest.fixture(params=[False, True], ids=["no-pack", "pack"], autouse=True)
def pack(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without the app for phones."""
    if request.param:
        room = pytest.importorskip("scorekeeper.extras.pocket.pages.pack")
        monkeypatch.setattr(room, "manifest", lambda: {"parts": []})


@pytest.mark.parametrize("evenings", [1, 3])
def test_the_first_page_of_who_has_played(phone: Phone, evenings: int) -> None:
    for _ in range(evenings):
        start(phone)
    assert_short(phone.get("/"))


@EACH_GAME
def test_a_sheet_before_its_first_row(phone: Phone, game: AnyGame) -> None:
    assert_short(start(phone, game=game.key).open())


@pytest.mark.room("group")
@EACH_GAME
def test_a_group(phone: Phone, game: AnyGame) -> None:
    from tests.extras.group import phones

    group = phones.found(phone)
    assert_short(phone.get("/"))
    assert_short(Table(phone, phones.start(phone, group, game.key)).open())


@pytest.mark.room("pocket")
@pytest.mark.parametrize("has_server", [False, True], ids=["alone", "follows"])
@EACH_GAME
def test_a_phone_that_answers_by_itself(game: AnyGame, has_server: bool) -> None:
    from scorekeeper.extras.pocket.pages.engine import Engine

    phone = Phone(Engine("{}", "/", has_server=has_server).app)
    assert_short(phone.get("/"))
    assert_short(start(phone, NAMES, game.key).open())

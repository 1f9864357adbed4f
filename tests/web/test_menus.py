"""The menus of the first page and of the sheet: few entries, each once, in whatever state."""

import pytest

from scorekeeper.game import AnyGame
from tests.contract.books import EACH_GAME
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import NAMES, Table, start

MOST = 9
"""Entries that are read through at a table."""
LAST_ROUNDS = ((28, 0, 0, 0),) * 4


def assert_short(screen: Screen) -> None:
    """A menu has few entries, and none that is there twice or that the arrow beside it is."""
    (menu,) = screen.root.all("details", css="menu")
    entries = [(link.text, link.attrs["href"]) for link in menu.all("a")]
    labels, ways = zip(*entries, strict=True)
    assert len(entries) <= MOST, labels
    assert len(set(labels)) == len(set(ways)) == len(entries), labels
    assert not {arrow.attrs["href"] for arrow in screen.root.all("a", css="back")} & {*ways}


@pytest.fixture(params=[False, True], ids=["no-pack", "pack"], autouse=True)
def pack(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without the app for phones."""
    if request.param:
        room = pytest.importorskip("scorekeeper.extras.pocket.pages.pack")
        monkeypatch.setattr(room, "manifest", lambda: {"parts": []})


def test_the_first_page_of_a_new_phone(phone: Phone) -> None:
    assert_short(phone.get("/"))


@pytest.mark.parametrize("evenings", [1, 3])
def test_the_first_page_of_who_has_played(phone: Phone, evenings: int) -> None:
    for _ in range(evenings):
        start(phone)
    assert_short(phone.get("/"))


@EACH_GAME
def test_a_sheet_before_its_first_row(phone: Phone, game: AnyGame) -> None:
    assert_short(start(phone, game=game.key).open())


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_a_sheet_in_play_and_after_its_end(phone: Phone, rounds: int) -> None:
    table = start(phone, dokladacka="off")
    table.rounds(*LAST_ROUNDS[:rounds])
    assert table.match.standing.over == (rounds == 4)
    assert_short(table.open())


def test_a_second_phone_that_writes(table: Table, other: Phone) -> None:
    assert_short(other.get(table.link("scorer")))
    assert_short(other.get(f"{table.url}/watch"))


def test_phones_of_players_and_watchers(table: Table, other: Phone) -> None:
    assert_short(table.seat(1).get(table.url))
    assert_short(other.get(table.link("watcher")))
    assert_short(other.get(f"{table.url}/board"))


@pytest.mark.room("company")
@EACH_GAME
def test_a_group(phone: Phone, game: AnyGame) -> None:
    from tests.extras.company import phones

    company = phones.found(phone)
    assert_short(phone.get("/"))
    assert_short(Table(phone, phones.start(phone, company, game.key)).open())


@pytest.mark.room("pocket")
@pytest.mark.parametrize("has_server", [False, True], ids=["alone", "follows"])
@EACH_GAME
def test_a_phone_that_answers_by_itself(game: AnyGame, has_server: bool) -> None:
    from scorekeeper.extras.pocket.pages.engine import Engine

    phone = Phone(Engine("{}", "/", has_server=has_server).app)
    assert_short(phone.get("/"))
    assert_short(start(phone, NAMES, game.key).open())

"""The menus of the first page and of the sheet: few entries, each once, in whatever state."""

import pytest

from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table, start

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


def test_the_first_page_of_a_new_phone(phone: Phone) -> None:
    assert_short(phone.get("/"))


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

"""Where numbers are typed: below zero without the phone's own keys, and every minus read alike."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.web.forms.kinds.kind import kinds_of
from scorekeeper.web.forms.kinds.nested import Group, Rows
from scorekeeper.web.forms.labels import amount, number
from tests.web.asking import Asking
from tests.web.table import start
from tests.web.test_entries import tie

DASHES = "-\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{FULLWIDTH HYPHEN-MINUS}"


@pytest.mark.parametrize("dash", DASHES)
@pytest.mark.parametrize("between", ["", " ", "\N{NO-BREAK SPACE}"])
def test_every_minus_is_read_alike(dash, between):
    assert number(f" {dash}{between}45 ") == -45
    assert amount(f"{dash}{between}2,50") == -250
    assert number(f"4{dash}5") == f"4{dash}5"


def signed(kinds):
    """The fields of a form that may hold a number below zero."""
    for kind in kinds:
        if kind.signed:
            yield kind.name
        if isinstance(kind, Group | Rows):
            yield from signed(kind.kinds)


def test_a_number_below_zero_has_a_key_for_it(phone):
    seen = set()
    for key, game in GAMES.items():
        table = start(phone, game=key)
        for cls in game.entries:
            if [*signed(kinds_of(cls))]:
                if cls.type == "barrage":
                    tie(table)
                assert_minus(table.open(f"/new/{cls.type}"), "points")
                seen.add((key, cls.type))
        for kind, cls in game.kinds.items():
            for name in signed(kinds_of(cls, facts=True)):
                assert_minus(Asking(phone, key).open(kind), name)
                seen.add((key, kind))
        assert not [*signed(kinds_of(game.house))]
    assert seen == {
        *(("kocka", each) for each in ("barrage", "paper", "trigger")),
        ("taroky", "paper"),
    }


def assert_minus(screen, name):
    """Each control of a field has a key for the sign, or keys that write numbers below zero; a
    phone whose keys for digits have no minus shows all keys without a script.
    """
    inputs = [e for e in screen.root.all("input") if e.attrs.get("name", "").startswith(f"{name}-")]
    assert inputs, name
    for each in inputs:
        keys = [key.attrs for key in screen.root.all("button")]
        signs = [key for key in keys if key.get("data-sign") == each.attrs["id"]]
        below = [key for key in keys if key.get("data-into") == each.attrs["name"]]
        assert signs or [key["data-key"] for key in below] == ["-1", "-28"]
        assert "inputmode" not in each.attrs


def test_a_barrage_asks_those_in_it_alone(table):
    tie(table)
    screen = table.open("/new/barrage")
    typed = [e.attrs["name"] for e in screen.root.all("input") if e.attrs.get("type") == "text"]
    assert typed == ["points-0", "points-1"]
    save, ask = (
        table.book.label("entries", "barrage", "save"),
        table.book.text("ask", "barrage", "points"),
    )
    assert table.phone.htmx("form").save == f"{save} · {ask}"

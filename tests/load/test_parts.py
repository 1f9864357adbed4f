"""The parts of the load test: forms as a browser reads them, figures, and the proof."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask

import benchmarks.load
from benchmarks.load.evening import Played
from benchmarks.load.figures import Figures
from benchmarks.load.forms import NoForm, controls_on, form_on
from benchmarks.load.games import CUSTOMS
from benchmarks.load.proof import faults
from scorekeeper.games import GAMES
from tests.web.phone import Phone
from tests.web.table import Table, start

FOLDER = Path(benchmarks.load.__file__).parent
NAMES = ("Petr", "Jana", "Karel", "Eva")


@pytest.mark.parametrize(
    "name", [path.stem for path in sorted(FOLDER.glob("*.py")) if ">>>" in path.read_text("utf-8")]
)
def test_the_examples_are_right(name: str) -> None:
    failed, tried = doctest.testmod(import_module(f"benchmarks.load.{name}"))
    assert tried
    assert not failed


def test_every_game_is_played() -> None:
    assert set(CUSTOMS) == set(GAMES)
    for key, customs in CUSTOMS.items():
        assert set(customs.sizes) <= set(GAMES[key].seats)
        assert set(customs.forms) <= set(GAMES[key].entry_types)
        assert customs.kind in GAMES[key].kinds


@pytest.mark.parametrize("game", list(CUSTOMS))
def test_forms_are_read_as_a_browser_reads_them(app: Flask, game: str) -> None:
    table = start(Phone(app), NAMES, game)
    paths = [f"/new/{next(iter(CUSTOMS[game].forms))}", f"/disputes/{CUSTOMS[game].kind}"]
    for path in paths:
        page = table.open(path)
        form = page.form("form")
        told = form_on(page.html, "form")
        assert told.action == form.action
        assert sorted(told.fields) == sorted(form.fields.items(multi=True)), path


def test_what_is_changed_is_sent_in_its_place() -> None:
    page = (
        '<form action="/a" id="f"><input name="a" value="1"><textarea name="t">&lt;b</textarea>'
        '<select name="s"><option value="x">X<option value="y" selected>Y</select>'
        '<input type="checkbox" name="c" value="2" checked><input type="submit" name="no"></form>'
        '<form action="/b"><input name="a" value="9" disabled></form>'
    )
    form = form_on(page, "f")
    assert form.filled({"a": "3", "z": "4"}) == [
        *(("a", "3"), ("t", "<b"), ("s", "y"), ("c", "2")),
        ("z", "4"),
    ]
    assert form_on(page, "/b").fields == []
    assert controls_on('<input type="hidden" name="q" value="&quot;">') == {"q": '"'}
    with pytest.raises(NoForm):
        form_on(page, "/c")


def test_the_report_says_what_was_measured_and_what_went_wrong() -> None:
    figures = Figures()
    for took in range(1, 101):
        figures.note("sheet", took)
    figures.fail("save", "POST was answered with 500")
    head, sheet, save = figures.table("All play", 10)
    assert head.startswith("All play, 10 s, 10 requests a second")
    assert sheet.split() == ["sheet", "100", "50.0", "99.0", "100", "0"]
    assert save.split() == ["entry", "saved", "0", "–", "–", "–", "1"]
    assert list(figures.faults()) == ["1 × entry saved: POST was answered with 500"]
    before = figures.cut()
    assert (before.count, before.errors, figures.count, figures.errors) == (100, 1, 0, 0)


def test_what_was_acknowledged_has_to_be_there_once(table: Table) -> None:
    table.rounds((28, 0, 0, 0), (0, 28, 0, 0))
    ledger = table.phone.app.extensions["matches"].ledger
    keys = [event.key for event in ledger.read(table.code)[1:]]
    assert list(faults(ledger, Played(table.code, keys))) == []
    assert list(faults(ledger, Played(table.code, keys[:1], unsure=keys[1:]))) == []
    assert list(faults(ledger, Played(table.code, keys[:1]))) == [
        f"{table.code}: nobody sent {keys[1]}"
    ]
    assert list(faults(ledger, Played(table.code, [*keys, "other"]))) == [
        f"{table.code}: lost other"
    ]

"""What nobody told is not said by a fresh question: nothing is chosen there, and nothing typed."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web.forms.kinds.kind import FieldKind, kinds_of
from scorekeeper.web.forms.kinds.nested import Group
from scorekeeper.web.forms.kinds.simple import Flag
from scorekeeper.web.referee.question_form import QuestionForm
from scorekeeper.web.referee.table import RefereeTable, of_size
from tests.contract.faults import Faults
from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.screen import Form, Node

EACH_GAME = pytest.mark.parametrize("key", GAMES)
OF_THE_PAGE = {"csrf_token", "picked", "role", "tab", "asked", "house"}
"""Controls that say nothing of what happened."""
WHOLE_PACK = {"left"}
"""The cards from which those that are gone are taken."""


@EACH_GAME
def test_a_fresh_question_says_nothing(phone: Phone, key: str, faults: Faults) -> None:
    for kind, declared in GAMES[key].kinds.items():
        form = Asking(phone, key).open(kind).form("form")
        with faults.at(kind):
            assert {*_said(form)} - OF_THE_PAGE <= WHOLE_PACK
            for name in _flags(declared):
                taps = [each for each in form.controls if each.attrs["name"] == name]
                assert [each.attrs["value"] for each in taps] == ["", "y", "n"], name
                assert list(map(_is_checked, taps)) == [True, False, False]
            for kinds in _objects(declared):
                assert all(each.asks_a_fact and each.default is None for each in kinds)
                assert all(each.may_be_none for each in kinds if each.lists)


@EACH_GAME
def test_no_control_of_a_fact_holds_anything_at_first(app: Flask, key: str, faults: Faults) -> None:
    """Those too that the page shows only later, as what became of a pagát."""
    game = GAMES[key]
    with app.test_request_context():
        table = of_size(RefereeTable(game, game.house(), ()), None)
        for kind, declared in game.kinds.items():
            form = QuestionForm(table, declared)
            held = {name for name, _text in form.bound.carried_fields}
            with faults.at(kind):
                assert {name for name in held if not name.endswith("-rows")} <= WHOLE_PACK


def test_how_many_play_is_wanted_only_where_it_decides(phone: Phone) -> None:
    faraon = Asking(phone, "faraon")
    faraon.ask("play", "8L", "KL")
    assert faraon.word == phone.say("ALLOWED")
    faraon.open("finish")
    faraon.pick("7H")
    assert faraon.so_far == faraon.book.say("missing", "players", {})
    for players in ("2", "3"):
        faraon.tell(players=players)
        assert faraon.so_far == phone.say("Show the answer")
    again = faraon.judge().links[phone.say("Change the question")]
    assert phone.get(again).form("form").fields["players"] == "3"


def test_all_that_decides_stands_open(phone: Phone) -> None:
    """The second fact is not folded while the first one is asked."""
    durak = Asking(phone, "durak")
    durak.open("transfer")
    durak.press("role", "attack", trump="C")
    durak.pick("6H")
    durak.press("role", "card")
    screen = durak.pick("6S")
    folded = {node.attrs.get("id") for each in screen.root.all("details") for node in each}
    for part in ("part-next_hand", "part-bout"):
        assert screen.has_id(part)
        assert part not in folded
    assert screen.html.index("part-next_hand") < screen.html.index("part-bout")
    screen = durak.tell(next_hand="6")
    assert screen.html.index("part-bout") < screen.html.index("part-next_hand"), "now it decides"


def _objects(cls: type, facts: bool = False) -> Iterator[tuple[FieldKind, ...]]:
    """The kinds of field of each object within a question."""
    for group in kinds_of(cls, facts):
        if isinstance(group, Group):
            yield group.kinds
            yield from _objects(group.group, facts=True)


def _flags(kind: type) -> Iterator[str]:
    return (each.name for each in kinds_of(kind) if isinstance(each, Flag))


def _said(form: Form) -> Iterator[str]:
    """The names of the controls that hold something, without those of house rules."""
    for control in form.controls:
        name = control.attrs["name"]
        if not name.startswith("house-") and not name.endswith("-rows") and _holds(control):
            yield name


def _holds(control: Node) -> bool:
    """True if a control would send something that is not empty."""
    if control.attrs.get("type") in ("radio", "checkbox"):
        return _is_checked(control) and bool(control.attrs["value"])
    if control.tag == "select":
        chosen = [each for each in control.all("option") if "selected" in each.attrs]
        return any(each.attrs["value"] for each in chosen)
    return bool(control.attrs.get("value"))


def _is_checked(control: Node) -> bool:
    return "checked" in control.attrs

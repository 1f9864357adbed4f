"""What nobody told is not said by a fresh question: nothing is chosen there, and nothing typed."""

from collections.abc import Iterator

import pytest

from scorekeeper.games import GAMES
from scorekeeper.web.forms.kinds.kind import kinds_of
from scorekeeper.web.forms.kinds.simple import Flag
from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.screen import Form, Node

KINDS = [(key, kind) for key, game in GAMES.items() for kind in game.kinds]
EACH_KIND = pytest.mark.parametrize(("key", "kind"), KINDS)
OF_THE_PAGE = {"csrf_token", "picked", "role", "tab", "asked", "house"}
"""Controls that say nothing of what happened."""
OF_THE_SHEET = "deal-"
"""A deal to be settled is told with the form of the sheet, which shows the usual contract."""
WHOLE_PACK = {"left"}
"""The cards from which those that are gone are taken."""


@EACH_KIND
def test_a_fresh_question_says_nothing(phone: Phone, key: str, kind: str) -> None:
    form = Asking(phone, key).open(kind).form("form")
    told = {*_said(form)} - OF_THE_PAGE
    assert {name for name in told if not name.startswith(OF_THE_SHEET)} <= WHOLE_PACK


@EACH_KIND
def test_whether_something_was_so_may_be_unknown(phone: Phone, key: str, kind: str) -> None:
    form = Asking(phone, key).open(kind).form("form")
    for name in _flags(GAMES[key].kinds[kind]):
        taps = [each for each in form.controls if each.attrs["name"] == name]
        assert [each.attrs["value"] for each in taps] == ["", "y", "n"], name
        assert list(map(_is_checked, taps)) == [True, False, False]


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


def test_four_totals_are_enough_where_they_decide(phone: Phone) -> None:
    kocka = Asking(phone)
    kocka.open("trigger")
    kocka.tell(**{f"after-{seat}": str(total) for seat, total in enumerate((104, 60, 5, 3))})
    assert kocka.so_far == phone.say("Show the answer")
    kocka.tell(**{"after-0": "60"})
    assert kocka.so_far == kocka.book.say("missing", "before", {})


def test_a_king_laid_aside_needs_no_hand(phone: Phone) -> None:
    taroky = Asking(phone, "taroky")
    taroky.ask("discard", "KS")
    assert taroky.word == phone.say("NOT ALLOWED")
    taroky.open("discard")
    taroky.pick("9S", "8S", "7S")
    assert taroky.so_far == taroky.book.say("missing", "took", {})
    taroky.tell(took="3")
    assert taroky.so_far.startswith(phone.say("ALLOWED").capitalize())


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

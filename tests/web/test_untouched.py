"""What nobody told decides nothing: no untouched field, and nothing in a fresh question."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper.core.schema import Invalid, dump_fields, fields_of, spec_of
from scorekeeper.core.sheet import sum_of
from scorekeeper.games import GAMES
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.kinds.kind import FormData, data_of, kinds_of
from scorekeeper.web.forms.kinds.nested import Group
from scorekeeper.web.forms.kinds.simple import Flag
from scorekeeper.web.referee.question_form import QuestionForm
from scorekeeper.web.referee.table import RefereeTable, of_size
from tests.web.asking import Asking
from tests.web.table import NAMES, start

CASES = Path(__file__).parents[1] / "games"
MORE = {
    "taroky": [
        {
            "players": NAMES,
            "house": {"tariff": "vysocina"},
            "entries": [{"type": "renonc", "seat": 0, "flek": "flek"}],
        }
    ]
}
"""Games with what no case tells."""


def told(key):
    """Every entry of the cases of a game that is taken, with the standing before it."""
    game, lines = GAMES[key], list(MORE.get(key, ()))
    for path in CASES.glob(f"{key}/*.score.jsonl"):
        lines += [json.loads(each) for each in path.read_text("utf-8").splitlines() if "{" in each]
    for case in lines:
        try:
            house = game.read_house(case.get("house", {}))
            standing = game.start(len(case["players"]), case.get("dealer", 0), house)
            for plain in case["entries"]:
                entry = game.read_entry(plain, len(case["players"]), house)
                if game.check(entry, standing, house):
                    break
                yield entry, standing, house
                standing = game.after(standing, entry, game.score(entry, standing, house), house)
        except (Invalid, KeyError):
            continue


def sent(cls, data, players, house):
    labels = SimpleNamespace(names=range(players))
    shown = cls.to_shorthand({**data})
    return BoundForm(cls, labels, None, shown, (), lambda n: cls.asks(n, house)).carried_fields


def points(game, cls, fields, before, house):
    """What a form books; None if it asks back."""
    players = len(before.totals)
    data = cls.from_shorthand(data_of(kinds_of(cls), FormData(fields), players))
    try:
        entry = game.read_entry({**data, "type": cls.type}, players, house)
    except Invalid:
        return None
    if game.check(entry, before, house):
        return None
    return sum_of(game.score(entry, before, house), players)


def belongs(pair, name):
    """True if a control is one of a field."""
    return pair[0] == name or pair[0].startswith(f"{name}-")


def silent(key):
    """Type and field of what decides points though nobody touched it."""
    game, found = GAMES[key], set()
    for entry, before, house in told(key):
        cls, players = type(entry), len(before.totals)
        whole = sent(cls, dump_fields(entry), players, house)
        fresh = sent(cls, game.preset(cls.type, before, house), players, house)
        booked = points(game, cls, whole, before, house)
        for name in {kind.name for kind in kinds_of(cls)}:
            own = [pair for pair in whole if belongs(pair, name)]
            back = [pair for pair in fresh if belongs(pair, name)]
            if own == back or (cls.type, name) in found:
                continue
            rest = [pair for pair in whole if not belongs(pair, name)]
            if points(game, cls, [*rest, *back], before, house) not in (None, booked):
                found.add((cls.type, name))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_what_nobody_touched_is_asked_or_shown(key):
    declared = {
        (cls.type, name)
        for cls in GAMES[key].entries
        for name, field in fields_of(cls).items()
        if spec_of(field).shown
    }
    assert silent(key) == declared


def test_a_sentence_over_the_button_says_it(phone):
    table = start(phone)
    assumed = table.book.text("assumed", "renonc", "points")
    table.open("/new/renonc")
    assert assumed in phone.htmx("form", seat="1").text
    assert assumed not in phone.htmx("form", seat="1", points="5").text


EACH_GAME = pytest.mark.parametrize("key", GAMES)
OF_THE_PAGE = {"csrf_token", "picked", "role", "tab", "asked", "house"}
"""Controls that say nothing of what happened."""
WHOLE_PACK = {"left"}
"""The cards from which those that are gone are taken."""


@EACH_GAME
def test_a_fresh_question_says_nothing(phone, key, faults):
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
def test_no_control_of_a_fact_holds_anything_at_first(app, key, faults):
    """Those too that the page shows only later, as what became of a pagát."""
    game = GAMES[key]
    with app.test_request_context():
        table = of_size(RefereeTable(game, game.house(), ()), None)
        for kind, declared in game.kinds.items():
            form = QuestionForm(table, declared)
            held = {name for name, _text in form.bound.carried_fields}
            with faults.at(kind):
                assert {name for name in held if not name.endswith("-rows")} <= WHOLE_PACK


def test_how_many_play_is_wanted_only_where_it_decides(phone):
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


def test_all_that_decides_stands_open(phone):
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


def _objects(cls, facts=False):
    """The kinds of field of each object within a question."""
    for group in kinds_of(cls, facts):
        if isinstance(group, Group):
            yield group.kinds
            yield from _objects(group.group, facts=True)


def _flags(kind):
    return (each.name for each in kinds_of(kind) if isinstance(each, Flag))


def _said(form):
    """The names of the controls that hold something, without those of house rules."""
    for control in form.controls:
        name = control.attrs["name"]
        if not name.startswith("house-") and not name.endswith("-rows") and _holds(control):
            yield name


def _holds(control):
    """True if a control would send something that is not empty."""
    if control.attrs.get("type") in ("radio", "checkbox"):
        return _is_checked(control) and bool(control.attrs["value"])
    if control.tag == "select":
        chosen = [each for each in control.all("option") if "selected" in each.attrs]
        return any(each.attrs["value"] for each in chosen)
    return bool(control.attrs.get("value"))


def _is_checked(control):
    return "checked" in control.attrs

"""What is taken in can be shown on every page; what makes no sense is refused with its line."""

import json
from collections import Counter
from contextlib import closing

import pytest

from scorekeeper.match.files import load
from scorekeeper.stream.files import BrokenLine, event_from_members
from tests.verification.drills.imports import (
    FOLDER,
    changed_file,
    evenings,
    make_app,
    take_in,
)
from tests.web.phone import Phone
from tests.web.table import Table

FILES = range(10)


@pytest.fixture(scope="module")
def importing(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("instance"))
    with closing(app.extensions["matches"].ledger):
        yield app


def test_what_is_taken_in_is_shown_on_every_page(importing, faults):
    outcomes = Counter[str]()
    for seed in FILES:
        with faults.at("seed", seed):
            outcome = take_in(importing, changed_file(seed))
            outcomes["refused" if outcome.refused else "shown"] += 1
            assert outcome.faults == ()
    assert outcomes["refused"] > 1
    assert outcomes["shown"] > 1


def lines_of(name):
    text = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def with_value(name, number, *path, value):
    """An evening with something else at a place of the body of a line."""
    lines = lines_of(name)
    at = lines[number - 1]["body"]
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return "".join(json.dumps(line) + "\n" for line in lines)


def line_of(name, kind):
    return next(line["seq"] for line in lines_of(name) if line["kind"] == kind)


OPEN = {"facts", "result", "witness", "instead", "possible"}
"""Objects whose members depend on the sentence or the question; a play is one of many kinds."""


def objects_in(value, path=()):
    """The places of all objects whose members are declared."""
    if isinstance(value, dict):
        yield path
    for step, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, dict | list) and step not in OPEN:
            yield from objects_in(part, (*path, step))


def places_of(name):
    """The first line of each kind that has an object at a place, and the place in its body."""
    seen = set()
    for line in lines_of(name):
        for path in objects_in(line["body"]):
            place = line["kind"], *(step for step in path if isinstance(step, str))
            if place not in seen:
                seen.add(place)
                yield line["seq"], path


def fault_in(text):
    """The line of a file that is refused, and why; none of one that is taken in."""
    try:
        load(text)
    except BrokenLine as broken:
        return broken.line, broken.why
    return 0, ""


@pytest.mark.parametrize("game", ["taroky", "kocka", "faraon", "makao"])
def test_no_member_is_taken_in_that_nobody_declared(game, faults):
    name = f"{game}-1"
    for number, path in places_of(name):
        with faults.at(*("line", number), *path):
            line, why = fault_in(with_value(name, number, *path, "hidden", value="Zdislava"))
            assert line == number
            assert ".hidden: " in why


RULED = line_of("faraon-1", "ruled")
STRUCK = line_of("kocka-1", "struck")
RULED_ON = "ruling.verdict.penalty.amount"
NONSENSE = {
    "a line that does not sum to 0": (
        *("taroky-1", 2, "lines.0.points", [1, 0, 0, 0]),
        "points of taroky.settle.base sum to 0, these to 1",
    ),
    "a round that does not sum to 28": (
        *("kocka-1", 2, "lines.0.points", [10, 10, 0, 0]),
        "points of kocka.points sum to 28, these to 20",
    ),
    "an entry that the game refuses": (
        *("kocka-1", 2, "entry.points", [10, 10, 0, 0]),
        "28 − 20: 8 points are missing.",
    ),
    "an unknown rule": ("taroky-1", 2, "lines.0.rule", "whist", "taroky has no rule 'whist'"),
    "points beyond all measure": (
        *("makao-1", 2, "lines.0.points.0", 10**30),
        "At most 1000000000.",
    ),
    "an unknown way of ruling": (
        *("faraon-1", RULED, "ruling.how", "AAAA"),
        "Choose one of: applied, agreed, waived.",
    ),
    "a game that is none": ("faraon-1", RULED, "ruling.game", {}, "This must be text."),
    "a ruling on nobody": ("faraon-1", RULED, "ruling.seat", 9, "Nobody sits there."),
    "a ruling about no row": (
        *("faraon-1", RULED, "ruling.about", 1),
        "event 1 recorded no entry to be decided about",
    ),
    "a penalty of texts": ("faraon-1", RULED, RULED_ON, "three", "This must be a whole number."),
    "a verdict without words": (
        *("faraon-1", RULED, "ruling.verdict.rules", []),
        "there are no words for this verdict",
    ),
    "a strike of the opening": ("kocka-1", STRUCK, "event", 1, "there is no event 1 to strike"),
    "a name twice": ("kocka-1", 1, "names.1", "Č", "“Č” is here twice."),
    "a name with a sign that cannot be seen": (
        *("kocka-1", 1, "names.1", "Ja\u200bna"),
        "An invisible character is not allowed here. Right would be “Jana”.",
    ),
}
"""What is written instead of what: an evening, a line, the place in its body, and why not."""


@pytest.mark.parametrize(("name", "line", "path", "value", "why"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_with_line_field_and_reason(name, line, path, value, why):
    steps = [int(step) if step.isdigit() else step for step in path.split(".")]
    told, said = fault_in(with_value(name, line, *steps, value=value))
    field, _, reason = said.partition(": ")
    assert (told, field) == (line, f"body.{path.removesuffix('.rules')}")
    assert reason.startswith(why)


def test_a_missing_member_is_named():
    lines = lines_of("kocka-1")
    del lines[2]["key"]
    with pytest.raises(
        BrokenLine, match=r"^line 3: key: this is missing; an event has the members"
    ):
        load("".join(json.dumps(line) + "\n" for line in lines))


def test_the_evenings_hold_all_games():
    assert {lines[0]["body"]["game"] for lines in evenings()} == {
        *("taroky", "kocka", "faraon", "makao", "durak")
    }


@pytest.mark.parametrize("language", ["cs", "en", "sk", "pl", "be"])
def test_points_that_do_not_add_up_are_told_where_one_settles_up(tmp_path, language):
    lines = lines_of("taroky-1")
    lines[1]["body"]["lines"][0]["points"] = [7, -6, 6, -6]
    app = make_app(tmp_path)
    matches = app.extensions["matches"]
    with closing(matches.ledger):
        matches.ledger.restore([event_from_members(line) for line in lines])
        table = Table(Phone(app, language), lines[0]["match"])
        with table.phone.client.session_transaction() as session:
            session["roles"] = [(table.code, "watcher")]
        screen = table.open("/result")
        assert screen.status == 200
        alerts = [node.text for node in screen.root if node.attrs.get("role") == "alert"]
        assert len(alerts) == 1
        assert "+1" in alerts[0]
        assert table.open("/history").status == 200

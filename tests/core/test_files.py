"""A match as a file: it comes back as it went, and a damaged one is refused whole."""

import io
import json
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load
from scorekeeper.stream.files import BrokenLine, dump
from tests.commands import refusal
from tests.games.kocka.table import durch, round_of

KOCKA = GAMES["kocka"]


def evening(ledger, house=None):
    """A match with an event of every kind that people can make."""
    matches = Matches(ledger)
    names, house = ("Eva", "Žofie", "Ota", "🂡"), house or HouseRules()
    match = matches.open("7KQ4", KOCKA, names, 0, house, "k1")
    sevens, all_tricks = (KOCKA.read_entry(e, 4, house) for e in (round_of(7, 7, 7, 7), durch(1)))
    match = matches.record(match, sevens, 1, "k2")
    match = matches.record(match, all_tricks, 2, "k3")
    match = matches.correct(match, 2, all_tricks, 3, "k4")
    match = matches.strike(match, 3, 4, "k5")
    match = matches.undo(match, 5, "k6")
    matches.rename(match, ("A", "B", "C", "D"), 2, 6, "k7")
    return matches.ledger.read("7KQ4")


@pytest.fixture(scope="module")
def events():
    with closing(open_ledger("sqlite://")) as ledger:
        return evening(ledger)


@pytest.fixture
def here(tmp_path):
    """A folder of data with one match in it."""
    folder = tmp_path / "here"
    folder.mkdir()
    with closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        evening(ledger)
    return folder


def stored(folder):
    with closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        return [event for code in ledger.matches() for event in ledger.read(code)]


def bring_in(folder, file):
    return main(["import", str(file), "--instance", str(folder)])


def test_a_match_reads_back_from_its_lines(events):
    text = dump(events)
    assert load(text) == events
    assert len(text.splitlines()) == len(events) == 7
    assert "Žofie" in text


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_last_line_may_end_as_it_likes(events, end):
    assert load(dump(events).rstrip("\n") + end) == events


@pytest.mark.parametrize(
    ("member", "twice"),
    [
        ("names", ('"names": [', '"names": ["A", "B", "C", "D"], "names": [')),
        ("body", ('"body": {', '"body": {}, "body": {')),
        ("kind", ('"kind": "opened"', '"kind": "noted", "kind": "opened"')),
    ],
)
@pytest.mark.parametrize("hashed", [True, False])
def test_a_member_is_given_once(events, member, twice, hashed):
    """Python takes the last of two, people and other readers may take the first."""
    events = events if hashed else [replace(event, hash="") for event in events]
    text = dump(events)
    assert twice[0] in text
    with pytest.raises(BrokenLine, match=f"line 1: {member}: this member is given twice"):
        load(text.replace(*twice, 1))


@pytest.mark.parametrize("strange", ["\u2028", "\u0085", "\x0b", "\x1e", "\n", '"', "\\"])
def test_strange_characters_in_a_text_break_no_line(strange):
    with closing(open_ledger("sqlite://")) as ledger:
        events = evening(ledger, HouseRules(stake=f"pivo{strange}a rum"))
    assert load(dump(events)) == events


def test_an_exported_match_is_the_same_in_another_house(here, tmp_path, capsys):
    assert main(["export", "7kq4", "--instance", str(here)]) == 0
    file = tmp_path / "match.jsonl"
    file.write_text(capsys.readouterr().out, "utf-8")
    there = tmp_path / "there" / "new"
    assert bring_in(there, file) == 0
    counted, *links = capsys.readouterr().out.splitlines()
    assert counted == "match 7KQ4: 7 events"
    assert [link.partition("/in/")[0] for link in links] == ["scorer: /m/7KQ4", "watcher: /m/7KQ4"]
    assert stored(there) == stored(here)


def test_a_match_comes_in_through_standard_input(events, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(dump(events)))
    assert bring_in(tmp_path, Path("-")) == 0
    assert stored(tmp_path) == events


def test_links_of_an_import_are_those_of_its_new_house(here, events, tmp_path, capsys):
    (tmp_path / "match").write_text(dump(events), "utf-8")
    there = tmp_path / "there"
    assert bring_in(there, tmp_path / "match") == 0
    printed = capsys.readouterr().out.splitlines()[1:]
    links = []
    for folder in (there, here):
        assert main(["link", "7kq4", "--instance", str(folder)]) == 0
        links.append(capsys.readouterr().out.splitlines())
    assert printed == links[0]
    assert not set(links[0]) & set(links[1])


def test_links_begin_with_the_address_that_is_given(here, capsys):
    (here / "config.py").write_text('BASE_URL = "https://scores.example/cards/"\n')
    for more, base in (
        ([], "https://scores.example/cards"),
        (["--base-url", "http://10.0.0.7:8000/"], "http://10.0.0.7:8000"),
    ):
        assert main(["link", "7KQ4", "--instance", str(here), *more]) == 0
        scorer, watcher = capsys.readouterr().out.splitlines()
        assert scorer.startswith(f"scorer: {base}/m/7KQ4/in/")
        assert watcher.startswith(f"watcher: {base}/m/7KQ4/in/")


@pytest.mark.parametrize("folder", [".", "here", "nowhere"])
@pytest.mark.parametrize("command", ["link", "export"])
def test_an_unknown_match_has_no_links_and_no_file(here, tmp_path, capsys, command, folder):
    there = sorted(tmp_path.rglob("*"))
    said = refusal(capsys, command, "NONE", "--instance", str(tmp_path / folder))
    assert said == "there is no match NONE"
    assert sorted(path for path in tmp_path.rglob("*") if "-" not in path.name) == there


def test_a_match_that_is_already_there_stays_as_it_is(here, events, tmp_path, capsys):
    before = stored(here)
    (tmp_path / "again").write_text(dump(events[:3]), "utf-8")
    assert bring_in(here, tmp_path / "again") == 2
    assert "7KQ4 is here already" in capsys.readouterr().err
    assert stored(here) == before


def with_line(number, line, events):
    """The file with another text as its line `number`, or without that line."""
    lines = dump(events).splitlines(keepends=True)
    lines[number - 1 : number] = [] if line is None else [line + "\n"]
    return "".join(lines)


def with_event(number, events, **changes):
    changed = [*events]
    changed[number - 1] = replace(events[number - 1], **changes)
    return dump(changed)


def with_body(number, events, **changes):
    return with_event(number, events, body={**events[number - 1].body, **changes})


def with_member(number, events, **changes):
    data = json.loads(dump(events).splitlines()[number - 1]) | changes
    kept = {name: value for name, value in data.items() if value is not None}
    return with_line(number, json.dumps(kept), events)


ROUND = {"type": "round", "points": [7, 7, 7, 7]}
LINE = {"rule": "kocka.points", "points": [7, 7, 7, 7]}
DAMAGES = {
    "no JSON": (3, lambda e: with_line(3, "{", e)),
    "nested too deep": (3, lambda e: with_line(3, "[" * 100_000, e)),
    "no object": (3, lambda e: with_line(3, "[]", e)),
    "missing member": (2, lambda e: with_member(2, e, key=None)),
    "unknown member": (2, lambda e: with_member(2, e, by="me")),
    "member of a wrong type": (2, lambda e: with_member(2, e, at=5)),
    "number that is true": (1, lambda e: with_member(1, e, seq=True)),
    "body that is a list": (2, lambda e: with_member(2, e, body=[])),
    "first line missing": (1, lambda e: with_line(1, None, e)),
    "gap": (4, lambda e: with_line(4, None, e)),
    "line twice": (3, lambda e: with_line(2, dump(e[1:2]) + dump(e[1:2]).rstrip("\n"), e)),
    "two matches": (3, lambda e: with_event(3, e, stream="ABCD")),
    "key twice": (3, lambda e: with_event(3, e, key="k2")),
    "unknown kind": (3, lambda e: with_event(3, e, kind="changed")),
    "opened twice": (3, lambda e: with_event(3, e, kind="opened")),
    "not opened": (1, lambda e: with_event(1, e, kind="recorded")),
    "unknown game": (1, lambda e: with_body(1, e, game="bridge")),
    "unknown house rule": (1, lambda e: with_body(1, e, house={"joker": 1})),
    "too few players": (1, lambda e: with_body(1, e, names=["A", "B", "C"])),
    "too many players": (1, lambda e: with_body(1, e, names=list("ABCDE"))),
    "names that are numbers": (1, lambda e: with_body(1, e, names=[1, 2, 3, 4])),
    "dealer who is not there": (1, lambda e: with_body(1, e, dealer=4)),
    "dealer who is a text": (1, lambda e: with_body(1, e, dealer="0")),
    "unknown type of entry": (2, lambda e: with_body(2, e, entry={"type": "goal"})),
    "entry that cannot be read": (2, lambda e: with_body(2, e, entry={**ROUND, "durch": 9})),
    "entry missing": (2, lambda e: with_event(2, e, body={"lines": []})),
    "lines missing": (2, lambda e: with_event(2, e, body={"entry": ROUND})),
    "line without points": (2, lambda e: with_body(2, e, lines=[{"rule": "kocka.points"}])),
    "line for three players": (2, lambda e: with_body(2, e, lines=[{**LINE, "points": [1] * 3}])),
    "line of texts": (2, lambda e: with_body(2, e, lines=[{**LINE, "points": list("7777")}])),
    "correction of nothing": (4, lambda e: with_body(4, e, event=9)),
    "correction of itself": (4, lambda e: with_body(4, e, event=4)),
    "strike of nothing": (5, lambda e: with_body(5, e, event=9)),
    "strike of itself": (5, lambda e: with_body(5, e, event=5)),
    "strike of number zero": (5, lambda e: with_body(5, e, event=0)),
    "strike without a target": (5, lambda e: with_event(5, e, body={})),
    "another number of players": (7, lambda e: with_body(7, e, names=["A"])),
    "deal to nobody": (7, lambda e: with_body(7, e, dealer=7)),
    "time that is none": (2, lambda e: with_event(2, e, at="yesterday")),
    "half a letter": (7, lambda e: with_member(7, e, key="\ud800")),
    "not a number": (2, lambda e: dump(e).replace('"points": [7,', '"points": [NaN,', 1)),
    "empty": (1, lambda e: ""),
}


def finishes(seconds, deed):
    """What a deed gives or raises, if it comes to an end at all."""
    outcome = []

    def do():
        try:
            outcome.append(deed())
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=do, daemon=True)
    thread.start()
    thread.join(seconds)
    assert outcome, f"no end after {seconds} s"
    return outcome[0]


@pytest.mark.parametrize(("number", "damage"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_refused_whole_at_its_line(events, tmp_path, capsys, number, damage):
    # Without hashes, which would be wrong before anything else is looked at.
    text = damage([replace(event, hash="") for event in events])
    broken = finishes(5, lambda: load(text))
    assert isinstance(broken, BrokenLine)
    assert (broken.line, bool(broken.why)) == (number, True)
    file = tmp_path / "match.jsonl"
    file.write_text(text, "utf-8")
    assert bring_in(tmp_path, file) == 2
    assert f"{file}: line {number}: " in capsys.readouterr().err
    assert not (tmp_path / "scorekeeper.db").exists() or stored(tmp_path) == []


@pytest.mark.parametrize("content", [None, b"\xff\xfe"], ids=["no such file", "not UTF-8"])
def test_a_file_that_is_no_text_is_refused(tmp_path, capsys, content):
    file = tmp_path / "match.jsonl"
    if content is not None:
        file.write_bytes(content)
    assert bring_in(tmp_path, file) == 2
    assert capsys.readouterr().err.startswith(f"scorekeeper: {file}: ")
    assert not (tmp_path / "scorekeeper.db").exists()


@pytest.mark.parametrize(
    ("bodies", "wrong"),
    [
        ([{"generation": 2, "phone": ""}], 8),
        ([{"generation": True, "phone": ""}], 8),
        ([{"generation": 1, "phone": 7}], 8),
        ([{"generation": 1}], 8),
        ([{"generation": 1, "phone": ""}, {"generation": 1, "phone": ""}], 9),
    ],
)
def test_links_that_are_not_renewed_one_by_one_are_refused(events, bodies, wrong):
    last = events[-1]
    more = [
        replace(last, seq=last.seq + n, kind="relinked", body=body, key=f"more-{n}", hash="")
        for n, body in enumerate(bodies, start=1)
    ]
    with pytest.raises(BrokenLine) as refused:
        load(dump([*events, *more]))
    assert refused.value.line == wrong

"""A group as a file: it comes back whole with its matches, and what makes no sense is named."""

import json
from contextlib import closing
from dataclasses import replace

import pytest

from scorekeeper.cli import main
from scorekeeper.core.house_rules import load_house
from scorekeeper.extras.group import GROUP, Group
from scorekeeper.extras.group.actions import Groups
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load_file, streams_of
from scorekeeper.stream.files import BrokenLine, dump_all
from tests.games.kocka.table import durch, round_of

NAMES = ["Petr", "Jana", "Karel", "Eva"]
KOCKA = GAMES["kocka"]


def season(ledger):
    """A group with two matches and an event of nearly every kind, and a match of nobody's."""
    matches, groups = Matches(ledger), Groups(ledger)
    house = load_house(KOCKA.house, {})
    group = groups.open("PARTA", "Tovéř", NAMES, "k")
    for code in ("AAAA", "BBBB", "CCCC"):
        match = matches.open(code, KOCKA, (*NAMES[:3], "Ota"), 0, house, "k1")
        for plain in (round_of(7, 7, 7, 7), durch(1)):
            entry = KOCKA.read_entry(plain, 4, house)
            match = matches.record(match, entry, match.version, str(match.version))
    bodies = [
        ("belongs", {"match": "AAAA", "people": [0, 1, 2, "Ota"]}),
        ("belongs", {"match": "BBBB", "people": [0, 1, 2, 4]}),
        ("located", {"matches": ["AAAA"], "pub": "U Lípy", "town": "Tovéř"}),
        ("bought", {"night": "2026-11-20", "buyer": 4, "guests": [0, 1], "what": "pivo"}),
        ("paid", {"payer": 0, "payee": 1, "amount": 100, "currency": "CZK"}),
        ("agreed", {"game": "kocka", "name": "naše", "house": {"dokladacka": "off"}}),
        ("deck", {"owner": 0, "since": "2026-11-20"}),
        ("named", {"member": 1, "name": "Janička"}),
    ]
    for kind, body in bodies:
        group = groups.write(group, kind, body, group.version, f"{kind}{group.version}")
    groups.undo(group, group.version, "u")


@pytest.fixture(scope="module")
def streams():
    with closing(open_ledger("sqlite://")) as ledger:
        season(ledger)
        return streams_of(ledger, "PARTA")


@pytest.fixture
def here(tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()
    with closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        season(ledger)
    return folder


def test_a_group_reads_back_with_its_matches(streams):
    assert [stream[0].stream for stream in streams] == ["PARTA", "AAAA", "BBBB"]
    assert load_file(dump_all(streams)) == streams


MISSING = {
    "a match": ("belongs", {"match": "ZZZZ", "people": [0]}),
    "a table of a round": (
        "seated",
        {"night": "2026-11-20", "round": 1, "game": "kocka", "how": "drawn", "order": [0, 1]}
        | {"tables": [{"match": "ZZZZ", "people": [0, 1]}]},
    ),
    "an unfinished table": (
        "seated",
        {"night": "2026-11-20", "round": 1, "game": "kocka", "how": "drawn", "order": [0, 1]}
        | {"tables": [{"match": "AAAA", "people": [0, 1]}], "unfinished": ["ZZZZ"]},
    ),
}
"""What a group may say of a match that its file does not have."""
AFTERWARDS = {
    "holds": [],
    "undone": [("struck", {"event": 2, "by": "undo"})],
    "redone": [("struck", {"event": 2, "by": "undo"}), ("struck", {"event": 3, "by": "redo"})],
}


@pytest.mark.parametrize("after", AFTERWARDS.values(), ids=AFTERWARDS)
@pytest.mark.parametrize(("kind", "body"), MISSING.values(), ids=MISSING)
def test_a_group_comes_with_every_match_that_a_line_names(streams, kind, body, after):
    opening, table = streams[0][0], streams[1]
    told = [(kind, body), *after]
    events = [opening] + [
        replace(opening, seq=seq, kind=kind, body=body, key=f"key-{seq}", hash="")
        for seq, (kind, body) in enumerate(told, start=2)
    ]
    named = [table] if "AAAA" in str(body) else []
    with pytest.raises(BrokenLine, match="line 1: of the matchs of PARTA these are missing: ZZZZ"):
        load_file(dump_all([events, *named]))


def test_a_group_grows_event_by_event_as_it_is_folded(streams):
    group = Group.fold(streams[0][:1])
    for seq, event in enumerate(streams[0][1:], start=2):
        group = group.after(event)
        assert group == Group.fold(streams[0][:seq])


def test_a_long_group_is_folded_once(streams, monkeypatch):
    applied, apply = 0, GROUP.apply

    def counted(state, event):
        nonlocal applied
        applied += 1
        return apply(state, event)

    monkeypatch.setattr(GROUP, "apply", counted)
    opening = streams[0][0]
    names = [
        replace(opening, seq=seq, kind="named", body={"name": f"Parta {seq}"},
                key=f"key-{seq}", hash="")
        for seq in range(2, 302)
    ]  # fmt: skip
    assert load_file(dump_all([[opening, *names]]))
    assert applied == len(names)


def test_a_match_alone_reads_back_too(streams):
    assert load_file(dump_all(streams[1:2])) == streams[1:2]


def run(folder, *words):
    return main([*words, "--instance", str(folder)])


def test_an_exported_group_is_the_same_in_another_house(here, tmp_path, capsys):
    assert run(here, "export", "parta") == 0
    text = capsys.readouterr().out
    (file := tmp_path / "parta.jsonl").write_text(text, "utf-8")
    assert run(tmp_path / "there", "import", str(file)) == 0
    counted, *links = capsys.readouterr().out.splitlines()
    assert counted == "group PARTA: 10 events, 2 matches"
    assert [each.partition("/in/")[0] for each in links] == [
        *("keeper: /c/PARTA", "scorer: /c/PARTA", "watcher: /c/PARTA")
    ]
    assert run(tmp_path / "there", "export", "PARTA") == 0
    assert capsys.readouterr().out == text
    assert run(tmp_path / "there", "check") == 0


def test_a_code_that_is_here_is_refused_and_nothing_of_the_file_is_taken(
    here, streams, tmp_path, capsys
):
    (file := tmp_path / "parta.jsonl").write_text(dump_all(streams), "utf-8")
    assert run(here, "import", str(file)) == 2
    assert "match PARTA is here already" in capsys.readouterr().err
    other = tmp_path / "other"
    (alone := tmp_path / "match.jsonl").write_text(dump_all(streams[2:]), "utf-8")
    assert run(other, "import", str(alone)) == 0
    assert run(other, "import", str(file)) == 2
    assert "match BBBB is here already" in capsys.readouterr().err
    with closing(open_ledger(f"sqlite:///{other / 'scorekeeper.db'}")) as ledger:
        assert ledger.matches() == ["BBBB"]


def body(at, **members):
    """Gives the body of line `at` + 1 other members."""
    return lambda lines: lines[at].update(body={**dict(lines[at]["body"]), **members})  # type: ignore[call-overload]


def taken_back_and_left_out(lines):
    """A match that Redo would bring back, whoever it belongs to, and that the file has not."""
    body(9, event=3)(lines)
    del lines[13:]


BROKEN = [
    (body(0, members=["Petr", "petr"]), 1, "body.members.1"),
    (body(1, people=[0, 0, 2, "Ota"]), 2, "body.people"),
    (body(1, people=[0, 1, 2, 17]), 2, "body.people"),
    (body(3, matches=["ZZZZ"]), 4, "body.matches.0"),
    (body(4, guests=[0, 9]), 5, "body.guests"),
    (body(5, amount="100"), 6, "body.amount"),
    (body(6, game="mariáš"), 7, "body.game"),
    (body(8, member=-1), 9, "body.member"),
    (body(9, event=99), 10, "body.event"),
    (body(1, people=[0, 1, 2, "Ota", 3]), 11, "match"),
    (body(12, entry={"type": "tarok"}), 13, "body.entry.type"),
    (lambda lines: lines.__delitem__(slice(10, 13)), 1, "missing: AAAA"),
    (taken_back_and_left_out, 1, "missing: BBBB"),
    (lambda lines: lines.__delitem__(4), 5, "the numbers are not 1, 2, 3"),
    (lambda lines: lines.__delitem__(slice(1, 10)), 2, "match: AAAA is no match of"),
    (
        lambda lines: lines.__delitem__(slice(0, 10)),
        4,
        "match: the file of a match holds that alone",
    ),
    (lambda lines: lines.append(dict(lines[-1])), 17, "the numbers are not 1, 2, 3"),
    (
        lambda lines: lines.extend(map(dict, lines[10:13])),
        17,
        "AAAA is no match of PARTA, or here twice",
    ),
    (lambda lines: lines[5].update(kind="recorded"), 6, "body"),
]


@pytest.mark.parametrize(("change", "line", "why"), BROKEN)
def test_what_makes_no_sense_is_named_with_its_line(streams, change, line, why):
    lines = [json.loads(each) for each in dump_all(streams).splitlines()]
    for each in lines:
        del each["hash"]
    change(lines)
    with pytest.raises(BrokenLine) as broken:
        load_file("".join(json.dumps(each) + "\n" for each in lines))
    assert str(broken.value).startswith(f"line {line}: ")
    assert why in broken.value.why


@pytest.mark.parametrize("text", ["", "no JSON\n", "[]\n", '{"match": 7}\n'])
def test_what_is_no_file_is_refused_in_its_first_line(text):
    with pytest.raises(BrokenLine, match="line 1: "):
        load_file(text)


@pytest.mark.sqlite_file
@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("belongs", {"match": "ZZZZ", "people": [0]}, "its match ZZZZ is not here"),
        ("admitted", {"member": 77}, "body.member: "),
    ],
)
def test_the_check_looks_at_groups(here, capsys, kind, body, why):
    with closing(open_ledger(f"sqlite:///{here / 'scorekeeper.db'}")) as ledger:
        ledger.append("PARTA", 10, "z", kind, body)
    assert run(here, "check") == 1
    said = capsys.readouterr()
    assert f"PARTA: {why}" in said.err
    assert said.out.startswith("4 matches, verdicts and groups, 1 faults")

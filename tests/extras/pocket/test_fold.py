"""The hash of a fold: the same for what says the same, another for anything else."""

import json
from dataclasses import replace

import pytest

from scorekeeper.extras.pocket.fold import dump_state, state_digest
from scorekeeper.match import Match
from scorekeeper.match.files import load
from tests.extras.pocket.table import FIVES, Phone, Server, entry, ruling
from tests.extras.pocket.test_sending import EVENINGS


def evening(path):
    return load(path.read_text("utf-8"))


def hash_of(events):
    return state_digest(Match.fold(events)).hash


@pytest.mark.parametrize("path", EVENINGS, ids=[path.stem for path in EVENINGS])
def test_what_differs_between_server_and_phone_is_no_part_of_it(path):
    events = evening(path)
    others = [
        replace(
            event,
            stream="ANOTHER",
            key=f"other-{event.seq}",
            at="2020-01-01T00:00:00Z",
            hash="",
            body={**event.body, "phone": "mark"},
        )
        for event in events
    ]
    assert hash_of(events) == hash_of(others)


def test_it_is_plain_json_without_fractions():
    for path in EVENINGS:
        text = json.dumps(dump_state(Match.fold(evening(path))))
        json.loads(text, parse_float=pytest.fail)


DEEDS = {
    "a row": lambda p: p.record(FIVES),
    "a correction": lambda p: p.do("correct", 2, entry(*FIVES)),
    "a strike": lambda p: p.do("strike", 2),
    "an undo": lambda p: p.do("undo"),
    "a note": lambda p: p.do("note", 2, "měl všechna srdce"),
    "other names": lambda p: p.do("rename", ("A", "B", "C", "D"), 0),
    "another dealer": lambda p: p.do("rename", p.match.names, 3),
    "a ruling": lambda p: p.do("rule", ruling(), None),
    "a ruling about a row": lambda p: p.do("rule", ruling(about=2), None),
    "new links": lambda p: p.do("renew_links", p.mark),
}


def test_whatever_a_table_sees_makes_it_another():
    hashes = set()
    for deed in (lambda p: None, *DEEDS.values()):
        phone = Phone("Petr", Server())
        phone.open(dokladacka="off")
        phone.record()
        deed(phone)
        hashes.add(state_digest(phone.match).hash)
    assert len(hashes) == len(DEEDS) + 1


def test_points_make_it_another():
    events = evening(EVENINGS[0])
    row = next(event for event in events if event.kind == "recorded")
    [line, *lines] = row.body["lines"]
    doctored = {**line, "points": [point + 1 for point in line["points"]]}
    body = {**row.body, "lines": [doctored, *lines]}
    others = [replace(e, body=body) if e is row else e for e in events]
    assert hash_of(others) != hash_of(events)

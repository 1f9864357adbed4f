"""What version 0.4 wrote opens for ever: matches of all five games, and verdicts.

`tests/data/0.4/` holds exports of 0.4 with corrections, strikes, undo, redo, new names and rulings;
`expected.json` is what 0.4 itself showed of them.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.schema import dump as canonical_json
from scorekeeper.core.sheet import sum_of
from scorekeeper.match import Match, fold
from scorekeeper.match.files import load
from scorekeeper.stream.files import dump, event_from_members
from scorekeeper.web import create_app
from tests.web.phone import Phone
from tests.web.table import Table

FOLDER = Path(__file__).parents[1] / "data" / "0.4"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
VERDICTS = [
    event_from_members(json.loads(line))
    for line in (FOLDER / "verdicts.jsonl").read_text("utf-8").splitlines()
]
EACH_FILE = pytest.mark.parametrize("name", EXPECTED)
FIVE = {"taroky", "kocka", "faraon", "makao", "durak"}


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.jsonl").read_text("utf-8")


def shown(match: Match) -> dict[str, Any]:
    """A match as `expected.json` tells it."""
    standing = match.standing
    return {
        "names": list(match.names),
        "totals": list(standing.totals),
        "dealer": standing.dealer,
        "next": list(standing.next),
        "state": canonical_json(match.game.state(standing)),
        "scores": [list(sum_of(row.lines, len(match.names))) for row in match.rows],
        "struck": [row.struck for row in match.rows],
        "kinds": [event.kind for event in match.events],
    }


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app that has taken in everything that 0.4 wrote."""
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger) as ledger:
        for name in EXPECTED:
            ledger.restore(load(text_of(name)))
        for verdict in VERDICTS:
            ledger.restore([verdict])
        yield app


def table_of(app: Flask, name: str) -> Table:
    """The scorer's phone at a match of 0.4."""
    phone, code = Phone(app), load(text_of(name))[0].stream
    with phone.client.session_transaction() as session:
        session["roles"] = [(code, "scorer")]
    return Table(phone, code)


def test_there_are_matches_of_every_game_and_every_kind_of_event() -> None:
    assert {name.partition("-")[0] for name in EXPECTED} == FIVE
    kinds = {kind for each in EXPECTED.values() for kind in each["kinds"]}
    assert kinds == {"opened", "recorded", "corrected", "struck", "ruled", "renamed"}
    assert len(VERDICTS) >= 50


@EACH_FILE
def test_a_match_of_0_4_folds_to_what_0_4_showed(name: str) -> None:
    events = load(text_of(name))
    assert shown(fold(events)) == EXPECTED[name]
    assert dump(events) == text_of(name)


@EACH_FILE
def test_a_match_of_0_4_goes_on(app: Flask, name: str) -> None:
    table = table_of(app, name)
    before = table.match
    again = next(row for row in reversed(before.rows) if row.entry.numbered)
    if before.standing.next and again.entry.type in before.standing.next:
        table.record(again.entry)
        assert len(table.match.rows) == len(before.rows) + 1
        assert table.open("").status == 200
    table.fill("/people", **{"player-0": "Božena"})
    assert table.match.names[0] == "Božena"
    table.phone.submit(f"{table.url}/undo")
    assert table.match.names == before.names


@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_verdict_of_0_4_says_what_it_said(app: Flask, language: str) -> None:
    phone, faults = Phone(app, language), []
    words = {
        "legal": phone.say("ALLOWED"),
        "offence": phone.say("NOT ALLOWED"),
        "undecidable": phone.say("CANNOT TELL YET"),
    }
    for verdict in VERDICTS:
        screen, written = phone.get(f"/v/{verdict.stream}"), verdict.body["judged"]
        word = words[written["verdict"]["verdict"]]
        penalised = written["verdict"]["verdict"] == "offence"
        if screen.status != 200 or (penalised and word not in screen.text):
            faults.append((written["game"], written["kind"], screen.status))
    assert not faults
    assert {verdict.body["judged"]["game"] for verdict in VERDICTS} == FIVE


def test_what_would_be_refused_today_is_still_read() -> None:
    """A pagát and a trul in two hands were taken once; today such a deal is refused."""
    match = fold(load(text_of("taroky-1")))
    checks = (match.game.check(row.entry, row.before, match.house) for row in match.rows)
    refused = {refusal.id for refusal in checks if refusal}
    assert refused
    assert refused <= match.game.newer_refusals

"""Kinds of event of older versions stay readable, and have no other effect."""

from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.stream.files import dump
from scorekeeper.stream.kinds import InvalidEvent, Kinds
from scorekeeper.stream.roles import with_changes
from scorekeeper.web import create_app
from scorekeeper.web.http.access import link_path
from tests.old_tournament import SEASON
from tests.released import streams_in
from tests.web.phone import Phone

OLD: Kinds[object, object] = Kinds("tournament")
"""A noun of which nothing is declared any more."""


def test_a_retired_kind_takes_whatever_was_written() -> None:
    OLD.validate_body(None, "opened", {"tournament": {"name": "Vánoční turnaj"}})
    OLD.validate_body(object(), "drawn", {"round": 1, "anything": [1, 2]})


def test_a_retired_kind_changes_nothing() -> None:
    state = object()
    assert OLD.apply(state, Event("T", 2, "closed", {}, "k", "")) is state


def test_only_an_opening_opens_a_stream() -> None:
    with pytest.raises(InvalidEvent, match="no stream begins with 'drawn'"):
        OLD.validate_body(None, "drawn", {})


def test_undo_knows_what_could_be_undone() -> None:
    assert {"drawn", "entered"} <= OLD.kinds_with("undoable")
    assert "struck" not in OLD.kinds_with("undoable")


def test_names_are_reached() -> None:
    body = {"players": [{"name": "Petr", "licence": 7}, {"name": "Eva"}], "more": "Petr"}
    changed = with_changes(OLD.body_types["entered"], body, {"name": lambda name: "1"})
    assert changed == {"players": [{"name": "1", "licence": 7}, {"name": "1"}], "more": "Petr"}


@pytest.fixture
def signed(tmp_path: Path) -> str:
    """The folder of a house in which 0.10 wrote a table that two players signed."""
    with closing(open_ledger(f"sqlite:///{tmp_path / 'scorekeeper.db'}")) as ledger:
        ledger.restore(streams_in(SEASON)["TABLE"])
    return str(tmp_path)


def stored(folder: str) -> list[Event]:
    with closing(open_ledger(f"sqlite:///{folder}/scorekeeper.db")) as ledger:
        return ledger.read("TABLE")


def test_a_signed_match_is_whole_exported_and_taken_in(
    signed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events, file = stored(signed), tmp_path / "table.jsonl"
    assert [event.kind for event in events].count("signed") == 2
    assert main(["check", "--instance", signed]) == 0
    capsys.readouterr()
    assert main(["export", "TABLE", "--instance", signed]) == 0
    file.write_text(text := capsys.readouterr().out, "utf-8", newline="")
    assert text == dump(events)
    assert main(["check", str(file)]) == 0
    there = str(tmp_path / "there")
    assert main(["import", str(file), "--instance", there]) == 0
    assert stored(there) == events


def test_of_a_signature_nothing_stays_where_names_are_forgotten(signed: str) -> None:
    assert main(["forget", "TABLE", "--instance", signed]) == 0
    assert main(["check", "--instance", signed]) == 0
    bodies = [event.body for event in stored(signed) if event.kind == "signed"]
    left = {"hash": "", "key": "", "signature": ""}
    assert [{name: body[name] for name in left} for body in bodies] == [left, left]


@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_history_tells_of_signatures_in_one_sentence(signed: str, language: str) -> None:
    app = create_app(Path(signed), {"TESTING": True, "RATELIMIT_ENABLED": False})
    phone = Phone(app, language)
    with app.test_request_context():
        path = link_path(app.extensions["matches"].get("TABLE"), "scorer")
    phone.get(path)
    said = phone.say("from an older version, without effect now")
    assert phone.get("/m/TABLE/history").text.count(said) == 2
    for page in ("", "/result", "/print", "/new/game", "/phones"):
        assert said not in phone.get(f"/m/TABLE{page}").text

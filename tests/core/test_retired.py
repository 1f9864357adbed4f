"""What is retired stays readable, and has no other effect: kinds of event, and tournaments, which
whoever keeps a house has as before, and of which names can be forgotten.
"""

import json
from contextlib import closing, suppress

import pytest

from scorekeeper.cli import main
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.match.files import load_file
from scorekeeper.stream.files import BrokenLine, dump, dump_all
from scorekeeper.stream.kinds import InvalidEvent, Kinds
from scorekeeper.stream.roles import with_changes
from scorekeeper.web import create_app
from scorekeeper.web.http.access import link_path
from tests.core.house import care
from tests.old_tournament import SEASON, old_tournament, streams_in
from tests.web.phone import Phone

OLD = Kinds("tournament")
"""A noun of which nothing is declared any more."""


def test_a_retired_kind_takes_whatever_was_written():
    OLD.validate_body(None, "opened", {"tournament": {"name": "Vánoční turnaj"}})
    OLD.validate_body(object(), "drawn", {"round": 1, "anything": [1, 2]})


def test_a_retired_kind_changes_nothing():
    state = object()
    assert OLD.apply(state, Event("T", 2, "closed", {}, "k", "")) is state


def test_only_an_opening_opens_a_stream():
    with pytest.raises(InvalidEvent, match="no stream begins with 'drawn'"):
        OLD.validate_body(None, "drawn", {})


def test_undo_knows_what_could_be_undone():
    assert {"drawn", "entered"} <= OLD.kinds_with("undoable")
    assert "struck" not in OLD.kinds_with("undoable")


def test_names_are_reached():
    body = {"players": [{"name": "Petr", "licence": 7}, {"name": "Eva"}], "more": "Petr"}
    changed = with_changes(OLD.body_types["entered"], body, {"name": lambda name: "1"})
    assert changed == {"players": [{"name": "1", "licence": 7}, {"name": "1"}], "more": "Petr"}


@pytest.fixture
def signed(tmp_path):
    """The folder of a house in which 0.10 wrote a table that two players signed."""
    with closing(open_ledger(f"sqlite:///{tmp_path / 'scorekeeper.db'}")) as ledger:
        ledger.restore(streams_in(SEASON)["TABLE"])
    return tmp_path


def stored(folder):
    with closing(open_ledger(f"sqlite:///{folder}/scorekeeper.db")) as ledger:
        return ledger.read("TABLE")


def test_a_signed_match_is_whole_exported_and_taken_in(signed, tmp_path, capsys):
    events, file, there = stored(signed), tmp_path / "table.jsonl", tmp_path / "there"
    assert [event.kind for event in events].count("signed") == 2
    assert care(signed, "check") == 0
    capsys.readouterr()
    assert care(signed, "export", "TABLE") == 0
    file.write_text(text := capsys.readouterr().out, "utf-8", newline="")
    assert text == dump(events)
    assert main(["check", str(file)]) == 0
    assert care(there, "import", str(file)) == 0
    assert stored(there) == events


def test_of_a_signature_nothing_stays_where_names_are_forgotten(signed):
    assert care(signed, "forget", "TABLE") == 0
    assert care(signed, "check") == 0
    bodies = [event.body for event in stored(signed) if event.kind == "signed"]
    left = {"hash": "", "key": "", "signature": ""}
    assert [{name: body[name] for name in left} for body in bodies] == [left, left]


@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_history_tells_of_signatures_in_one_sentence(signed, language):
    app = create_app(signed, {"TESTING": True, "RATELIMIT_ENABLED": False})
    phone = Phone(app, language)
    with app.test_request_context():
        path = link_path(app.extensions["matches"].get("TABLE"), "scorer")
    phone.get(path)
    said = phone.say("from an older version, without effect now")
    assert phone.get("/m/TABLE/history").text.count(said) == 2
    for page in ("", "/result", "/print", "/new/game", "/phones"):
        assert said not in phone.get(f"/m/TABLE{page}").text


EACH = pytest.mark.parametrize("code", ["OPEN", "LIGA"])


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "instance"
    folder.mkdir()
    with closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        for code in ("OPEN", "LIGA"):
            ledger.restore(*old_tournament(code))
    return folder


@pytest.fixture
def ledger(folder):
    with closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        yield ledger


def words_in(ledger, streams):
    """All that stands in some streams now."""
    return "".join(dump(ledger.read(events[0].stream)) for events in streams)


def test_they_are_sound(folder):
    assert care(folder, "check") == 0


@EACH
def test_what_is_exported_is_imported(folder, tmp_path, code, capsys):
    assert care(folder, "export", code) == 0
    text = capsys.readouterr().out
    assert text == dump_all(old_tournament(code))
    file, other = tmp_path / "file.jsonl", tmp_path / "other"
    file.write_text(text, "utf-8")
    assert care(other, "import", str(file)) == 0
    said = capsys.readouterr().out
    assert f"tournament {code}: " in said
    assert f"organiser: /t/{code}/in/" in said
    assert care(other, "export", code) == 0
    assert capsys.readouterr().out == text


def test_a_file_without_a_table_is_refused(folder):
    with pytest.raises(BrokenLine, match="of the tables of OPEN these are missing: "):
        load_file(dump_all(old_tournament()[:-1]))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("relinked", {"generation": "x", "phone": "p"}),
        ("drawn", {"tables": [{"code": ["x"]}, 7], "round": 1}),
        ("drawn", {"tables": 7}),
        ("entered", {"players": [{"name": 1}, "x"]}),
        ("struck", {"event": 99, "by": "undo"}),
    ],
)
def test_nonsense_in_a_file_breaks_nothing(kind, body):
    opening = old_tournament()[0][0]
    said = {"match": "OPEN", "seq": 2, "kind": kind, "body": body, "key": "k", "at": opening.at}
    with suppress(BrokenLine):
        load_file(f"{dump([opening])}{json.dumps(said)}\n")


@EACH
def test_one_player_is_forgotten_at_all_tables(folder, ledger, code):
    streams = old_tournament(code)
    assert "Hráč 3" in words_in(ledger, streams)
    assert care(folder, "forget", code, "--player", "HRÁČ 3") == 0
    words = words_in(ledger, streams)
    assert '"Hráč 3"' not in words
    assert '"Hráč 4"' in words
    entered = ledger.read(code)[1].body["players"]
    assert entered[3] == {"name": "4"}
    assert entered[4] == {"name": "Hráč 4", "licence": 104}
    assert care(folder, "check") == 0


def test_a_referee_is_forgotten(folder, ledger):
    assert "Rozhodčí" in words_in(ledger, old_tournament())
    assert care(folder, "forget", "OPEN", "--player", "Rozhodčí") == 0
    assert "Rozhodčí" not in words_in(ledger, old_tournament())


@EACH
def test_all_are_forgotten(folder, ledger, code):
    streams = old_tournament(code)
    assert care(folder, "forget", code) == 0
    words = words_in(ledger, streams)
    for told in ("Hráč ", "Pozdní", "licence", "Rozhodčí", "kdo bere?"):
        assert told not in words
    assert ledger.read(code)[0].body == streams[0][0].body, "its own name was on its posters"
    assert care(folder, "check") == 0


@pytest.mark.sqlite_file
def test_a_backup_has_them(folder, tmp_path):
    copy = tmp_path / "copy.db"
    assert care(folder, "backup", str(copy)) == 0
    with closing(open_ledger(f"sqlite:///{copy}")) as ledger:
        assert words_in(ledger, old_tournament()) == dump_all(old_tournament())

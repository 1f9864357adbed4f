"""What the ledger's file may have become: each state is refused in one sentence, and left alone."""

import contextlib
import os
import shutil
import sqlite3
import stat

import pytest

from scorekeeper.cli import main
from scorekeeper.ledger import Damaged, Unusable, open_ledger
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.match.files import load
from tests.commands import refusal
from tests.verification.drills.imports import FOLDER

pytestmark = pytest.mark.sqlite_file
PAGE = 4096
EVENING = FOLDER / "taroky-1.jsonl"


@pytest.fixture
def path(tmp_path):
    """A ledger with an evening, closed."""
    folder = tmp_path / "instance"
    folder.mkdir()
    path = folder / "scorekeeper.db"
    with contextlib.closing(open_ledger(f"sqlite:///{path}")) as ledger:
        ledger.restore(load(EVENING.read_text("utf-8")))
    return path


@pytest.fixture
def ledger(path):
    with contextlib.closing(SqliteLedger(str(path), patience=0.05)) as ledger:
        yield ledger


def write_at(path, offset, data):
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def run_sql(path, sql):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)


def make_foreign(path):
    path.unlink()
    run_sql(path, "create table bookmarks (url text)")


def make_directory(path):
    path.unlink()
    path.mkdir()


def test_a_big_file_is_opened_at_once_and_looked_at_by_check(path, monkeypatch, capsys):
    run_sql(path, "drop trigger events_are_not_deleted; drop index openings;")
    write_at(path, path.stat().st_size - PAGE, b"\xff" * PAGE)
    with pytest.raises(Unusable, match="is damaged"):
        SqliteLedger(str(path))
    monkeypatch.setattr("scorekeeper.ledger.sqlite.opening.LOOKED_AT", PAGE)
    SqliteLedger(str(path)).close()
    assert main(["check", "--instance", str(path.parent)]) != 0
    assert capsys.readouterr().err.startswith("scorekeeper: ")


STATES = {
    "text": (lambda p: p.write_text("Karel 41\n" * 999), "is no database"),
    "a garbled header": (lambda p: write_at(p, 0, b"x" * 100), "is no database"),
    "garbled pages": (
        lambda p: write_at(p, PAGE, os.urandom(p.stat().st_size - PAGE)),
        "is damaged",
    ),
    "one garbled page": (
        lambda p: write_at(p, p.stat().st_size - PAGE, b"\xff" * PAGE),
        "is damaged",
    ),
    "cut off": (lambda p: os.truncate(p, PAGE * 2), "is damaged"),
    "nothing in it": (lambda p: p.write_bytes(b""), "is empty, so what was in it is lost"),
    "another program's": (make_foreign, "is a database with no ledger"),
    "no record of its version": (
        lambda p: run_sql(p, "drop table _sqlite_migrations"),
        "is a database with no record of its version",
    ),
    "a newer version's": (
        lambda p: run_sql(
            p,
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('ledger', 'sign_events', '2030-01-01')",
        ),
        r"was written by a newer version of Scorekeeper \(sign_events\)",
    ),
    "a folder": (make_directory, "cannot be opened"),
}
EACH_STATE = pytest.mark.parametrize(("become", "why"), STATES.values(), ids=STATES)


@EACH_STATE
def test_a_file_that_is_no_ledger_is_refused_and_left_alone(path, become, why):
    become(path)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(Unusable, match=rf"^{path} {why}.*: \w+ "):
        SqliteLedger(str(path), patience=0.05)
    assert before is None or path.read_bytes() == before


@EACH_STATE
@pytest.mark.parametrize(
    "words", [["export", "Y7UG"], ["import", str(EVENING)], ["serve"]], ids=lambda words: words[0]
)
def test_every_command_says_it_in_one_sentence(path, capsys, monkeypatch, words, become, why):
    monkeypatch.setattr("scorekeeper.web.http.serve.GunicornServer.run", None)
    become(path)
    assert main([*words, "--instance", str(path.parent)]) != 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("scorekeeper: ")
    assert said.err.count("\n") == 1
    assert str(path) in said.err


def test_an_evening_is_found_again(path, capsys):
    """So the states above are refused for what they became."""
    assert main(["export", "Y7UG", "--instance", str(path.parent)]) == 0
    assert capsys.readouterr().out == EVENING.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "folder", "says"),
    [
        (["serve"], "instance", "secret.key has 1 bytes"),
        (["serve"], "file", "File exists"),
        (["import", str(EVENING)], "file", "File exists"),
    ],
    ids=["a short secret", "a file is no folder", "nor to import into"],
)
def test_an_instance_that_cannot_be_one_is_said_in_one_sentence(
    path, tmp_path, capsys, words, folder, says
):
    (path.parent / "secret.key").write_bytes(b"x")
    (tmp_path / "file").touch()
    assert says in refusal(capsys, *words, "--instance", str(tmp_path / folder))


def test_a_file_that_cannot_be_written_is_refused(path, monkeypatch):
    """Opened as a system does where nothing may be written, whoever runs the tests."""
    real = sqlite3.connect

    def connect(path, **named):
        return real(f"file:{path}?mode=ro&immutable=1", **{**named, "uri": True})

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(Unusable, match=r"db cannot be written: let its owner write it"):
        SqliteLedger(str(path), patience=0.05)


@pytest.mark.parametrize("words", [["export", "Y7UG"], ["check"], ["backup", "copy.db"]])
def test_what_only_reads_needs_nothing_written(path, monkeypatch, tmp_path, words):
    """The log's index cannot be made, as on a full disk or one that is only read."""
    real, files = sqlite3.connect, sorted(path.parent.iterdir())

    def connect(name, **named):
        if str(path) in name and "immutable" not in name:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return real(name, **named)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sqlite3, "connect", connect)
    assert main([*words, "--instance", str(path.parent)]) == 0
    assert sorted(path.parent.iterdir()) == files


def test_a_log_that_cannot_be_read_is_not_left_out(path, monkeypatch):
    path.with_name("scorekeeper.db-wal").write_bytes(b"an event, perhaps")
    only_reading_fails = sqlite3.OperationalError("disk I/O error")
    only_reading_fails.sqlite_errorcode = sqlite3.SQLITE_IOERR

    def connect(name, **named):
        raise only_reading_fails

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(Unusable, match="cannot be read or written"):
        SqliteLedger(str(path), read_only=True)


@pytest.mark.parametrize("step", ["open", "link"])
def test_a_ledger_that_cannot_be_made_leaves_nothing(tmp_path, monkeypatch, step):
    def fail(*arguments, **named):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, step, fail)
        with pytest.raises(Unusable, match=r"db cannot be made: No space left on device"):
            SqliteLedger(str(tmp_path / "scorekeeper.db"))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_taken_away_is_not_written_on(path, ledger):
    path.rename(path.with_name("elsewhere.db"))
    with pytest.raises(Unusable, match="removed or replaced"):
        ledger.append("Y7UG", 0, "k", "opened", {})
    with pytest.raises(Unusable, match="removed or replaced"):
        ledger.read("Y7UG")


def test_a_file_that_was_put_in_its_place_waits_for_a_start(path, ledger, tmp_path):
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    copy.replace(path)
    with pytest.raises(Unusable, match="start again"):
        ledger.matches()


def test_a_file_that_was_emptied_is_not_taken_for_a_new_one(path, ledger):
    path.write_bytes(b"")
    with pytest.raises(Unusable, match="removed or replaced"):
        ledger.read("Y7UG")


def test_a_body_that_is_no_json_is_damage(path, ledger):
    run_sql(path, "drop trigger events_are_not_updated; update events set body = '{' where seq = 2")
    with pytest.raises(Damaged, match="event 2 of Y7UG is no JSON"):
        ledger.read("Y7UG")


def test_a_new_ledger_is_its_owners_alone(tmp_path):
    path = tmp_path / "scorekeeper.db"
    with contextlib.closing(SqliteLedger(str(path))) as ledger:
        ledger.append("M", 0, "k", "opened", {})
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert modes == {f"scorekeeper.db{end}": 0o600 for end in ("", "-wal", "-shm")}


def test_a_new_folder_is_its_owners_alone(tmp_path):
    folder = tmp_path / "new"
    assert main(["import", str(EVENING), "--instance", str(folder)]) == 0
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700

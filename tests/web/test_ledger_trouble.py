"""What readers are told when the ledger fails while it is in use: the truth, in their language."""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.ledger import Event, Unavailable, Unusable, open_ledger
from scorekeeper.ledger.sqlite.opening import failures_of
from tests.web.phone import Phone
from tests.web.table import KEY, start

GONE = (
    "The storage for matches is damaged or out of reach. Nothing can be shown or saved until "
    "whoever runs Scorekeeper here puts it right."
)
LATER = "It cannot be read now. Try again in a moment."
AGAIN = "It could not be saved now. Try again: nothing is written twice."
PAGE = 4096


@pytest.fixture
def app(open_app):
    app = open_app()
    with closing(app.extensions["matches"].ledger):
        yield app


def path_of(app):
    return Path(app.instance_path) / "scorekeeper.db"


def ledger_of(app):
    return app.extensions["matches"].ledger


def let_go(app):
    """Lets all lie in the file and nothing in memory."""
    ledger_of(app)._db.execute("pragma wal_checkpoint(truncate)")
    ledger_of(app)._let_go()
    app.extensions["matches"]._folds.clear()


def failing(error):
    def fail(*arguments, **named):
        raise error

    return fail


@pytest.mark.sqlite_file
@pytest.mark.parametrize("language", ["cs", "en", "sk", "pl", "be"])
def test_damage_is_said_as_it_is_and_told_to_the_operator(app, language, caplog):
    table = start(Phone(app, language))
    table.rounds(*[(7, 7, 7, 7)] * 3)
    let_go(app)
    overwrite(path_of(app))
    with caplog.at_level(logging.CRITICAL):
        for screen in (table.open(), table.phone.get("/")):
            assert (screen.status, table.phone.say(GONE) in screen.text) == (503, True)
    assert caplog.messages
    assert all("scorekeeper check" in message for message in caplog.messages)


def begin(app):
    """A table in a house of many matches, all of which lie in the file and not in its log."""
    table = start(Phone(app, "en"))
    body, at = {"names": ["Petr" * 50]}, "2026-11-20T21:14:05Z"
    ledger_of(app).restore(*([Event(f"M{n}", 1, "opened", body, KEY, at)] for n in range(400)))
    ledger_of(app)._db.execute("pragma wal_checkpoint(truncate)")
    assert app.test_client().get("/health").status_code == 200
    return table


def overwrite(path):
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(PAGE)
        file.write(b"\xff" * (size - PAGE))


def forget_the_beginning(path):
    with path.open("r+b") as file:
        file.write(b"\xff" * PAGE)


DAMAGE = {
    "overwritten from its second page on": overwrite,
    "cut off in the middle": lambda path: os.truncate(path, PAGE * 6),
    "a page cut off": lambda path: os.truncate(path, path.stat().st_size - PAGE),
}


@pytest.mark.sqlite_file
@pytest.mark.parametrize("damage", [*DAMAGE, "without its beginning"])
def test_what_is_damaged_while_it_is_in_use_is_not_well(app, damage):
    """All of it lies in memory: nobody would know of it until the next start."""
    table = begin(app)
    table.open("/new/round")
    DAMAGE.get(damage, forget_the_beginning)(path_of(app))
    answer = app.test_client().get("/health")
    said = "the ledger is damaged or out of reach: the log says what to do"
    assert (answer.status_code, answer.json["status"]) == (503, said)
    if damage in DAMAGE:
        screen = table.phone.submit("form", durch="0")
        assert (screen.status, GONE in screen.text) == (503, True), "it could not be found again"


def spoil(path, right, wrong):
    data = path.read_bytes()
    assert right in data
    path.write_bytes(data.replace(right, wrong))


SPOILT = {
    "an index": [
        (b"indexopeningsevents", b"index\xffpeningsevents"),
        (b"on events (match) where", b"on events (mxtch) where"),
    ],
    "the name of a member": [(b'"names"', b'"nam\xff"')],
    "the names": [(b'"names":["', b'"names":[]"')],
    "what an entry is": [(b'"type":"round"', b'"type":"rounx"')],
    "what is played": [(b'"game":"kocka"', b'"game":"kockx"')],
}


@pytest.mark.sqlite_file
@pytest.mark.parametrize("where", SPOILT)
def test_what_is_spoilt_in_the_file_is_told_on_every_page(open_app, where, caplog):
    """Reading or saving, whatever the driver or the fold makes of it; no traceback in the log."""
    app = open_app(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    with closing(app.extensions["matches"].ledger):
        table = start(Phone(app, "en"))
        table.rounds(*[(7, 7, 7, 7)] * 3)
        form = table.open("/new/round")
        let_go(app)
        for right, wrong in SPOILT[where]:
            spoil(path_of(app), right, wrong)
        for path in ("", "/history", "/new/round"):
            screen = table.open(path)
            assert (screen.status, GONE in screen.text) == (503, True), path
        table.phone.screen = form
        screen = table.phone.submit("form", durch="0")
        assert (screen.status, GONE in screen.text) == (503, True)
        assert not [record for record in caplog.records if record.exc_info]
        assert app.test_client().get("/health").status_code in (200, 503)


@pytest.mark.parametrize(
    "error",
    [
        sqlite3.IntegrityError("only the next event can be added"),
        sqlite3.DatabaseError("database disk image is malformed"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
        FileNotFoundError("scorekeeper.db"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_the_driver_says_of_damage_is_told(error):
    if isinstance(error, sqlite3.DatabaseError):
        integrity = isinstance(error, sqlite3.IntegrityError)
        error.sqlite_errorcode = (
            sqlite3.SQLITE_CONSTRAINT_TRIGGER if integrity else sqlite3.SQLITE_CORRUPT
        )
    with pytest.raises(Unusable, match="put a backup in its place"), failures_of("a.db"):
        raise error


def test_grants_that_are_no_json_are_told(app):
    table = start(Phone(app, "en"))
    table.open()
    ledger = ledger_of(app)
    ledger.phones.take_over([(phone, "{", *rest) for phone, _roles, *rest in ledger.phones.all()])
    screen = table.open()
    assert (screen.status, GONE in screen.text) == (503, True)


@pytest.mark.sqlite_file
def test_a_file_that_was_made_smaller_is_not_damaged(app):
    """Names are forgotten by another process, which tidies the file up."""
    table, size = begin(app), path_of(app).stat().st_size
    with closing(open_ledger(f"sqlite:///{path_of(app)}")) as other:
        other.rewrite([Event(f"M{n}", 1, "opened", {}, KEY, "") for n in range(400)])
    assert path_of(app).stat().st_size < size
    assert table.fill("/new/round", "form", durch="0").status == 200
    assert app.test_client().get("/health").status_code == 200


@pytest.mark.sqlite_file
def test_a_file_that_is_gone_is_said_as_it_is(app):
    table = start(Phone(app, "en"))
    path_of(app).unlink()
    screen = table.open()
    assert (screen.status, GONE in screen.text) == (503, True)


def test_what_cannot_be_read_now_is_not_called_unsaved(app, monkeypatch):
    table = start(Phone(app, "en"))
    fail = failing(Unavailable("locked"))
    monkeypatch.setattr(ledger_of(app), "read", fail)
    screen = table.open()
    assert (screen.status, LATER in screen.text) == (503, True)
    assert AGAIN not in screen.text


def test_what_cannot_be_saved_can_be_sent_again(app, monkeypatch, caplog):
    table = start(Phone(app, "en"))
    form = table.open("/new/round")
    with monkeypatch.context() as broken:
        broken.setattr(ledger_of(app), "append", failing(Unavailable("the disk is full")))
        screen = table.phone.submit("form", durch="0")
    assert (screen.status, AGAIN in screen.text) == (503, True)
    assert [(one.getMessage(), one.exc_info) for one in caplog.records] == [
        ("the ledger did not answer: the disk is full", None)
    ]
    table.phone.screen = form
    assert len(table.phone.submit("form", durch="0").rows) == 1


def test_a_fault_of_the_program_is_not_called_the_disks(app, monkeypatch):
    table = start(Phone(app, "en"))
    fail = failing(sqlite3.ProgrammingError("no such column"))
    monkeypatch.setattr(ledger_of(app), "read", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    screen = table.open()
    assert screen.status == 500
    assert GONE not in screen.text

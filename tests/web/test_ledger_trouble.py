"""What readers are told when the ledger fails while it is in use: the truth, in their language."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.ledger.sqlite import SqliteLedger
from tests.conftest import OpenApp
from tests.web.phone import Phone
from tests.web.table import start

GONE = (
    "The file with the matches is damaged or gone. Nothing can be shown or saved until whoever "
    "runs Scorekeeper here puts a backup in its place."
)
LATER = "It cannot be read now. Try again in a moment."
AGAIN = "It could not be saved now. Try again: nothing is written twice."
PAGE = 4096


@pytest.fixture
def app(open_app: OpenApp) -> Any:
    app = open_app()
    with closing(app.extensions["matches"].ledger):
        yield app


def path_of(app: Flask) -> Path:
    return Path(app.instance_path) / "scorekeeper.db"


def failing(error: sqlite3.Error, code: int) -> Any:
    error.sqlite_errorcode = code

    def fail(*arguments: Any, **named: Any) -> Any:
        raise error

    return fail


@pytest.mark.parametrize("language", ["cs", "en", "sk", "pl", "be"])
def test_damage_is_said_as_it_is_and_told_to_the_operator(
    app: Flask, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = start(Phone(app, language))
    table.rounds(*[(7, 7, 7, 7)] * 3)
    ledger = app.extensions["matches"].ledger
    ledger._db.execute("pragma wal_checkpoint(truncate)")
    ledger._let_go()
    app.extensions["matches"]._folds.clear()
    with path_of(app).open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(PAGE)
        file.write(b"\xff" * (size - PAGE))
    with caplog.at_level(logging.CRITICAL):
        for screen in (table.open(), table.phone.get("/")):
            assert (screen.status, table.phone.say(GONE) in screen.text) == (500, True)
    assert caplog.messages
    assert all("scorekeeper check" in message for message in caplog.messages)


def test_a_file_that_is_gone_is_said_as_it_is(app: Flask) -> None:
    table = start(Phone(app, "en"))
    path_of(app).unlink()
    screen = table.open()
    assert (screen.status, GONE in screen.text) == (500, True)


def test_what_cannot_be_read_now_is_not_called_unsaved(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start(Phone(app, "en"))
    fail = failing(sqlite3.OperationalError("database is locked"), sqlite3.SQLITE_BUSY)
    monkeypatch.setattr(SqliteLedger, "read", fail)
    screen = table.open()
    assert (screen.status, LATER in screen.text) == (503, True)
    assert AGAIN not in screen.text


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("database or disk is full", sqlite3.SQLITE_FULL),
        ("attempt to write a readonly database", sqlite3.SQLITE_READONLY),
        ("disk I/O error", sqlite3.SQLITE_IOERR),
    ],
)
def test_what_cannot_be_saved_can_be_sent_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch, error: str, code: int
) -> None:
    table = start(Phone(app, "en"))
    form = table.open("/new/round")
    with monkeypatch.context() as broken:
        broken.setattr(SqliteLedger, "append", failing(sqlite3.OperationalError(error), code))
        screen = table.phone.submit("form", durch="0")
    assert (screen.status, AGAIN in screen.text) == (503, True)
    table.phone.screen = form
    assert len(table.phone.submit("form", durch="0").rows) == 1


def test_a_fault_of_the_program_is_not_called_the_disks(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start(Phone(app, "en"))
    fail = failing(sqlite3.ProgrammingError("no such column"), sqlite3.SQLITE_ERROR)
    monkeypatch.setattr(SqliteLedger, "read", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    screen = table.open()
    assert screen.status == 500
    assert GONE not in screen.text

"""A file that was saved comes back in the browser, with the checks of the command line."""

from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web import create_app
from tests.extras.company.phones import found, start
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table


@pytest.fixture
def second_app(tmp_path: Path) -> Iterator[Flask]:
    """Another house, in which nothing was played yet."""
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    second = create_app(tmp_path, settings)
    with closing(second.extensions["matches"].ledger):
        yield second


def exported(phone: Phone, home: str) -> bytes:
    """What "Save as a file" gives."""
    data: bytes = phone.client.get(f"{home}/export").data
    return data


def take_in(phone: Phone, data: bytes) -> Screen:
    """Sends a file."""
    phone.get("/take-in")
    fields = phone.screen.form("/take-in").filled({})
    return phone.post("/take-in", {**fields, "file": (BytesIO(data), "scorekeeper.jsonl")})


def test_a_match_comes_back_whole_and_may_be_written_in(table: Table, second_app: Flask) -> None:
    table.rounds((7, 7, 7, 7))
    data = exported(table.phone, table.url)
    other = Phone(second_app)
    screen = take_in(other, data)
    assert (screen.status, screen.url) == (200, table.url)
    assert exported(other, table.url) == data
    Table(other, table.code).rounds((28, 0, 0, 0))


def test_a_group_is_told_who_brings_it_in(phone: Phone, second_app: Flask) -> None:
    company = found(phone)
    start(phone, company)
    other = Phone(second_app)
    screen = take_in(other, exported(phone, company))
    assert screen.status == 422
    assert "scorekeeper import" in screen.text
    assert not second_app.extensions["matches"].ledger.matches()


def test_a_file_that_is_here_or_broken_changes_nothing_and_is_told(
    table: Table, second_app: Flask
) -> None:
    data = exported(table.phone, table.url)
    said = table.phone.say("%(code)s is here already. Nothing was imported.", code=table.code)
    assert take_in(table.phone, data).status == 422
    assert said in table.phone.screen.text
    other = Phone(second_app)
    for broken, text in (
        (b"", "Choose a file first."),
        (b"\xff\xfe", "This is no file that was saved here."),
        (b"date;game;name", "Line %(n)d of the file is not right, so nothing was imported."),
        (data.replace(b'"Jana"', b'"Jany"'), ""),
    ):
        screen = take_in(other, broken)
        assert screen.status == 422
        if text:
            assert other.say(text, n=1) in screen.text
    assert other.get(table.url).status == 403

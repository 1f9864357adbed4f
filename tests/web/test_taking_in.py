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


def test_a_company_s_file_comes_back_whole_and_may_be_written_in(
    phone: Phone, second_app: Flask
) -> None:
    company = found(phone)
    match = start(phone, company)
    data = exported(phone, company)
    other = Phone(second_app)
    screen = take_in(other, data)
    assert screen.status == 200
    assert screen.url == company
    assert f"{company}/m/{match}" in screen.html
    assert exported(other, company) == data
    other.get(f"{company}/members")
    other.submit(f"{company}/members", name="Zdena")
    assert "Zdena" in other.screen.text


def test_a_file_that_is_here_or_broken_changes_nothing_and_is_told(
    phone: Phone, second_app: Flask
) -> None:
    company = found(phone)
    start(phone, company)
    data = exported(phone, company)
    assert take_in(phone, data).status == 422
    code = company.rpartition("/")[2]
    said = phone.say("%(code)s is here already. Nothing was imported.", code=code)
    assert said in phone.screen.text
    other, lines = Phone(second_app), data.splitlines(keepends=True)
    for broken, text in (
        (b"", "Choose a file first."),
        (b"\xff\xfe", "This is no file that was saved here."),
        (b"date;game;name", "Line 1 of the file is not right, so nothing was imported."),
        (b"".join(each for each in lines if f'"match": "{code}", "seq"'.encode() in each), ""),
        (data.replace(b'"Jana"', b'"Jany"'), ""),
    ):
        screen = take_in(other, broken)
        assert screen.status == 422
        if text:
            assert other.say(text.replace("Line 1", "Line %(n)d"), n=1) in screen.text
    assert other.get(company).status == 403

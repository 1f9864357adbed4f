"""A phone and a table for every test."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web import create_app
from tests.web.phone import Phone
from tests.web.table import Table, start

SETTINGS = {"TESTING": True, "RATELIMIT_ENABLED": False}

OpenApp = Callable[..., Flask]


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One app for all tests, without limits of speed; matches are strangers to each other."""
    return create_app(tmp_path_factory.mktemp("instance"), {**SETTINGS, "LEDGER": "sqlite://"})


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that speaks Czech."""
    return Phone(app)


@pytest.fixture
def other(app: Flask) -> Phone:
    """Another phone, which speaks English."""
    return Phone(app, "en")


@pytest.fixture
def table(phone: Phone) -> Table:
    """A match just opened: Petr, Jana, Karel and Eva, who deals."""
    return start(phone)


@pytest.fixture
def second(table: Table, other: Phone) -> Table:
    """The same match on a second phone that may write too."""
    other.get(table.link("scorer"))
    return Table(other, table.code)


@pytest.fixture
def open_app(tmp_path: Path) -> OpenApp:
    """Makes an app of the test's own, with other settings, on the test's folder."""
    return lambda **settings: create_app(tmp_path / "instance", {**SETTINGS, **settings})

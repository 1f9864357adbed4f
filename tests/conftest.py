"""A phone and a table for every test, and a collector of faults."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from scorekeeper.web import create_app
from tests.faults import Faults
from tests.slow import is_slow
from tests.web.phone import Phone
from tests.web.table import Table, start

SETTINGS = {"TESTING": True, "RATELIMIT_ENABLED": False}

OpenApp = Callable[..., Flask]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what takes seconds."""
    for item in items:
        if is_slow(item):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def faults() -> Faults:
    """What a test of many things finds wrong; it fails at its end, with all of it."""
    return Faults()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Fails a test that has collected faults; one that broke off says what it had found."""
    faults = pyfuncitem.funcargs.get("faults")
    try:
        result = yield
    except Exception as error:
        if isinstance(faults, Faults):
            error.add_note("\n".join(faults.found))
        raise
    if isinstance(faults, Faults):
        faults.check()
    return result


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all tests, without limits of speed; matches are strangers to each other."""
    settings = {**SETTINGS, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger):
        yield app


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
def open_app(tmp_path: Path, compiled_templates: FileSystemBytecodeCache) -> Iterator[OpenApp]:
    """Makes an app of the test's own, with other settings, on the test's folder."""

    ledgers = ExitStack()

    def open_one(**settings: object) -> Flask:
        app = create_app(tmp_path / "instance", {**SETTINGS, **settings})
        ledgers.enter_context(closing(app.extensions["matches"].ledger))
        app.jinja_env.bytecode_cache = compiled_templates
        return app

    with ledgers:
        yield open_one


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """What the templates were compiled to, for all apps of the tests."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))

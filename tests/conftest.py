"""A phone and a table for every test, and a collector of faults."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from scorekeeper.web import create_app
from tests.faults import Faults
from tests.on_postgres import QUICK, Turns, every_ledger, leaves_out
from tests.postgres import Cluster, programs, running_cluster
from tests.slow import is_slow
from tests.web.phone import Phone
from tests.web.table import Table, start

SETTINGS = {"TESTING": True, "RATELIMIT_ENABLED": False}

OpenApp = Callable[..., Flask]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds what `make test-postgres` says."""
    parser.addoption("--postgres", action="store_true", help="keep every ledger in PostgreSQL")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what takes seconds, and leaves out what is about SQLite where nothing is kept in it."""
    for item in items:
        if is_slow(item):
            item.add_marker(pytest.mark.slow)
    if config.getoption("postgres"):
        left_out = [item for item in items if leaves_out(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not leaves_out(item)]


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
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """A PostgreSQL server of our own; each test takes a schema or a database of its own in it."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL server here: `make test-postgres` installs one")
    with running_cluster(**QUICK if request.config.getoption("postgres") else {}) as cluster:
        yield cluster


@pytest.fixture(scope="session", autouse=True)
def _store(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where the ledgers of all tests lie."""
    if not request.config.getoption("postgres"):
        yield
        return
    plugins = request.config.pluginmanager
    with every_ledger(request.getfixturevalue("cluster")) as schemas:
        turns = Turns(schemas)
        plugins.register(turns)
        yield
        plugins.unregister(turns)


@pytest.fixture
def own_address(request: pytest.FixtureRequest) -> str:
    """The address of a ledger for a server that is a process of its own; none: its own file."""
    if not request.config.getoption("postgres"):
        return ""
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.schema()


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
def open_app(tmp_path: Path) -> Iterator[OpenApp]:
    """Makes an app of the test's own, with other settings, on the test's folder."""

    ledgers = ExitStack()

    def open_one(**settings: object) -> Flask:
        app = create_app(tmp_path / "instance", {**SETTINGS, **settings})
        ledgers.enter_context(closing(app.extensions["matches"].ledger))
        return app

    with ledgers:
        yield open_one


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What templates were compiled to, for all apps of the tests: one is made in half the time."""
    cache = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with patch.dict(Flask.jinja_options, bytecode_cache=cache):
        yield

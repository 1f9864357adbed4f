"""A phone and a table for every test, and a collector of faults.

What only some tests need, the app and a database, is imported where it is made: whoever runs one
file of the core does not wait for it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.core.rooms import rooms
from tests.contract.books import is_whole
from tests.contract.faults import Faults
from tests.postgres import programs, room_for_a_cluster, shared_cluster
from tests.processor import ProcessorTime

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from scorekeeper.core.game import AnyGame
    from scorekeeper.ledger import Ledger
    from scorekeeper.match.actions import Matches
    from tests.postgres import Cluster
    from tests.web.phone import Phone
    from tests.web.table import Table

SETTINGS = {"TESTING": True, "RATELIMIT_ENABLED": False}

# How long an example takes says how busy the machine is.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

OpenApp = Callable[..., "Flask"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds what `make test-postgres` says."""
    parser.addoption("--postgres", action="store_true", help="keep every ledger in PostgreSQL")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what needs a room that was taken out; `--postgres` also what is about SQLite.

    Evenings of phones that took the app along take a minute each, and come first: workers take over
    tests from the end of each other's row, and at the end of a run there is nothing left to take.
    """
    items.sort(key=lambda item: item.get_closest_marker("pack") is None)
    _deselect(config, items, _lacks_a_room)
    if config.getoption("postgres"):
        from tests.on_postgres import leaves_out

        _deselect(config, items, leaves_out)


def _deselect(
    config: pytest.Config, items: list[pytest.Item], leaves_out: Callable[[pytest.Item], bool]
) -> None:
    left_out = [item for item in items if leaves_out(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def _lacks_a_room(item: pytest.Item) -> bool:
    """True if a test needs a room that was taken out."""
    return not {room for mark in item.iter_markers("room") for room in mark.args} <= _room_names()


def _room_names() -> set[str]:
    return {room.name for room in rooms()}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Asks of each store what holds for any; of a database only under `--postgres`."""
    in_database = metafunc.config.getoption("postgres")
    in_files = {"any_address": ["sqlite"], "any_ledger": ["sqlite", "pocket"]}
    chosen = {mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")}
    for name in in_files.keys() & {*metafunc.fixturenames} - chosen:
        stores = ["postgres"] if in_database else in_files[name]
        there = [store for store in stores if store in ("sqlite", *_room_names())]
        metafunc.parametrize(name, there, indirect=True)


def pytest_configure(config: pytest.Config) -> None:
    """The process that runs the others has room for a database that all of them share."""
    gc.disable()  # until all is collected: what a test run is made of stays anyway
    config.pluginmanager.register(ProcessorTime())
    if not hasattr(config, "workerinput"):
        room = ExitStack()
        room.enter_context(room_for_a_cluster())
        config.add_cleanup(room.close)


def pytest_collection_finish() -> None:
    """Nobody looks again and again at what was collected, nor often at what a test leaves."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_sessionfinish() -> None:
    """What is left is looked through once, and then stays: pytest would look through all that a
    worker has ever seen five times.
    """
    gc.collect()
    gc.freeze()


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


@pytest.fixture
def whole_book(game: AnyGame, language: str) -> None:
    """Skips a test of a book that is still being written: another one says what it lacks."""
    if not is_whole(game, language):
        pytest.skip(f"{game.key} is still being written in {language}")


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest) -> Cluster:
    """A PostgreSQL server of this run; each test takes a schema or a database of its own in it."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL server here: `make test-postgres` installs one")
    if not request.config.getoption("postgres"):
        return shared_cluster()
    from tests.on_postgres import QUICK

    return shared_cluster(**QUICK)


@pytest.fixture(scope="session", autouse=True)
def _store(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where the ledgers of all tests lie."""
    if not request.config.getoption("postgres"):
        yield
        return
    from tests.on_postgres import Turns, every_ledger

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


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    """A ledger in memory."""
    from scorekeeper.ledger import open_ledger

    with closing(open_ledger("sqlite://")) as opened:
        yield opened


@pytest.fixture
def matches(ledger: Ledger) -> Matches:
    """The matches of the ledger in memory."""
    from scorekeeper.match.actions import Matches

    return Matches(ledger)


@pytest.fixture
def any_ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """Each store that there is: what is asked of it holds for all."""
    from scorekeeper.ledger import open_ledger

    if request.param == "pocket":
        from scorekeeper.extras.pocket.ledger import PocketLedger

        opened: Ledger = PocketLedger({})
    elif request.param == "postgres":
        cluster: Cluster = request.getfixturevalue("cluster")
        opened = open_ledger(cluster.schema())
    else:
        opened = open_ledger("sqlite://")
    with closing(opened):
        yield opened


@pytest.fixture
def any_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new ledger that other processes can open, in each store that has one."""
    if request.param == "postgres":
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.schema()
    return f"sqlite:///{tmp_path / 'scorekeeper.db'}"


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all tests, without limits of speed; matches are strangers to each other."""
    from scorekeeper.web import create_app

    settings = {**SETTINGS, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger):
        yield app


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that speaks Czech."""
    from tests.web.phone import Phone

    return Phone(app)


@pytest.fixture
def other(app: Flask) -> Phone:
    """Another phone, which speaks English."""
    from tests.web.phone import Phone

    return Phone(app, "en")


@pytest.fixture
def table(request: pytest.FixtureRequest, phone: Phone) -> Table:
    """A match just opened: Petr, Jana, Karel and Eva, who deals.

    Another one is asked for as of `start`: `pytest.mark.table(game="taroky", confirm="any-other")`.
    """
    from tests.web.table import start

    asked = request.node.get_closest_marker("table")
    return start(phone, *asked.args, **asked.kwargs) if asked else start(phone)


@pytest.fixture
def second(table: Table, other: Phone) -> Table:
    """The same match on a second phone that may write too."""
    from tests.web.table import Table

    other.get(table.link("scorer"))
    return Table(other, table.code)


@pytest.fixture
def open_app(tmp_path: Path) -> Iterator[OpenApp]:
    """Makes an app of the test's own, with other settings, on the test's folder."""
    from scorekeeper.web import create_app

    ledgers = ExitStack()

    def open_one(**settings: object) -> Flask:
        app = create_app(tmp_path / "instance", {**SETTINGS, **settings})
        ledgers.enter_context(closing(app.extensions["matches"].ledger))
        return app

    with ledgers:
        yield open_one


@pytest.fixture(scope="session")
def shared_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run of the tests, the same one for every worker."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(request.config, "workerinput") else own


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(shared_folder: Path) -> Iterator[None]:
    """What templates were compiled to, for all apps of the tests: one is made in half the time."""
    if "flask" not in sys.modules:  # no test asks an app
        yield
        return
    from flask import Flask
    from jinja2 import FileSystemBytecodeCache

    folder = shared_folder / "templates"
    folder.mkdir(exist_ok=True)
    with patch.dict(Flask.jinja_options, bytecode_cache=FileSystemBytecodeCache(str(folder))):
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_addresses() -> Iterator[None]:
    """What the addresses of one app were compiled to, for the next one of the same worker."""
    if "flask" not in sys.modules:  # no test asks an app
        yield
        return
    from werkzeug.routing import Rule

    compile_one, compiled = Rule._compile_builder, dict[object, Callable[..., tuple[str, str]]]()

    def compiled_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        if rule.defaults:  # they are compiled with the address, whatever they are
            return compile_one(rule, append_unknown)
        key = (rule.rule, *rule._trace, append_unknown)
        if key not in compiled:
            compiled[key] = compile_one(rule, append_unknown)
        return compiled[key]

    with patch.object(Rule, "_compile_builder", compiled_once):
        yield


@pytest.fixture(scope="session", autouse=True)
def shapes(request: pytest.FixtureRequest, shared_folder: Path) -> None:
    """Lets one worker read a page strictly, once until its reader changes."""
    if "tests.web.shapes" not in sys.modules:  # no test reads a page
        return
    from tests.web.shapes import FOUND_RIGHT, reader

    cache = getattr(request.config, "cache", None)
    FOUND_RIGHT.share(cache.mkdir(f"shapes-{reader()}") if cache else shared_folder / "shapes")

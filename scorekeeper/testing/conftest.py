"""What the contract of all games asks pytest for."""

from collections.abc import Generator
from importlib.util import find_spec

import pytest

from scorekeeper.game import AnyGame
from scorekeeper.games import INSTALLED
from scorekeeper.testing.books import is_whole
from scorekeeper.testing.faults import Faults

WALKS = ["test_walks.py"]
"""Tests that have nothing to look at where no package lets its game play at random."""
collect_ignore = [] if any(find_spec(f"{each.game.package}.walk") for each in INSTALLED) else WALKS


def pytest_configure(config: pytest.Config) -> None:
    """Names the mark of tests that take long."""
    config.addinivalue_line("markers", "slow(why): takes seconds")


@pytest.fixture
def faults() -> Faults:
    """What a test of many things finds wrong; it fails at its end, with all of it."""
    return Faults()


@pytest.fixture
def whole_book(game: AnyGame, language: str) -> None:
    """Skips a test of a book that is still being written: another one says what it lacks."""
    if not is_whole(game, language):
        pytest.skip(f"{game.key} is still being written in {language}")


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

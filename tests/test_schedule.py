"""What `make quick` and `make test` leave out, by the rules of `tests/schedule.py`."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.schedule import BROWSER, Schedule, reasons


def given(*fixtures: str, marks: tuple[str, ...] = (), **params: str) -> Any:
    """As much of a test as the rules look at."""
    call = {"callspec": SimpleNamespace(params=params)} if params else {}
    closest = {mark: mark for mark in marks}.get
    return SimpleNamespace(fixturenames=fixtures, get_closest_marker=closest, **call)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (given(), []),
        (given(language="cs"), []),
        (given(language="pl"), ["the same in another language"]),
        (given("phone", "app"), ["pages"]),
        (given("phone", "app", marks=("quick",)), []),
        (given("phone", "app", marks=("quick",), language="be"), ["the same in another language"]),
        (given("any_ledger", any_ledger="sqlite"), []),
        (given("any_ledger", any_ledger="postgres"), ["a database that is a server"]),
        (given("kept", kept="database"), ["a database that is a server"]),
        (given("cluster"), ["a database that is a server"]),
    ],
)
def test_what_is_left_out_is_left_out_for_a_reason(asked: Any, why: list[str]) -> None:
    assert list(reasons(asked)) == why


def in_browser(name: str, *fixtures: str, marks: tuple[str, ...] = (), file: str = "a") -> Any:
    """As much of a test in a browser as the rules look at."""
    test = given(*fixtures, marks=marks)
    test.path, test.name = BROWSER / f"test_{file}.py", name
    test.originalname = name.partition("[")[0]
    return test


def test_a_browser_is_asked_each_thing_once() -> None:
    schedule = Schedule()
    in_order = [
        (in_browser("test_x[kocka]", marks=("walk",)), []),  # it says so itself
        (in_browser("test_x[faraon]"), []),
        (in_browser("test_x[makao]"), ["the same with another game, size or choice"]),
        (in_browser("test_x[durak]", marks=("at_once",)), []),
        (in_browser("test_x[makao]", file="b"), []),
        (in_browser("test_y", "webkit"), ["Chromium is asked the same"]),
        (in_browser("test_y", "webkit", marks=("at_once",)), []),
        (in_browser("test_y_without_scripts"), ["tests/web sends the same forms"]),
        (in_browser("test_y[home-en]", file="pages"), ["Czech words are longer"]),
        (in_browser("test_y[home-cs]", file="pages"), []),
    ]
    for test, why in in_order:
        assert list(schedule.reasons(test)) == why, test.name

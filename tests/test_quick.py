"""What `make quick` leaves out, by the rules of `tests/quick.py`."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.quick import reasons


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

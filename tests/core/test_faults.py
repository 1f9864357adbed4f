"""The collector of faults loses none, names each, and does not pass without looking."""

from collections.abc import Generator
from types import SimpleNamespace

import pytest

from tests.conftest import pytest_pyfunc_call
from tests.contract.faults import Faults


def test_every_fault_is_printed_with_its_names() -> None:
    faults = Faults()
    for number in range(5):
        with faults.at("book", number):
            assert number % 2 == 0, f"{number} is odd"
    with pytest.raises(AssertionError) as failed:
        faults.check()
    lines = str(failed.value).splitlines()
    assert lines[0] == "2 of 5 are wrong:"
    assert [line.split(" (")[0] for line in lines if line.startswith("book")] == [
        "book 1",
        "book 3",
    ]
    assert "test_faults.py:" in lines[1]
    assert "1 is odd" in lines[1]


def test_an_error_is_a_fault_and_the_rest_is_still_looked_at() -> None:
    faults = Faults()
    for data in ({}, {"a": 1}, {}):
        with faults.at(data):
            assert data["a"]
    assert len(faults.found) == 2
    assert "KeyError" in faults.found[0]


def test_looking_at_nothing_is_a_fault() -> None:
    with pytest.raises(AssertionError, match="nothing was looked at"):
        Faults().check()


def test_all_right_is_all_right(faults: Faults) -> None:
    with faults.at("sum"):
        assert 1 + 1 == 2


def run(faults: Faults) -> Generator[None, object, object]:
    """A test that has just been called with a collector."""
    call = pytest_pyfunc_call(SimpleNamespace(funcargs={"faults": faults}))
    next(call)
    return call


def test_a_test_with_faults_fails_at_its_end() -> None:
    faults = Faults()
    with faults.at("number", 1):
        raise AssertionError("odd")
    with pytest.raises(AssertionError, match="number 1"):
        run(faults).send(True)


def test_a_test_that_breaks_off_says_what_it_had_found() -> None:
    faults = Faults()
    with faults.at("number", 1):
        raise AssertionError("odd")
    with pytest.raises(KeyError) as failed:
        run(faults).throw(KeyError("lost"))
    assert "number 1" in failed.value.__notes__[0]

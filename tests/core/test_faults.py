"""The collector of faults names each, fails its test, and does not pass without looking."""

import pytest

from tests.contract.faults import Faults


def test_every_fault_is_told_with_its_names() -> None:
    faults = Faults()
    for number in range(5):
        with faults.at("book", number):
            assert number % 2 == 0, f"{number} is odd"
    with pytest.raises(AssertionError, match=r"(?s)2 of 5 are wrong:\nbook 1 .*\nbook 3 "):
        faults.check()
    with pytest.raises(AssertionError, match="nothing was looked at"):
        Faults().check()


@pytest.mark.xfail(strict=True, raises=AssertionError)
def test_a_test_with_faults_fails_at_its_end(faults: Faults) -> None:
    with faults.at("number", 1):
        raise KeyError("odd")

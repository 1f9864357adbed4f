"""The collector of faults names each, fails its test, and does not pass without looking."""

import pytest

from tests.contract.faults import Faults


def test_every_fault_is_told_with_its_names():
    faults = Faults()
    for number in range(5):
        with faults.at("book", number):
            assert number % 2 == 0, f"{number} is odd"
    with pytest.raises(pytest.fail.Exception, match=r"(?s)2 of 5 are wrong:\nbook 1 .*\nbook 3 "):
        faults.check()
    with pytest.raises(pytest.fail.Exception, match="nothing was looked at"):
        Faults().check()


@pytest.mark.xfail(strict=True, raises=pytest.fail.Exception)
def test_a_test_with_faults_fails_at_its_end(faults):
    with faults.at("number", 1):
        raise KeyError("odd")


def test_a_fault_says_what_differs_and_not_what_held_it():
    faults, held = Faults(), {"book": "the whole book"}
    with faults.at("book"):
        assert len(held) == 2
    (told,) = faults.found
    assert "assert 1 == 2" in told
    assert "whole" not in told

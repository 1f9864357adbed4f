"""The drills, as long as somebody waits for them; the long ones are run by hand."""

import pytest

from tests.verification.breadth import SEED
from tests.verification.drills.__main__ import DRILLS, WITHIN

SMALL = {"fuzz": 100, "imports": 40, "kill": 2}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_drill_finds_nothing(name: str) -> None:
    """With `fuzz` broken requests, which are answered by a refusal and never by a fault."""
    run, _usual = {**DRILLS, **WITHIN}[name]
    print(f"SEED={SEED}")
    assert run(SMALL[name], SEED)

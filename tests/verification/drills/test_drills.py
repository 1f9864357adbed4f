"""The drills, as long as somebody waits for them; the long ones are run by hand."""

import pytest

from tests.verification.breadth import SEED
from tests.verification.drills.__main__ import DRILLS, WITHIN

SMALL = {"fuzz": 100, "imports": 40, "kill": 2}
OF_A_FILE = pytest.mark.sqlite_file
"""The server that is killed is a process of its own: `make test-postgres` runs that drill apart."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=OF_A_FILE) if name == "kill" else name for name in SMALL]
)
def test_a_small_drill_finds_nothing(name):
    """With `fuzz` broken requests, which are answered by a refusal and never by a fault."""
    run, _usual = {**DRILLS, **WITHIN}[name]
    print(f"SEED={SEED}")
    assert run(SMALL[name], SEED)

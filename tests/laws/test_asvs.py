"""The table of what is asked of security names tests, and they are there."""

import re
from pathlib import Path

from tests.contract.faults import Faults

TESTS = Path(__file__).parents[1]
ROWS = [line for line in (TESTS / "asvs.md").read_text("utf-8").splitlines() if "| V" in line]
AREAS = 18


def test_every_area_has_tests_that_exist(faults: Faults) -> None:
    assert len(ROWS) == AREAS
    for row in ROWS:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
        with faults.at(row.split("|")[1].strip()):
            assert named
            for file, name in named:
                assert f"\ndef {name}(" in (TESTS / file).read_text("utf-8"), (file, name)

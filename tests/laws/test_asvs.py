"""The table of what is asked of security names tests, and they are there."""

import re
from pathlib import Path

from tests.contract.faults import Faults

TESTS = Path(__file__).parents[1]
ROWS = [line for line in (TESTS / "asvs.md").read_text("utf-8").splitlines() if "| V" in line]
AREAS = (
    *("V1.2", "V1.3, V1.5", "V2.2", "V2.3", "V2.4", "V3.2", "V3.3", "V3.4", "V3.5", "V4", "V5"),
    *("V7", "V8", "V11", "V12", "V13", "V14", "V15", "V16"),
)


def test_every_area_has_tests_that_exist(faults: Faults) -> None:
    assert len(ROWS) == len(AREAS)
    for row, area in zip(ROWS, AREAS, strict=True):
        assert row.startswith(f"| {area} ")
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
        with faults.at(row.split("|")[1].strip()):
            assert named
            for file, name in named:
                assert f"\ndef {name}(" in (TESTS / file).read_text("utf-8"), (file, name)

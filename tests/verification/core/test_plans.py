"""How a ledger in a file finds what it is asked for: never by looking at all of its events."""

from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.house import fill
from benchmarks.plans import plans
from scorekeeper.ledger import open_ledger
from scorekeeper.maintenance.checking import faults_of

pytestmark = pytest.mark.sqlite_file
ALL_OPENINGS = "matches: SCAN opening USING INDEX openings"
"""Who asks for the codes of all matches looks at all their openings, and at no more."""


def test_no_question_looks_at_all_events(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    fill(url, 30, 20)
    steps = list(plans(url))
    assert {step.partition(":")[0] for step in steps} >= {"read", "newest", "news", "matches"}
    scans = [step for step in steps if "SCAN" in step and "VIRTUAL TABLE" not in step]
    assert scans == [ALL_OPENINGS]


def test_a_house_that_was_filled_for_measuring_is_sound(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    fill(url, 12, 20)
    with closing(open_ledger(url)) as ledger:
        assert len(ledger.matches()) == 12 + 2
        assert list(faults_of(ledger, ledger.matches())) == []

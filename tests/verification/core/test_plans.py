"""How a ledger in a file finds what it is asked for: never by looking at all of its events."""

import pytest

from benchmarks.house import fill
from benchmarks.plans import plans

pytestmark = pytest.mark.sqlite_file
ALL_OPENINGS = "matches: SCAN opening USING INDEX openings"
"""Who asks for the codes of all matches looks at all their openings, and at no more."""


def test_no_question_looks_at_all_events(tmp_path):
    url = f"sqlite:///{tmp_path / 'house.db'}"
    fill(url, 30, 20)
    steps = list(plans(url))
    assert {step.partition(":")[0] for step in steps} >= {"read", "newest", "news", "matches"}
    scans = [step for step in steps if "SCAN" in step and "VIRTUAL TABLE" not in step]
    assert scans == [ALL_OPENINGS]

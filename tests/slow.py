"""Tests that `make quick` leaves out: what takes long, and what is asked again in another language.

    python -m tests.slow

measures them anew: it runs everything, for a quarter of an hour on a quiet machine, and writes the
list.
"""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parent
LIST = FOLDER / "data" / "slow.txt"
SLOW = frozenset(LIST.read_text("utf-8").split())
"""Files and functions of tests that take LONG or more, as in core/test_care.py::test_a_server."""
LONG = 0.15
"""Seconds, for all that a test is given."""
RANDOM_PLAY = "test_play.py"
"""Files of tests that play whole games at random."""
AT_ONCE = ("cs", "en")
"""Of what is asked of every language `make quick` asks these."""


def is_slow(item: pytest.Item) -> bool:
    """Whether a test is in the list, plays at random, or asks the same of one more language."""
    if FOLDER not in item.path.parents:
        return False
    function = getattr(item, "originalname", item.name)
    name = f"{item.path.relative_to(FOLDER).as_posix()}::{function}"
    return item.path.name == RANDOM_PLAY or name in SLOW or language_of(item) not in AT_ONCE


def language_of(item: pytest.Item) -> str:
    """The language that a test is given; without one the first of those that are asked at once."""
    call = getattr(item, "callspec", None)
    return str(call.params.get("language", AT_ONCE[0])) if call else AT_ONCE[0]


def seconds_of(report: Path) -> dict[str, float]:
    """What each test took for all that it was given: its name → seconds, as JUnit's report says."""
    seconds: dict[str, float] = defaultdict(float)
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.attrib["classname"].removeprefix("tests.").replace(".", "/")
        name = case.attrib["name"].partition("[")[0]
        seconds[f"{file}.py::{name}"] += float(case.attrib["time"])
    return seconds


def main() -> int:
    """Runs the tests and writes the list; gives their exit status."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        chosen = ("-m", "not walk and not browser and not pack", f"--junitxml={report}")
        status = subprocess.run([sys.executable, "-m", "pytest", "-q", *chosen], check=False)
        slow = sorted(name for name, took in seconds_of(report).items() if took >= LONG)
    LIST.write_text("".join(f"{name}\n" for name in slow), "utf-8")
    sys.stdout.write(f"{len(slow)} of them take {LONG} s or more: {LIST.name}\n")
    return status.returncode


if __name__ == "__main__":
    sys.exit(main())

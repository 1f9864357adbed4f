"""The contract of all games is run from anywhere, by whoever wrote one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.site import environment

pytestmark = pytest.mark.slow("begins a process of its own")


def contract(folder: Path, site: Path, chosen: str) -> str:
    """What pytest says in a folder that has nothing to do with ours, where a site is installed."""
    options = ("-q", "--strict-markers", "-W", "error", "-p", "no:cacheprovider", "-n", "0")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--pyargs", "scorekeeper.testing", "-k", chosen],
        cwd=folder,
        env=environment(site),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout.splitlines()[-1]


def test_the_contract_is_run_from_anywhere(tmp_path: Path) -> None:
    said = contract(tmp_path, tmp_path, "makao and (folder or penalty or decision)")
    assert int(said.split()[0]) >= 20, said

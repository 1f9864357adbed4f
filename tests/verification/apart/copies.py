"""A copy of the app with its tests, in which something is changed."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[3]
COPIED = ("scorekeeper", "templates", "static", "tests", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("*.pyc.*", "browser")
"""Browsers, and bytecode that is just being written; what is written is not compiled again."""
PASSED = re.compile(r"^PASSED ([^:]+)::", re.MULTILINE)
"""A line that says in which file a test passed."""


def copy_app(copy: Path) -> None:
    """Copies the app with its tests into a folder."""
    for name in COPIED:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, copy / name, ignore=LEFT_OUT)
        else:
            shutil.copy(path, copy / name)


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def play_evening(copy: Path, game: str, instance: Path, shared: Path) -> str:
    """What an evening that is played in the copy says; complains if anything is wrong there."""
    ended = python(copy, "tests.verification.apart.evening", game, str(instance), str(shared))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "0 faults" in ended.stdout
    return ended.stdout


def passed(folder: Path, *arguments: str) -> Counter[str]:
    """How many tests of each file pass in a folder; complains if any does not."""
    options = ("-q", "-rp", "-p", "no:cacheprovider", "-p", "no:randomly", "-n", "0")
    run = python(folder, "pytest", *options, *arguments)
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
    assert "failed" not in run.stdout.splitlines()[-1]
    return Counter(PASSED.findall(run.stdout))

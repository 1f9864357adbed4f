"""What `make` says when it cannot go on; the package bears one name and serves the app."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scorekeeper import cli
from scorekeeper.core.version import DISTRIBUTION
from tests import release

ROOT = Path(__file__).parents[1]
LOST = "WARNING: connection broken by 'NameResolutionError(…)'\nERROR: No matching distribution"
ONCE = "ERROR: Could not find a version that satisfies babel==2.18.0 (from versions: none)"
FORGED = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."


@pytest.fixture
def checkout(tmp_path):
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def make(checkout, *words, **named):
    """The exit status, and what it says that is no line of make's own."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        ["make", "--no-print-directory", *words],
        cwd=checkout,
        env={**inherited, **named},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make: ")]
    return done.returncode, "\n".join(lines)


def script(path, *lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(("#!/bin/sh", *lines, "")), "utf-8")
    path.chmod(0o755)


def environment(checkout, pip_says, imports):
    """An environment whose pip fails, and that has what the app imports, or has not."""
    script(
        checkout / ".venv/bin/python",
        f'case "$*" in *pip*) echo "{pip_says}"; exit 1;; *import*) exit {int(not imports)};; esac',
    )
    (checkout / ".venv/.python").write_text("whoever\n", "utf-8")


@pytest.mark.parametrize(
    ("pip_says", "imports", "target", "fails", "says"),
    [
        (LOST, True, ".run", False, "offline: running what is installed"),
        (LOST, False, ".run", True, "offline: packages have to be fetched once, so connect and"),
        (FORGED, True, ".run", False, f"{FORGED}: running what is installed"),
        (LOST, True, ".test", True, "offline: the tests need packages"),
        (ONCE, False, ".run", True, "offline: packages have to be fetched once, so connect and"),
    ],
    ids=[
        *("installed", "nothing is installed", "another hash is not offline", "no tests"),
        "tried once",
    ],
)
def test_what_cannot_be_fetched_is_said(checkout, pip_says, imports, target, fails, says):
    environment(checkout, pip_says, imports)
    status, said = make(checkout, f".venv/{target}")
    assert (bool(status), said.splitlines()[-1].startswith(says)) == (fails, True), said
    assert not (checkout / f".venv/{target}").exists(), "the next run tries again"


@pytest.mark.parametrize(
    ("python", "says"),
    [
        ("python9.9", "There is no python9.9 here: PYTHON=python3.12 make …"),
        ("./old", "Python 3.11 or newer is needed: PYTHON=python3.12 make …"),
    ],
)
def test_a_python_that_is_not_there_or_too_old_is_refused(checkout, python, says):
    script(checkout / "old", "exit 1")
    status, said = make(checkout, "run", f"PYTHON={python}")
    assert (bool(status), said) == (True, says)


def test_a_checkout_that_cannot_be_written_is_named(checkout):
    script(checkout / "bin/mkdir", "echo 'Permission denied' >&2; exit 1")  # root may do all
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    status, said = make(checkout, "run", f"PYTHON={sys.executable}", PATH=path)
    assert status
    assert said.startswith(f"{checkout} cannot be written, and .venv is made in it: copy it")


def test_a_node_that_is_new_enough_is_not_installed_again(checkout):
    environment(checkout, LOST, imports=True)
    shutil.copy(ROOT / "requirements-pack.lock", checkout)
    script(checkout / "bin/npm")
    script(checkout / "bin/node")
    path = f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"
    assert make(checkout, ".venv/.pack", PATH=path)[0] == 0
    script(checkout / "bin/node", "exit 1")
    (checkout / ".venv/.pack").unlink()
    status, said = make(checkout, ".venv/.pack", PATH=path)
    assert status
    assert said.endswith("offline: the pack needs Node 20, so install it or connect")


def test_the_name_stands_in_one_place():
    project = tomllib.loads((release.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == DISTRIBUTION
    assert project["scripts"].keys() == {"scorekeeper", DISTRIBUTION}


def test_without_a_command_the_app_is_served(monkeypatch):
    """`pipx run` of the package starts it."""
    monkeypatch.setattr(cli, "_serve", lambda options: options.port)
    assert cli.main([]) == 8000

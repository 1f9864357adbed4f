"""The README keeps its word: its tour runs, its files are there, its commands exist."""

import doctest
import re
from pathlib import Path

import pytest

from scorekeeper.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def test_the_tour_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 15
    assert not failed


def test_the_pictures_and_files_that_it_names_are_there() -> None:
    named = re.findall(r"\]\((static/[^)]+|[\w./-]+\.(?:md|py))\)", README)
    paths = re.findall(r"`((?:scorekeeper|templates|static|tests|benchmarks)/[\w./-]*)`", README)
    assert len(named) > 10
    assert not [name for name in (*named, *paths) if not (ROOT / name).exists()]


def test_the_make_targets_that_it_names_exist() -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b", README)) - {"it"}
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def test_the_commands_that_it_names_exist(capsys: pytest.CaptureFixture[str]) -> None:
    named = set(re.findall(r"`scorekeeper ([a-z]+)\b", README))
    assert named >= {"serve", "judge", "score", "export", "import"}
    for name in named:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0, name
    assert "usage" in capsys.readouterr().out

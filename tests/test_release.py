"""A release is refused with a sentence that says what to write; what is built is built twice."""

import tomllib
from itertools import count
from pathlib import Path

import pytest

from scorekeeper import cli
from scorekeeper.version import DISTRIBUTION
from tests import release
from tests.release import NotReady, built_twice, check_texts

PROJECT, CHANGES = '[project]\nversion = "0.11.0"\n', "# Changelog\n\n## 0.11\n\n## 0.10\n"


def test_the_name_stands_in_one_place() -> None:
    project = tomllib.loads((release.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == DISTRIBUTION
    assert project["scripts"].keys() == {"scorekeeper", DISTRIBUTION}


def test_without_a_command_the_app_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """`pipx run` of the package starts it."""
    monkeypatch.setattr(cli, "_serve", lambda options: options.port)
    assert cli.main([]) == 8000


def test_texts_of_another_version() -> None:
    check_texts("0.11.0", PROJECT, CHANGES)
    with pytest.raises(NotReady, match=r'write version = "0\.12\.0" into pyproject\.toml'):
        check_texts("0.12.0", PROJECT, CHANGES)
    with pytest.raises(NotReady, match=r"CHANGELOG\.md has to be ## 0\.11\.0"):
        check_texts("0.11.0", PROJECT, CHANGES.replace("## 0.11", "## Unreleased"))


def test_what_is_not_the_same_twice_is_not_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (file,) = built_twice(lambda folder: write(folder, "same"))
    assert file == tmp_path / "dist" / f"{DISTRIBUTION}-1.whl"
    times = count()
    with pytest.raises(NotReady, match=rf"not the same: {DISTRIBUTION}-1.whl"):
        built_twice(lambda folder: write(folder, str(next(times))))


def write(folder: Path, text: str) -> None:
    (folder / f"{DISTRIBUTION}-1.whl").write_text(text)

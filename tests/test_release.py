"""The package bears one name everywhere, and its command serves the app."""

import tomllib

import pytest

from scorekeeper import cli
from scorekeeper.core.version import DISTRIBUTION
from tests import release


def test_the_name_stands_in_one_place() -> None:
    project = tomllib.loads((release.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == DISTRIBUTION
    assert project["scripts"].keys() == {"scorekeeper", DISTRIBUTION}


def test_without_a_command_the_app_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """`pipx run` of the package starts it."""
    monkeypatch.setattr(cli, "_serve", lambda options: options.port)
    assert cli.main([]) == 8000

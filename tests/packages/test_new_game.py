"""`scorekeeper new-game` writes a package that passes the contract from the first minute."""

import re
import tomllib
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.new_game import STEPS
from scorekeeper.version import version
from tests import commands
from tests.packages.site import install
from tests.packages.test_contract import contract

Said = pytest.CaptureFixture[str]


@pytest.fixture
def begun(tmp_path: Path, capsys: Said) -> tuple[Path, str]:
    """The package of a game that was just begun, and what was said."""
    words = ("new-game", "vole", "--author", "Eva Malá", "--to", str(tmp_path))
    assert main(words) == 0
    return tmp_path / "pubscorekeeper-vole", capsys.readouterr().out


def test_it_says_how_it_is_proved_and_what_to_fill_in_next(begun: tuple[Path, str]) -> None:
    folder, said = begun
    assert said.startswith(f"{folder}: ")
    assert "pytest --pyargs scorekeeper.testing -k vole" in said
    package, read_me = folder / "pubscorekeeper_vole", (folder / "README.md").read_text("utf-8")
    for names, what in STEPS:
        assert f"`{names}`: {what}" in said
        assert f"`{names}`: {what}" in read_me
        assert all(
            (package / name).exists() or (folder / name).exists() for name in names.split(", ")
        )


def test_nothing_of_the_pattern_is_left_in_it(begun: tuple[Path, str]) -> None:
    folder, _said = begun
    for path in (path for path in folder.rglob("*") if path.is_file()):
        assert not re.search("[Nn]ewgame|STEPS|AUTHOR|LETTER", f"{path}{path.read_text('utf-8')}")
    told = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    assert told["authors"] == [{"name": "Eva Malá"}]
    assert told["dependencies"] == [f"pubscorekeeper>={version()}"]


@pytest.mark.slow("begins a process of its own")
def test_it_passes_the_contract(begun: tuple[Path, str], tmp_path: Path) -> None:
    said = contract(tmp_path, install(begun[0], tmp_path / "site"), "vole")
    assert int(said.split()[0]) >= 70, said
    assert "skipped" not in said


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("kocka", "there is a game with the key kocka"),
        ("Vole", "a key has small letters without accents, and Vole has not"),
        ("../vole", "a key has small letters without accents, and ../vole has not"),
    ],
)
def test_a_name_that_cannot_be(tmp_path: Path, capsys: Said, key: str, why: str) -> None:
    assert commands.refusal(capsys, "new-game", key, "--to", str(tmp_path)) == why
    assert not [*tmp_path.iterdir()]


def test_nothing_is_written_over(begun: tuple[Path, str], capsys: Said) -> None:
    folder, _said = begun
    said = commands.refusal(capsys, "new-game", "vole", "--to", str(folder.parent))
    assert said == f"{folder} is there already"

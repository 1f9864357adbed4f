"""The promise of the shelf: a sixth game is a folder, and no other file is touched.

The app and its tests are copied, the folder of a toy game is put on the copy's shelf, and the
contract of all games is run there, with an evening of the toy in the browser's stead.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.games import GAMES

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
COPIED = ("scorekeeper", "templates", "static", "tests", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "browser")
TOY = ROOT / "tests" / "toy" / "high"
CONTRACT = (
    "tests/games/test_contract.py",
    "tests/games/test_decisions.py",
    "tests/games/test_examples.py",
    "tests/games/test_referee_words.py",
    "tests/games/test_penalties.py",
    "tests/core/test_rulebook.py",
    "tests/core/test_search.py",
    "tests/web/test_decisions.py",
    "tests/web/test_rules.py",
)
PAGES = ROOT / "tests" / "toy" / "pages"
LAWS = ("tests/laws/test_layers.py", "tests/laws/test_shape.py")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the app with a sixth folder on its shelf."""
    return put_on_shelf(tmp_path_factory.mktemp("copy"))


def put_on_shelf(copy: Path) -> Path:
    """Copies the app into a folder, with the toy game on its shelf."""
    for name in COPIED:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, copy / name, ignore=LEFT_OUT)
        else:
            shutil.copy(path, copy / name)
    shutil.copytree(TOY, copy / "scorekeeper" / "games" / "high", ignore=LEFT_OUT)
    shutil.copytree(PAGES, copy, dirs_exist_ok=True)
    return copy


def passed(shelf: Path, *arguments: str) -> int:
    """How many tests passed in the copy; complains if any did not."""
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-n", "0")
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    run = subprocess.run(command, cwd=shelf, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
    assert "failed" not in run.stdout.splitlines()[-1]
    found = re.search(r"(\d+) passed", run.stdout)
    assert found
    return int(found[1])


def test_the_toy_is_on_no_shelf_of_ours() -> None:
    assert TOY.is_dir()
    assert TOY.name not in GAMES


def test_the_toy_touches_no_file_of_ours() -> None:
    put = [path.relative_to(PAGES) for path in PAGES.rglob("*") if path.is_file()]
    assert put
    assert not [path for path in put if (ROOT / path).exists()]


def test_an_evening_of_the_sixth_game(shelf: Path) -> None:
    assert passed(shelf, "tests/toy/evening.py") >= 15


def test_the_sixth_game_keeps_the_contract_of_all_games(shelf: Path) -> None:
    assert passed(shelf, *CONTRACT, "-k", "high or folder") >= 80


def test_the_sixth_game_keeps_the_laws_of_the_code(shelf: Path) -> None:
    assert passed(shelf, *LAWS) >= 10

"""The promise of the shelf: a sixth game is a folder, and no other file is touched.

The app and its tests are copied, the folder of a toy game is put on the copy's shelf, and the
contract of all games is run there, with an evening of the toy in the browser's stead and the laws
of the code: once, for the tests here to look at.
"""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from scorekeeper.games import GAMES

pytestmark = pytest.mark.slow("copies the app")
ROOT = Path(__file__).parents[2]
COPIED = ("scorekeeper", "templates", "static", "tests", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("*.pyc.*", "browser")
"""Browsers, and bytecode that is just being written; what is written is not compiled again."""
TOY = ROOT / "tests" / "toy" / "high"
EVENING = "tests/toy/evening.py"
CONTRACT = (
    "scorekeeper/testing/test_contract.py",
    "scorekeeper/testing/test_decisions.py",
    "scorekeeper/testing/test_examples.py",
    "scorekeeper/testing/test_referee_words.py",
    "scorekeeper/testing/test_penalties.py",
    "scorekeeper/testing/test_books.py",
    "tests/crawl/test_crawl.py::test_pages",
)
PAGES = ROOT / "tests" / "toy" / "pages"
LAWS = ("tests/laws/test_layers.py", "tests/laws/test_shape.py")


PASSED = re.compile(r"^PASSED ([^:]+)::", re.MULTILINE)
"""A line that says in which file a test passed."""


def put_on_shelf(copy: Path) -> Path:
    """Copies the app into a folder, with the toy game on its shelf."""
    copy_app(copy)
    shutil.copytree(TOY, copy / "scorekeeper" / "games" / "high", ignore=LEFT_OUT)
    shutil.copytree(PAGES, copy, dirs_exist_ok=True)
    return copy


def copy_app(copy: Path) -> None:
    """Copies the app with its tests into a folder."""
    for name in COPIED:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, copy / name, ignore=LEFT_OUT)
        else:
            shutil.copy(path, copy / name)


def passed(shelf: Path, *arguments: str) -> Counter[str]:
    """How many tests of each file passed in the copy; complains if any did not."""
    options = ("-q", "-rp", "-p", "no:cacheprovider", "-p", "no:randomly", "-n", "0")
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    run = subprocess.run(command, cwd=shelf, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
    assert "failed" not in run.stdout.splitlines()[-1]
    return Counter(PASSED.findall(run.stdout))


def test_the_toy_is_on_no_shelf_of_ours() -> None:
    assert TOY.is_dir()
    assert TOY.name not in GAMES


def test_the_toy_touches_no_file_of_ours() -> None:
    put = [path.relative_to(PAGES) for path in PAGES.rglob("*") if path.is_file()]
    assert put
    assert not [path for path in put if (ROOT / path).exists()]


def test_the_sixth_game_is_played_and_keeps_every_contract_and_law(tmp_path: Path) -> None:
    shelf = put_on_shelf(tmp_path)
    chosen = "high or folder or evening or laws"
    found = passed(shelf, EVENING, *CONTRACT, *LAWS, "-k", chosen)
    assert found[EVENING] >= 15
    assert sum(found[path] for path in LAWS) >= 10
    assert sum(found.values()) >= 105
    files = {path.partition("::")[0] for path in CONTRACT}
    assert not [path for path in files if not found[path]]

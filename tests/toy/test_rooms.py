"""Rooms of the third floor can be taken out, one by one and all at once, and a new one put in."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.laws.test_rooms import EXTRAS
from tests.toy.copies import copy_app

pytestmark = pytest.mark.slow("copies the app")
TOY = Path(__file__).parent / "room"
FLOORS = ("scorekeeper", "templates", "static", "tests")
"""Where the third floor lies: what a room consists of."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the app with no room of the third floor; `kept` beside it holds them."""
    folder = tmp_path_factory.mktemp("house")
    copy_app(folder)
    for floor in FLOORS:
        (folder / "kept" / floor).parent.mkdir(exist_ok=True)
        (folder / floor / "extras").rename(folder / "kept" / floor)
    return folder


def without(room: str) -> list[str]:
    """The rooms that are left where one is taken out, and with it those that lean on it."""
    gone, before = {room}, set[str]()
    while gone != before:
        before = set(gone)
        gone |= {other for other, known in EXTRAS.items() if known & gone}
    return sorted(set(EXTRAS) - gone)


@contextmanager
def house(copy: Path, rooms: list[str]) -> Iterator[None]:
    """The copy with these rooms."""
    try:
        for floor in FLOORS:
            put_in(copy / "kept" / floor, copy / floor / "extras", rooms)
        yield
    finally:
        for floor in FLOORS:
            shutil.rmtree(copy / floor / "extras")


def run(copy: Path, *arguments: str) -> str:
    """What a module that is run in the copy says."""
    command = [sys.executable, "-m", *arguments]
    ended = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def put_in(kept: Path, extras: Path, rooms: list[str]) -> None:
    """What these rooms have on a floor; a room need not lie on each."""
    extras.mkdir()
    for path in kept.iterdir():
        if path.is_file():
            shutil.copy(path, extras)
        elif path.name in rooms:
            shutil.copytree(path, extras / path.name)


@pytest.mark.parametrize(
    "room",
    ["all", *(pytest.param(room, marks=pytest.mark.walk("each room alone")) for room in EXTRAS)],
)
def test_an_evening_is_played_without_a_room(
    copy: Path, tmp_path: Path, shared_folder: Path, room: str
) -> None:
    rooms = [] if room == "all" else without(room)
    assert room not in rooms
    with house(copy, rooms):
        assert "0 faults" in run(copy, "tests.toy.house", str(tmp_path), str(shared_folder))


@pytest.mark.walk("runs the tests of all other rooms, once for each room")
@pytest.mark.parametrize("room", [*EXTRAS, "all"])
def test_the_rest_passes_its_own_tests(copy: Path, room: str) -> None:
    """All that import nothing of the room: what else needs it says so by a mark."""
    options = (
        "-q",
        "-n",
        "2",
        "-p",
        "no:cacheprovider",
        "-m",
        "not slow and not walk and not pack",
    )
    with house(copy, [] if room == "all" else without(room)):
        lacking = sorted(needing_others(copy))
        leaning = [f"--ignore={p.parent if p.name == 'conftest.py' else p}" for p in lacking]
        folders = ("scorekeeper/testing", "tests/core", "tests/extras", "tests/games", "tests/web")
        assert " passed" in run(copy, "pytest", *options, *leaning, *folders)


def needing_others(copy: Path) -> set[Path]:
    """The modules of tests that import, themselves or through others, what is not there."""
    modules = {path: imported(path) for path in (copy / "tests").rglob("*.py")}
    gone = {name for names in modules.values() for name in names if not is_there(copy, name)}
    lacking: set[Path] = set()
    while more := {path for path, names in modules.items() if names & gone} - lacking:
        lacking |= more
        gone |= {".".join(path.relative_to(copy).with_suffix("").parts) for path in more}
    return lacking


def imported(path: Path) -> set[str]:
    """The modules of the app and of the tests that one names at its top."""
    names = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name for name in names if name.startswith(("scorekeeper.", "tests.", "benchmarks."))}


def is_there(copy: Path, name: str) -> bool:
    """False for a module of a room that was taken out, or of what no copy has."""
    parts = name.split(".")
    place = copy.joinpath(*parts[: 3 if parts[1] == "extras" else 2])
    return place.is_dir() or place.with_suffix(".py").exists()


def test_a_room_is_put_in_without_another_file(
    copy: Path, tmp_path: Path, shared_folder: Path
) -> None:
    shutil.copytree(TOY, copy / "kept" / "scorekeeper" / "dice")
    pages = copy / "kept" / "templates" / "dice"
    pages.mkdir()
    shutil.move(copy / "kept" / "scorekeeper" / "dice" / "parts.html", pages)
    with house(copy, ["dice"]):
        said = run(copy, "tests.toy.house", str(tmp_path), str(shared_folder))
    assert "0 faults" in said
    assert "/dice?part=1" in said

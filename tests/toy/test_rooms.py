"""Rooms of the third floor can be taken out, one by one and all at once, and a new one put in."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws.test_rooms import EXTRAS
from tests.toy.test_sixth_game import copy_app

pytestmark = pytest.mark.slow("copies the app")
TOY = Path(__file__).parent / "room"
FLOORS = ("scorekeeper", "templates", "static")
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


def evening(copy: Path, instance: Path, rooms: list[str], shared: Path) -> str:
    """What an evening in a house with these rooms says."""
    try:
        for floor in FLOORS:
            put_in(copy / "kept" / floor, copy / floor / "extras", rooms)
        run = [sys.executable, "-m", "tests.toy.house", str(instance), str(shared)]
        ended = subprocess.run(run, cwd=copy, capture_output=True, text=True, check=False)
    finally:
        for floor in FLOORS:
            shutil.rmtree(copy / floor / "extras")
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


@pytest.mark.parametrize("room", [*EXTRAS, "all"])
def test_an_evening_is_played_without_a_room(
    copy: Path, tmp_path: Path, shared_folder: Path, room: str
) -> None:
    rooms = [] if room == "all" else without(room)
    assert room not in rooms
    assert "0 faults" in evening(copy, tmp_path, rooms, shared_folder)


def test_a_room_is_put_in_without_another_file(
    copy: Path, tmp_path: Path, shared_folder: Path
) -> None:
    shutil.copytree(TOY, copy / "kept" / "scorekeeper" / "dice")
    pages = copy / "kept" / "templates" / "dice"
    pages.mkdir()
    shutil.move(copy / "kept" / "scorekeeper" / "dice" / "parts.html", pages)
    said = evening(copy, tmp_path, ["dice"], shared_folder)
    assert "0 faults" in said
    assert "/dice?part=1" in said

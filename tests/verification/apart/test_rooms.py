"""Rooms of the third floor can be taken out, one by one and all at once, and a new one put in."""

import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.laws.test_rooms import EXTRAS
from tests.verification.apart.copies import copy_app, play_evening

DICE = Path(__file__).parent / "dice"
FLOORS = ("scorekeeper", "templates", "static", "tests")
"""Where the third floor lies: what a room consists of."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the app with no room of the third floor; `kept` beside it holds them."""
    folder = tmp_path_factory.mktemp("house")
    copy_app(folder)
    for floor in FLOORS:
        (folder / "kept" / floor).parent.mkdir(exist_ok=True)
        (folder / floor / "extras").rename(folder / "kept" / floor)
    return folder


def without(room):
    """The rooms that are left where one is taken out, and with it those that lean on it."""
    gone, before = {room}, set[str]()
    while gone != before:
        before = set(gone)
        gone |= {other for other, known in EXTRAS.items() if known & gone}
    return sorted(set(EXTRAS) - gone)


@contextmanager
def house(copy, rooms):
    try:
        for floor in FLOORS:
            put_in(copy / "kept" / floor, copy / floor / "extras", rooms)
        yield
    finally:
        for floor in FLOORS:
            shutil.rmtree(copy / floor / "extras")


def put_in(kept, extras, rooms):
    """What these rooms have on a floor; a room need not lie on each."""
    extras.mkdir()
    for path in kept.iterdir():
        if path.is_file():
            shutil.copy(path, extras)
        elif path.name in rooms:
            shutil.copytree(path, extras / path.name)


@pytest.mark.parametrize("room", ["all", *EXTRAS])
def test_an_evening_is_played_without_a_room(copy, tmp_path, shared_folder, room):
    rooms = [] if room == "all" else without(room)
    assert room not in rooms
    with house(copy, rooms):
        play_evening(copy, "faraon", tmp_path, shared_folder)


def test_a_room_is_put_in_without_another_file(copy, tmp_path, shared_folder):
    shutil.copytree(DICE, copy / "kept" / "scorekeeper" / "dice")
    pages = copy / "kept" / "templates" / "dice"
    pages.mkdir()
    shutil.move(copy / "kept" / "scorekeeper" / "dice" / "parts.html", pages)
    with house(copy, ["dice"]):
        said = play_evening(copy, "faraon", tmp_path, shared_folder)
    assert "/dice?part=1" in said

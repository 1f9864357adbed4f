"""The sample of small faults: the same each time, from every room, and compared by fault."""

from pathlib import Path
from typing import Any

import pytest

from tests.mutants import Fault, change, compare, room_of, spread, verdicts_in

NOTHING: Any = None
FAULTS = [
    Fault(f"scorekeeper/{room}/a.py::f{number}: 1 → 2", Path(room), "x_f", NOTHING)
    for room, size in (("match", 600), ("referee", 300), ("web/live", 100), ("maintenance", 2))
    for number in range(size)
]


def rooms(faults: list[Fault]) -> list[int]:
    names = [f"scorekeeper/{room}" for room in ("match", "referee", "web/live", "maintenance")]
    return [sum(fault.room == name for fault in faults) for name in names]


def test_a_room_is_a_package_and_games_and_parts_of_the_web_are_rooms_of_their_own() -> None:
    assert room_of("scorekeeper/cards.py::Card.name: a → b") == "scorekeeper"
    assert room_of("scorekeeper/web/stream/pages.py::f: a/b → c") == "scorekeeper/web/stream"
    assert room_of("scorekeeper/games/durak/referee/x.py::f: a → b") == "scorekeeper/games/durak"


def test_every_room_has_its_share_however_many_are_taken() -> None:
    assert rooms(spread(FAULTS)[:4]) == [1, 1, 1, 1]
    assert rooms(spread(FAULTS)[:101]) == pytest.approx([60, 30, 10, 1], abs=1)


def test_the_sample_does_not_depend_on_where_a_fault_is_listed() -> None:
    assert spread(FAULTS[::-1]) == spread(FAULTS)


def test_a_fault_that_went_leaves_the_order_of_the_others() -> None:
    order = spread(FAULTS)
    order.remove(gone := order[0])
    left = spread(fault for fault in FAULTS if fault != gone)
    assert [f for f in left if f.room == gone.room] == [f for f in order if f.room == gone.room]


def test_a_change_is_told_with_a_little_around_it() -> None:
    long = "a" * 100
    assert change(f"if {long} <\n 2", f"if {long} <=\n 2") == f"{'a' * 28} < 2 → {'a' * 28} <= 2"
    assert change("aa", "aaa") == "aa → aaa"


def test_what_was_killed_before_and_survives_now_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "before.txt").write_text("f: < → <=\tkilled\ttests/x.py::y\ng\tsurvived\t2 of 2\n")
    before = verdicts_in(tmp_path / "before.txt")
    assert before == {"f: < → <=": "killed\ttests/x.py::y", "g": "survived\t2 of 2"}
    assert compare(before, {"f: < → <=": "killed\ttests/other.py::y", "g": "timeout\t"}) == 0
    assert compare(before, {"f: < → <=": "survived\t1 of 1 tests asked"}) == 1
    assert "1 of 2 tried again: 1 lost, 0 won" in capsys.readouterr().out

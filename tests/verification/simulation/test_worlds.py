"""Worlds in which nothing is wrong."""

import pytest

from scorekeeper.games import GAMES
from tests.verification.breadth import sample
from tests.verification.simulation.plan import Step
from tests.verification.simulation.search import first_finding, shortest
from tests.verification.simulation.wishes import seatings
from tests.verification.simulation.world import live

# Of a file that was cut on its way, Python closes what has come only when it forgets it.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. .*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning"
)
CHUNK, WORLDS = 25, 1_000
"""Worlds that are lived through one after the other, and all; a million steps by `make proof`."""


@pytest.mark.parametrize("part", range(4))
def test_nothing_is_lost_doubled_or_out_of_order(part: int) -> None:
    for first in sample(range(part * CHUNK, WORLDS, 4 * CHUNK), 1):
        finding = first_finding(range(first, first + CHUNK))
        assert finding is None, str(shortest(finding))


@pytest.mark.parametrize("seed", range(len(seatings())))
def test_everything_is_written_at_every_table_where_nothing_goes_wrong(seed: int) -> None:
    deeds = (
        *("record", "record", "correct", "strike", "undo"),
        *("redo", "rename", "rule", "renew", "record"),
    )
    told = live(seed, [Step(deed, salt=salt) for salt, deed in enumerate(deeds)])
    assert [line for line in told[:-1] if "→ 303, sees" not in line] == []
    assert told[-1].endswith(f" s: {1 + len(deeds)} events")


def test_a_file_comes_in_once_and_a_broken_one_never() -> None:
    deeds = ("bring", "bring-again", "bring-broken")
    told = live(0, [Step(deed, salt=salt) for salt in range(12) for deed in deeds])
    outcomes = [line.rpartition(" → ")[2] for line in told[:-1]]
    assert {*outcomes[::3]} == {"303, 303", "422"}
    assert {*outcomes[1::3], *outcomes[2::3]} == {"422"}


def test_all_games_are_played() -> None:
    assert {seating.game for seating in seatings()} == set(GAMES)

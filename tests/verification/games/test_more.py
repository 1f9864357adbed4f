"""The same as `tests/games` asks, with many more tries."""

from itertools import count

from scorekeeper.game import AnyGame
from tests.contract.books import EACH_GAME
from tests.contract.faults import Faults
from tests.games.test_alike import require_told_apart
from tests.games.test_arithmetic import require_sums
from tests.games.test_unknown import (
    decided,
    require_no_flips,
    require_no_open_results,
    require_witnesses,
)

COMPARED = 5000
"""So many completed questions of each game are compared, at least."""


@EACH_GAME
def test_entries_that_pay_differently_never_read_alike(game: AnyGame) -> None:
    require_told_apart(game, 400, switched=True)


@EACH_GAME
def test_what_is_shown_comes_to_what_is_written(game: AnyGame) -> None:
    require_sums(game, 200, switched=True)


@EACH_GAME
def test_no_kept_question_flips(game: AnyGame, faults: Faults) -> None:
    cases, compared = decided(game), 0
    for seed in count():
        compared += require_no_flips(game, cases, faults, seed)
        if compared >= COMPARED:
            return


@EACH_GAME
def test_no_kept_question_tells_what_is_open(game: AnyGame, faults: Faults) -> None:
    cases, compared = decided(game), 0
    for seed in count():
        compared += require_no_open_results(game, cases, faults, seed)
        if compared >= COMPARED:
            return


@EACH_GAME
def test_each_witness_is_judged_as_it_says(game: AnyGame, faults: Faults) -> None:
    assert require_witnesses(game, decided(game), faults, 0)

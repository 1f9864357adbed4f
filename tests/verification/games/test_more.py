"""The same as `tests/games` asks, with many more tries."""

from tests.contract.books import EACH_GAME
from tests.contract.switches import switches
from tests.games.test_alike import require_told_apart
from tests.games.test_arithmetic import require_sums, some_houses
from tests.verification.breadth import sample
from tests.verification.unknown import fault_of

ASKED, QUESTIONS = 20_000, 800
"""So many questions with less are asked of each game; here a sample of them."""
HOUSES = 12
"""So many house rules that entries are written by."""


def any_houses(game):
    """Some of those of the worked cases, of those with many switched, and with each one alone."""
    alone = (house for _, house in switches(game, game.house()))
    return sample([*dict.fromkeys((*some_houses(game), *alone))], HOUSES)


@EACH_GAME
def test_entries_that_pay_differently_never_read_alike(game):
    require_told_apart(game, 400, any_houses(game))


@EACH_GAME
def test_what_is_shown_comes_to_what_is_written(game):
    require_sums(game, 200, any_houses(game))


@EACH_GAME
def test_no_answer_hangs_on_what_nobody_told(game, faults):
    for seed in sample(range(ASKED), QUESTIONS):
        with faults.at(seed):
            assert fault_of(game.key, seed) == ""

"""The lines under a row are right one by one, and not only in their sum."""

import pytest

from scorekeeper.rulebook import open_rulebook
from scorekeeper.sheet import Entry, sum_of
from tests.contract.faults import Faults
from tests.verification.walks.contract import AnyWalk, dealt, played
from tests.verification.walks.games import WALKS

pytestmark = pytest.mark.slow("explains random rows")

SEEDS = 60


def dealer_of(entry: Entry) -> int:
    """Who deals where the entry says so."""
    return getattr(entry, "dealer", None) or 0


@pytest.mark.parametrize("game", WALKS.values(), ids=list(WALKS))
def test_each_line_is_a_reason_and_together_they_are_the_row(game: AnyWalk, faults: Faults) -> None:
    book, told = open_rulebook(game.game.folder, "cs"), 0
    for seed in range(SEEDS):
        with faults.at(game.game.key, "seed", seed):
            random, house, begun = dealt(game, seed)
            state, _why = played(game, random, begun)
            if not game.is_over(state):
                continue
            entry, seats = game.entry(state), len(state.hands)
            standing = game.game.start(seats, dealer_of(entry), house)
            lines = game.game.score(entry, standing, house)
            total = sum_of(lines, seats)
            after = game.game.after(standing, entry, lines, house)
            assert after.totals == total
            for line in lines:
                without = sum_of([other for other in lines if other is not line], seats)
                assert without != total or line is lines[0]
                assert line.rule in book.rules
                assert line.rule in book.data["steps"]
            told += bool(lines)
    assert told

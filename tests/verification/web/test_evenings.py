"""What `tests/web` asks of a few evenings at random, asked of many: do they add up, and go on."""

import pytest

from tests.contract.books import EACH_GAME
from tests.verification.breadth import sample
from tests.web.doors import shut
from tests.web.test_adding_up import TABLES, check_rows, check_totals, evening


@pytest.mark.parametrize("name", TABLES)
def test_every_row_adds_up_wherever_it_is_shown(phone, name, faults):
    for seed in sample(range(30), 8):
        table = evening(phone, name, seed)
        with faults.at(name, "seed", seed):
            check_rows(table)
            check_totals(table)


@EACH_GAME
def test_what_may_be_written_now_has_a_way_from_the_sheet(app, game):
    """By any house rules, at tables of every size, also when the last game has been played."""
    for seed in sample(range(100, 500), 8):
        assert shut(app, game, seed, deeds=20) == []

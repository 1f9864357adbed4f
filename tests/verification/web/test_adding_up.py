"""Every row of random evenings of each game adds up wherever it is shown."""

import pytest

from tests.contract.faults import Faults
from tests.verification.breadth import sample
from tests.web.phone import Phone
from tests.web.test_adding_up import TABLES, check_rows, check_totals, evening


@pytest.mark.parametrize("name", TABLES)
def test_every_row_adds_up_wherever_it_is_shown(phone: Phone, name: str, faults: Faults) -> None:
    for seed in sample(range(30), 8):
        table = evening(phone, name, seed)
        with faults.at(name, "seed", seed):
            check_rows(table)
            check_totals(table)

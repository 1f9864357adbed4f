"""What may be written now has a way by taps from the sheet (the breadth: tests/verification)."""

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from tests.web.doors import shut

SEEDS = {"taroky": 2, "kocka": 2, "makao": 1, "durak": 0}
"""Short evenings in which much is due: a žobrák, also at the end, a dokládačka, and a sheet that is
still empty after house rules were agreed on or a row struck out.
"""


@pytest.mark.parametrize("key", GAMES)
def test_what_may_be_written_now_has_a_way_from_the_sheet(app: Flask, key: str) -> None:
    assert shut(app, GAMES[key], SEEDS.get(key, 8), deeds=9) == []

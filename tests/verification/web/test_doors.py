"""What may be written now has a way by taps from the sheet: many evenings of every game, by any
house rules and at tables of every size, also when the last game has been played.
"""

from flask import Flask

from scorekeeper.core.game import AnyGame
from tests.contract.books import EACH_GAME
from tests.verification.breadth import sample
from tests.web.doors import shut

EVENINGS = 400


@EACH_GAME
def test_what_may_be_written_now_has_a_way_from_the_sheet(app: Flask, game: AnyGame) -> None:
    for seed in sample(range(100, 100 + EVENINGS), 8):
        assert shut(app, game, seed, deeds=20) == []

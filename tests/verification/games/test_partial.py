"""Hands that are told in part, by many more questions."""

from tests.contract.books import EACH_GAME
from tests.games.partial import DEALS, require_sound
from tests.verification.breadth import sample

MANY, ROUNDS = 400, 5
"""So many questions are asked in one round, and of so many rounds one is drawn."""


@EACH_GAME
def test_what_is_said_of_a_part_is_so_in_every_whole_hand(game, faults):
    for seed in sample(range(1, ROUNDS + 1), 1):
        counts = require_sound(game, MANY, seed, faults)
        assert {said.partition(" ")[0] for said in counts} == DEALS[game.key].keys()

"""Hands that are told in part, by many more questions."""

from scorekeeper.core.game import AnyGame
from tests.contract.books import EACH_GAME
from tests.contract.faults import Faults
from tests.games.partial import DEALS, require_sound

MANY = 2000


@EACH_GAME
def test_what_is_said_of_a_part_is_so_in_every_whole_hand(game: AnyGame, faults: Faults) -> None:
    counts = require_sound(game, MANY, 1, faults)
    assert {said.partition(" ")[0] for said in counts} == DEALS[game.key].keys()

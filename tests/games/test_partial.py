"""Hands that are told in part: what they hold and what they lack."""

from scorekeeper.game import AnyGame
from tests.contract.books import EACH_GAME
from tests.contract.faults import Faults
from tests.games.partial import DEALS, kinds_with_a_hand, require_sound

HERE = 100


@EACH_GAME
def test_every_kind_with_a_hand_is_asked(game: AnyGame) -> None:
    assert {kind.kind for kind in kinds_with_a_hand(game)} == DEALS[game.key].keys()


@EACH_GAME
def test_what_is_said_of_a_part_is_so_in_every_whole_hand(game: AnyGame, faults: Faults) -> None:
    require_sound(game, HERE, 0, faults)

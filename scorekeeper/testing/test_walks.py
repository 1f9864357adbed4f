"""Games that a package lets play at random, by the `WALK` of its module `walk`."""

from importlib import import_module
from importlib.util import find_spec

import pytest

from scorekeeper.games import INSTALLED
from scorekeeper.testing.proof import prove_legal, prove_offence
from scorekeeper.testing.walks import AnyWalk

NAMES = [f"{each.game.package}.walk" for each in INSTALLED]
WALKS: list[AnyWalk] = [import_module(name).WALK for name in NAMES if find_spec(name)]
EACH_WALK = pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.game.key)
SEEDS = range(40)

pytestmark = pytest.mark.slow("plays whole games at random")


@EACH_WALK
def test_nothing_is_wrong_in_a_legal_game(walk: AnyWalk) -> None:
    assert all(prove_legal(walk, seed).moves for seed in SEEDS)


@EACH_WALK
def test_one_planted_offence_is_found(walk: AnyWalk) -> None:
    assert all(prove_offence(walk, seed).offences == 1 for seed in SEEDS)

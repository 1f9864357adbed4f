"""The walks of all games."""

from collections.abc import Mapping

from tests.verification.walks import durak, faraon, kocka, makao, taroky
from tests.verification.walks.contract import AnyWalk

WALKS: Mapping[str, AnyWalk] = {
    walk.game.key: walk for walk in (taroky.WALK, kocka.WALK, faraon.WALK, makao.WALK, durak.WALK)
}

"""What who never saw Makao is told first."""

from scorekeeper.core.sheet import Sentence
from scorekeeper.games.makao.house_rules import HouseRules


def first_deal(house: HouseRules) -> tuple[Sentence, ...]:
    """How the game is won, and how a first one goes."""
    out = "out-called" if house.makao_call else "out"
    ids = ("deal", "begins", "match", "more", "draw", "attack", "king", "skip", "demand", out)
    return tuple(Sentence(id) for id in ("won", *ids))

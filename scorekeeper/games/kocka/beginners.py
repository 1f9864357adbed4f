"""What who never saw Černá kočka is told first."""

from scorekeeper.core.sheet import Sentence
from scorekeeper.games.kocka.house_rules import HouseRules

FIFTY = {"required": "fifty", "optional": "fifty-optional", "off": "fifty-off"}


def first_deal(house: HouseRules) -> tuple[Sentence, ...]:
    """How the game is won, and how a first round goes."""
    fifty = FIFTY[house.dokladacka]
    ids = ("deal", "pass", "lead", "follow", "trick", "points", "score", "durch", fifty, "next")
    return tuple(Sentence(id) for id in ("won", *ids))

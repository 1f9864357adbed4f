"""What who never saw Faraón is told first."""

from scorekeeper.core.sheet import Sentence
from scorekeeper.games.faraon.house_rules import HouseRules


def first_deal(house: HouseRules) -> tuple[Sentence, ...]:
    """How the game is won, and how a first one goes."""
    olympic = house.mode == "olympic"
    cards = {"n": house.olympic_start}
    return (
        Sentence("won-olympic" if olympic else "won"),
        Sentence("deal-olympic", cards) if olympic else Sentence("deal"),
        *map(Sentence, ("begins", "match", "more", "draw", "seven", "ace", "ober", "red-seven")),
        Sentence("end-olympic" if olympic else "end"),
    )

"""What who never saw Durak is told first."""

from scorekeeper.core.sheet import Sentence
from scorekeeper.games.durak.house_rules import HouseRules

ADDS = {"simple": "add-none", "throw-in": "add", "transfer": "add-or-transfer"}
NEXT = {"on-the-fool": "next", "from-under-the-fool": "next-under"}


def first_deal(house: HouseRules) -> tuple[Sentence, ...]:
    """How the game is won, and how a first one goes."""
    simple, teams = house.variant == "simple", house.teams != "none"
    return (
        Sentence("won-teams" if teams else "won"),
        Sentence("deal-japanese" if house.spades_by_spades else "deal"),
        Sentence("first"),
        Sentence("attack-simple" if simple else "attack"),
        Sentence("beat"),
        Sentence(ADDS[house.variant]),
        Sentence("beaten"),
        Sentence("take-unbeaten" if simple and house.simple_takes == "unbeaten" else "take"),
        Sentence("refill"),
        Sentence("end-teams" if teams else "end"),
        Sentence("next-teams" if teams else NEXT[house.next_attack]),
    )

"""The rules of Highest that the referee knows."""

from scorekeeper.games.high.disputes import Highest, Play
from scorekeeper.games.high.house import HouseRules
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule, Seen, decides


def does_not_follow(play: Play, house: HouseRules) -> Finding:
    """high.follow (2): who has the led suit plays it."""
    if not play.trick or play.card.suit == (led := play.trick[0]).suit:
        return None
    if play.hand is None:
        return Missing("hand")
    had = of_suit(play.hand, led.suit)
    return Broken({"led": led, "card": play.card, "cards": had}) if had else None


def penalty(house: HouseRules) -> Penalty:
    """A point to every other player."""
    return {"kind": "points", "each": 1}


RULES: tuple[AnyRule, ...] = (
    Rule("high.follow", Play, does_not_follow, penalty=penalty, under=lambda h: h.must_follow),
    Rule("high.free", Play, decides),
    Rule("high.highest", Highest, decides),
    Rule("high.peek", Seen, decides, offence="peek", penalty=penalty),
)

"""The referee of Highest: the kinds of question, and the table of rules."""

from scorekeeper.dispute import Admitted, Dispute
from scorekeeper.games.high.house import HouseRules
from scorekeeper.games.high.referee.play import Play, does_not_follow
from scorekeeper.games.high.referee.reach import Reach
from scorekeeper.games.high.referee.trick import Highest
from scorekeeper.referee import AnyRule, Penalty, Rule


def penalty(house: HouseRules) -> Penalty:
    """A point to every other player."""
    return Penalty("points", each=1)


def sips(house: HouseRules) -> Penalty:
    """Two sips, a kind of penalty that no other game has."""
    return Penalty("sips", amount=2)


DISPUTES: tuple[type[Dispute], ...] = (Play, Highest, Reach)
RULES: tuple[AnyRule, ...] = (
    Rule("high.follow", Play, does_not_follow, penalty=penalty, when=lambda h: h.must_follow),
    Rule("high.free", Play),
    Rule("high.highest", Highest),
    Rule("high.end", Reach),
    Rule("high.peek", Admitted, offence="peek", penalty=penalty),
    Rule("high.spill", Admitted, offence="spill", penalty=sips),
)

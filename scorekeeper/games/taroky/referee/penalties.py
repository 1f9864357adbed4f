"""What an offence costs in Taroky (taroky.renonc, section 10 of the rules document)."""

from dataclasses import replace
from functools import partial

from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.rule_table import AnyRule, Penalty, Rule

COSTS = ("renonc_penalty", "renonc_points")
"""The house rules that say what a renonc costs."""
LISTED = frozenset(
    {
        "taroky.renonc.misdeal",
        "taroky.deal.count",
        "taroky.deal.packets",
        "taroky.varsava.talon-card",
        "taroky.varsava.talon-order",
        "taroky.varsava.overtake",
        "taroky.varsava.call",
        "taroky.announce.false",
        "taroky.announce.combine",
        "taroky.play.follow",
        "taroky.play.tarok",
        "taroky.talon.count",
        "taroky.renonc.conduct",
    }
)
"""What the source's list of renoncs names (10): what that costs it leaves to each company."""


def penalty(house: HouseRules) -> Penalty | None:
    """The penalty of a renonc in this house (taroky.renonc)."""
    costs = {
        "points": Penalty("points", each=house.renonc_points),
        "deal-lost": Penalty("lost", what="deal"),
        "void": Penalty("redeal"),
    }
    return costs.get(house.renonc_penalty)


def take_back(house: HouseRules) -> Penalty:
    """What was said or led too soon is taken back."""
    return Penalty("take-back")


renonc = partial(Rule, penalty=penalty)
misdeal = partial(Rule, offence="misdeal", penalty=penalty)
"""A rule on dealing: a breach is a renonc."""
immediate = partial(Rule, offence="invalid", penalty=take_back)
"""A rule whose breach is put right at once."""


def marked(rule: AnyRule) -> AnyRule:
    """A rule with what of its breach is our decision: how play goes on, which the source says of
    none; and the penalty, unless it lists the breach or that costs nothing.
    """
    if not (rule.breakable or rule.asks is Admitted):
        return rule
    listed = rule.id in LISTED or not rule.costs
    return replace(rule, ours=("onward",) if listed else ("penalty", "onward"))

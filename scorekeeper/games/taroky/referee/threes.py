"""The threes of the talon that a preferanc shows (section 4).

preferanc: `variant` (`first`, `second`, `third`), `shown`? [`upper`, `lower`: the threes that were
shown to the opponents], `rest_seen`? (somebody looked at the three that lies for the opponents).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from scorekeeper.dispute import Dispute
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.referee import AnyRule, Broken, Finding, Rule

Three = Literal["upper", "lower"]
Which = Literal["first", "second", "third"]
SHOWS: Mapping[Which, tuple[Three, ...]] = {
    "first": (),
    "second": ("upper",),
    "third": ("upper", "lower"),
}
"""What the declarer has to show: the threes looked at before the one that is taken."""


@dataclass(frozen=True)
class ThreesShown(Dispute):
    """A preferanc, and the threes that the opponents were shown."""

    kind: ClassVar[str] = "preferanc"
    variant: Which
    shown: frozenset[Three] = frozenset()
    rest_seen: bool = False


def hides_a_three(threes: ThreesShown, house: HouseRules) -> Finding:
    """taroky.talon.show: what the declarer looked at and did not take at once is shown."""
    hidden = tuple(three for three in SHOWS[threes.variant] if three not in threes.shown)
    return Broken({"variant": threes.variant, "hidden": hidden}) if hidden else None


def looks_at_the_rest(threes: ThreesShown, house: HouseRules) -> Finding:
    """taroky.talon.rest: the three for the opponents is not looked at unless it was shown."""
    unseen = threes.variant == "first" and "lower" not in threes.shown
    return Broken() if unseen and threes.rest_seen else None


def shows_some(threes: ThreesShown, house: HouseRules) -> bool:
    """True if something has to be shown."""
    return bool(SHOWS[threes.variant])


def is_rest_asked(threes: ThreesShown, house: HouseRules) -> bool:
    """True if somebody looked at the three that is left, or nothing else is asked."""
    return threes.rest_seen or not SHOWS[threes.variant]


THREES_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.talon.show", ThreesShown, hides_a_three, "invalid", applies=shows_some),
    Rule("taroky.talon.rest", ThreesShown, looks_at_the_rest, "invalid", applies=is_rest_asked),
)

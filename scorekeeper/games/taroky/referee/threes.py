"""The threes of the talon that a preferanc shows, and the talon of a sólo (section 4).

preferanc: `variant` (`first`, `second`, `third`, `solo`), `shown`? [`upper`, `lower`: the threes
that were shown to the opponents], `rest_seen`? (somebody looked at the cards that lie for the
opponents).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from scorekeeper.dispute import Dispute
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid

Three = Literal["upper", "lower"]
Which = Literal["first", "second", "third", "solo"]
SHOWS: Mapping[Which, tuple[Three, ...]] = {
    "first": (),
    "second": ("upper",),
    "third": ("upper", "lower"),
    "solo": (),
}
"""What the declarer has to show: the threes looked at before the one that is taken."""
LEFT: Mapping[Which, Three] = {"first": "lower", "second": "upper", "third": "lower"}
"""The three that lies for the opponents; of a sólo it is the whole talon."""


@dataclass(frozen=True)
class ThreesShown(Dispute):
    """A preferanc or a sólo, and the threes that the opponents were shown."""

    kind: ClassVar[str] = "preferanc"
    variant: Which
    shown: frozenset[Three] = frozenset()
    rest_seen: bool = False

    def check(self) -> None:
        """Raises Invalid for a three that a sólo would have shown."""
        if self.variant == "solo" and self.shown:
            raise Invalid("shown", "refused", rule="taroky.talon.rest")


def hides_a_three(threes: ThreesShown, house: HouseRules) -> Finding:
    """taroky.talon.show: what the declarer looked at and did not take at once is shown."""
    hidden = tuple(three for three in SHOWS[threes.variant] if three not in threes.shown)
    return Broken({"variant": threes.variant, "hidden": hidden}) if hidden else None


def looks_at_the_rest(threes: ThreesShown, house: HouseRules) -> Finding:
    """taroky.talon.rest: what lies for the opponents is not looked at unless it was shown."""
    unseen = LEFT.get(threes.variant) not in threes.shown
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

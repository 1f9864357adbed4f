"""House rules: what a table agrees before it plays, declared once as a frozen dataclass per game.

The engine, the scorer, the settings form and the rulebook all read the one declaration. A new
house rule's default is the old behaviour.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.cards import Pack
from scorekeeper.plain import Table, Unreadable, read, write


@dataclass(frozen=True)
class HouseRules:
    """The root of every game's house rules; every field is made by `house_rule`."""


def house_rule(default: Any, *, rule: str, money: bool = False, **bounds: int) -> Any:
    """Declares one house rule: its default, the rule id it belongs to, and its bounds.

    `money` marks an amount in the smallest unit of the currency (haléře). The bounds are those
    of `plain`: `at_least`, `at_most`, `longest`.
    """
    return field(default=default, metadata={"rule": rule, "money": money, **bounds})


def read_house(cls: type[HouseRules], data: Any) -> HouseRules:
    """House rules from the plain data that differ from the defaults. Raises Unreadable."""
    return read(cls, data, Table(players=0, pack=Pack("none", ())))


def write_house(house: HouseRules) -> Mapping[str, Any]:
    """Plain data of the house rules that differ from the defaults."""
    plain: Mapping[str, Any] = write(house)
    return plain


__all__ = ["HouseRules", "Unreadable", "house_rule", "read_house", "write_house"]

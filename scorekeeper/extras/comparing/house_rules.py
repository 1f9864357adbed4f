"""House rules one by one, those within a tariff too, each by its path: `("tariff", "solo")`."""

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from typing import TypeVar

from scorekeeper.house import HouseRules
from scorekeeper.schema import fields_of, spec_of, type_of

Path = tuple[str, ...]
"""The names that lead to a house rule."""

T = TypeVar("T")


def paths_of(cls: type) -> Iterator[Path]:
    """Every house rule, in the order of declaration; of a group each that stands in it.

    >>> from scorekeeper.games.taroky.house import HouseRules as Taroky
    >>> next(paths_of(Taroky))
    ('tariff', 'zakladni')
    """
    for name in fields_of(cls):
        kind = type_of(cls, name)
        if is_dataclass(kind) and isinstance(kind, type):
            yield from ((name, *inner) for inner in paths_of(kind))
        else:
            yield (name,)


def differing(mine: HouseRules, theirs: HouseRules) -> tuple[Path, ...]:
    """The house rules in which two tables of a game differ."""
    paths = paths_of(type(mine))
    return tuple(path for path in paths if value_at(mine, path) != value_at(theirs, path))


def rule_of(cls: type, path: Path) -> str:
    """The id of the rule that a house rule changes."""
    name, *rest = path
    return rule_of(type_of(cls, name), tuple(rest)) if rest else spec_of(fields_of(cls)[name]).rule


def value_at(house: object, path: Path) -> object:
    """What a house rule says."""
    for name in path:
        house = getattr(house, name)
    return house


def with_value(house: T, path: Path, value: object) -> T:
    """The same house rules, but one of them says something else."""
    name, *rest = path
    inner = with_value(getattr(house, name), tuple(rest), value) if rest else value
    return replace(house, **{name: inner})  # type: ignore[type-var]

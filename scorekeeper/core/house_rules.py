"""House rules: what a table agrees before it plays, declared once as a frozen dataclass per game.

The engine, the scorer, the settings form and the rulebook all read the one declaration. A new
house rule's default is the old behaviour. What was written stays as it was meant when a default
changes: each game keeps the defaults of all versions in its `defaults.toml`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from scorekeeper.core import schema
from scorekeeper.core.cards import Pack

HousePath = tuple[str, ...]
"""The names that lead to a house rule, those of one within a tariff too: `("tariff", "solo")`."""

PRESETS = "presets"
"""The table of `defaults.toml` that is no version: group → name → what is not as by default."""


def house_rule(default: Any, *, rule: str, **known: Any) -> Any:
    """Declares one house rule: its default, the id of the rule that it changes, and its `Spec`."""
    return schema.spec(default, rule=rule, **known)


@dataclass(frozen=True)
class HouseRules:
    """The root of every game's house rules; every field is made by `house_rule`.

    Its own are those that all games share: they change no verdict and no points, their words stand
    in those of all games, and each game has them behind its own. `confirm` says who else confirms
    what one player wrote.
    """

    confirm: Literal["off", "any-other", "opponent"] = house_rule(
        "off", rule="book.confirm", last=True
    )


NO_TABLE = schema.LoadContext(players=0, pack=Pack("none", ()))
"""House rules are read without a table: no card and no seat is among them."""


def load_house(cls: type[HouseRules], data: object) -> HouseRules:
    """House rules from those that differ from today's defaults, as a JSON object. Raises Invalid.

    >>> from scorekeeper.games.kocka.house_rules import HouseRules as Kocka
    >>> load_house(Kocka, {"renonc_penalty": "points"}).renonc_penalty
    'points'
    >>> load_house(Kocka, {"renonc_penalty": "money"})
    Traceback (most recent call last):
    scorekeeper.core.schema.Invalid: renonc_penalty: not-a-choice
    """
    return schema.load(cls, data, NO_TABLE)


def dump_house(house: HouseRules) -> dict[str, schema.Json]:
    """The house rules that differ from today's defaults, as a JSON object: as in a case file."""
    return schema.dump_fields(house)


def dump_whole_house(house: object) -> dict[str, schema.Json]:
    """All house rules as a JSON object, and all members of groups like a tariff."""
    cls: type = type(house)
    parts = {name: getattr(house, name) for name in schema.fields_of(cls)}
    return {n: dump_whole_house(p) if is_dataclass(p) else schema.dump(p) for n, p in parts.items()}


@dataclass(frozen=True)
class Defaults:
    """What a house rule means that is left out of what was written, read from a game's file.

    `first` are the defaults with which each rule came. They hold whichever version wrote: it either
    wrote all the rules that it knew, or was older than the first default that changed. `presets`
    are ready-made groups of rules: group → name → the members that are not as in `first`.
    """

    first: Mapping[str, schema.Json]
    presets: Mapping[str, Mapping[str, Mapping[str, schema.Json]]]

    @classmethod
    def in_file(cls, path: Path) -> "Defaults":
        tables = tomllib.loads(path.read_text("utf-8"))
        presets, first = tables.pop(PRESETS, {}), dict[str, schema.Json]()
        for version in sorted(tables, key=lambda v: [*map(int, v.split("."))], reverse=True):
            first = _merged(first, tables[version])
        return cls(first, presets)

    def completed(self, data: object) -> object:
        """House rules as JSON, with those that are left out of it; what is none as it is."""
        if not isinstance(data, Mapping):
            return data
        named = {name: self._preset(name, value) for name, value in data.items()}
        return _merged(self.first, named)

    def without(self, house: HouseRules) -> dict[str, schema.Json]:
        """House rules as JSON, without those that `completed` adds."""
        return _differing(dump_whole_house(house), self.first)

    def _preset(self, group: str, value: schema.Json) -> schema.Json:
        """The members of a group that is given by a name; any other value as it is."""
        return self.presets.get(group, {}).get(value, value) if isinstance(value, str) else value


def _merged(
    before: Mapping[str, schema.Json], after: Mapping[str, schema.Json]
) -> dict[str, schema.Json]:
    """Two objects in one: the later value, or the members of both where both are groups."""
    merged = {**before}
    for name, value in after.items():
        known = before.get(name)
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            merged[name] = _merged(known, value)
        else:
            merged[name] = value
    return merged


def _differing(
    data: Mapping[str, schema.Json], usual: Mapping[str, schema.Json]
) -> dict[str, schema.Json]:
    """The members of an object, and of groups in it, that are not as in another."""
    differing: dict[str, schema.Json] = {}
    for name, value in data.items():
        known = usual.get(name)
        if isinstance(value, Mapping) and isinstance(known, Mapping):
            if inner := _differing(value, known):
                differing[name] = inner
        elif name not in usual or value != known:
            differing[name] = value
    return differing


T = TypeVar("T")


def paths_of(cls: type) -> Iterator[HousePath]:
    """Every house rule, in the order of declaration; of a group each that stands in it.

    >>> from scorekeeper.games.taroky.house_rules import HouseRules as Taroky
    >>> next(paths_of(Taroky))
    ('tariff', 'zakladni')
    """
    for name in schema.fields_of(cls):
        kind = schema.type_of(cls, name)
        if is_dataclass(kind) and isinstance(kind, type):
            yield from ((name, *inner) for inner in paths_of(kind))
        else:
            yield (name,)


def value_at(house: object, path: HousePath) -> object:
    """What a house rule says."""
    for name in path:
        house = getattr(house, name)
    return house


def with_value(house: T, path: HousePath, value: object) -> T:
    """The same house rules, but one of them says something else."""
    name, *rest = path
    inner = with_value(getattr(house, name), tuple(rest), value) if rest else value
    return replace(house, **{name: inner})  # type: ignore[type-var]

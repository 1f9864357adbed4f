"""House rules of a game with other values: each switched alone, or any of them."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HousePath, HouseRules, paths_of, value_at, with_value
from scorekeeper.core.schema import Spec, fields_of, spec_of, type_of

MOST = 1000


def declaration(cls: type, path: HousePath) -> tuple[Any, Spec]:
    """The type of a house rule and its bounds."""
    name, *rest = path
    kind = type_of(cls, name)
    return declaration(kind, tuple(rest)) if rest else (kind, spec_of(fields_of(cls)[name]))


def values(kind: Any, bounds: Spec) -> list[Any]:
    """Some values that a house rule may have: all choices, the bounds, and a number between."""
    if kind is bool:
        return [False, True]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if kind is int:
        least, most = bounds.ge or 0, min(bounds.le or MOST, MOST)
        return sorted({least, min(least + 7, most), most})
    if kind is str:
        return ["", "rum"]
    assert not is_dataclass(kind)
    return [each for inner in get_args(kind) for each in values(inner, bounds)]


def own_rules(game: AnyGame) -> set[str]:
    """The house rules of a game's own: without those that all games have, which judge nothing."""
    cls: type = game.house
    return fields_of(cls).keys() - fields_of(HouseRules).keys()


def switches(game: AnyGame, base: HouseRules) -> Iterator[tuple[HousePath, HouseRules]]:
    """Each house rule with another value, and the house rules with it."""
    for path in paths_of(game.house):
        for value in values(*declaration(game.house, path)):
            if value != value_at(base, path):
                yield path, with_value(base, path, value)


@st.composite
def any_house(draw: st.DrawFn, game: AnyGame) -> HouseRules:
    """House rules of which any may be another than usual."""
    house: HouseRules = game.house()
    for path in draw(st.lists(st.sampled_from(list(paths_of(game.house))), max_size=12)):
        value = draw(st.sampled_from(values(*declaration(game.house, path))))
        house = with_value(house, path, value)
    return house

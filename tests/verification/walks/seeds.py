"""How many random games a test plays: few with all the other tests, thousands by `make walks`.

A hundred thousand of each game are played by `make proof`.
"""

from collections.abc import Callable, Sequence

import pytest

from scorekeeper.house import HouseRules

FEW = 60


def games(name: str, many: int) -> pytest.MarkDecorator:
    """A test of a number of random games, once of a few and once of many."""
    return pytest.mark.parametrize(
        name, [FEW, pytest.param(many, marks=pytest.mark.walk("more games"))]
    )


def each_house(
    houses: Sequence[HouseRules], named: Callable[[HouseRules], str] = repr, at_once: int = 1
) -> pytest.MarkDecorator:
    """A test of random games under each house: under the first few at once, all by `make walks`."""
    marks = [
        () if at < at_once else (pytest.mark.walk("more house rules"),) for at in range(len(houses))
    ]
    params = zip(houses, marks, strict=True)
    return pytest.mark.parametrize(
        "house", [pytest.param(house, marks=mark, id=named(house)) for house, mark in params]
    )

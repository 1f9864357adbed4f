"""How many random games a test plays: few with all the other tests, thousands by `make walks`.

A hundred thousand of each game are played by `make proof`.
"""

import pytest

FEW = 60


def games(name: str, many: int) -> pytest.MarkDecorator:
    """A test of a number of random games, once of a few and once of many."""
    return pytest.mark.parametrize(name, [FEW, pytest.param(many, marks=pytest.mark.walk)])

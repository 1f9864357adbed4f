"""The product agrees with the second implementation, question by question and move by move."""

import pytest

from tests.verification.second.agreement import GAMES, disagreements, kinds
from tests.verification.second.perft import NOTED, Referee, product, read_noted, second, table
from tests.verification.second.perft_rules import POSITIONS

pytestmark = pytest.mark.slow("asks a second implementation thousands of questions")

A_FEW, MANY = 2_000, 20_000
SHALLOW = 4
"""So deep the tables are counted in a test; `make proof` counts them whole."""


@pytest.mark.parametrize("key", GAMES)
def test_both_say_the_same(key: str) -> None:
    assert "\n".join(disagreements(key, range(A_FEW))) == ""


@pytest.mark.walk("more of the same by random play")
@pytest.mark.parametrize("key", GAMES)
def test_both_say_the_same_for_long(key: str) -> None:
    assert "\n".join(disagreements(key, range(A_FEW, MANY))) == ""


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_is_asked_often(key: str) -> None:
    assert min(kinds(key, range(A_FEW)).values()) > A_FEW / len(GAMES[key]) / 2


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("who", [second, product], ids=["second", "product"])
def test_moves_are_as_many_as_noted(name: str, who: Referee) -> None:
    assert table(POSITIONS[name](), SHALLOW, who) == read_noted()[name][:SHALLOW]


def test_every_position_is_noted_deep_enough() -> None:
    assert list(read_noted()) == list(POSITIONS), NOTED
    assert all(len(noted) > SHALLOW for noted in read_noted().values())

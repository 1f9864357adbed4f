"""The product agrees with the second implementation, question by question."""

import pytest

from tests.verification.breadth import sample
from tests.verification.second.agreement import GAMES, disagreements, kinds

QUESTIONS, ASKED = 10_000, 3_000
"""So many questions of each game, a sample of them; `make proof` asks a hundred thousand."""


@pytest.mark.parametrize("key", GAMES)
def test_both_say_the_same(key: str) -> None:
    assert "\n".join(disagreements(key, sample(range(QUESTIONS), ASKED))) == ""


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_is_asked_often(key: str) -> None:
    assert min(kinds(key, range(2_000)).values()) > 2_000 / len(GAMES[key]) / 2

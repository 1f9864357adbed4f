"""The product agrees with the second implementation, question by question."""

import pytest

from tests.verification.second.agreement import GAMES, disagreements, kinds

QUESTIONS = 10_000


@pytest.mark.parametrize("key", GAMES)
def test_both_say_the_same(key: str) -> None:
    assert "\n".join(disagreements(key, range(QUESTIONS))) == ""


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_is_asked_often(key: str) -> None:
    assert min(kinds(key, range(2_000)).values()) > 2_000 / len(GAMES[key]) / 2

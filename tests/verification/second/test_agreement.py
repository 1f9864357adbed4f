"""The product agrees with the second implementation, question by question."""

from collections import Counter

import pytest

from tests.verification.breadth import sample
from tests.verification.second.agreement import GAMES, disagreement, question_of

QUESTIONS, ASKED = 10_000, 3_000
"""So many questions of each game, a sample of them; `make proof` asks a hundred thousand."""


@pytest.mark.parametrize("key", GAMES)
def test_both_say_the_same(key: str) -> None:
    """Each kind is asked about as often."""
    numbers = sample(range(QUESTIONS), ASKED)
    assert [said for n in numbers if (said := disagreement(key, n))] == []
    kinds = Counter(str(question_of(key, n).case.get("kind", "score")) for n in numbers)
    assert min(kinds.values()) > len(numbers) / len(GAMES[key]) / 2

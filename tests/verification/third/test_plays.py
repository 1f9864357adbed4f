"""All three say the same of a play: the product, the second implementation, the sources."""

import json
from collections import Counter

import pytest

from scorekeeper.referee.cases import judge_case
from tests.verification.second.agreement import GAMES, question_of
from tests.verification.third.plays import forbidden

QUESTIONS = 10_000


def disagreements(key: str, seeds: range) -> tuple[Counter[str], list[str]]:
    """How often each verdict was given, and where the product or the second one differ."""
    verdicts: Counter[str] = Counter()
    wrong = []
    for seed in seeds:
        question = question_of(key, seed)
        sentences = forbidden(question.case)
        if sentences is None:
            continue
        says = "offence" if sentences else "legal"
        verdicts[says] += 1
        both = judge_case(question.case).get("verdict"), question.expect["verdict"]
        if both != (says, says):
            wrong.append(f"{key} {seed}: {sentences}, {both}\n{json.dumps(question.case)}")
    return verdicts, wrong


@pytest.mark.parametrize("key", GAMES)
def test_the_sources_say_the_same(key: str) -> None:
    verdicts, wrong = disagreements(key, range(QUESTIONS))
    assert "\n".join(wrong) == ""
    assert min(verdicts["legal"], verdicts["offence"]) > QUESTIONS / 25

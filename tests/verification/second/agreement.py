"""Asks both the same, many times over.

python -m tests.verification.second.agreement 100000            so many questions of every game
python -m tests.verification.second.agreement 100000 taroky     of one game
"""

import json
import sys
from collections.abc import Mapping
from random import Random

from scorekeeper.referee.cases import differences, judge_case, score
from tests.verification.breadth import ask_on_all_cores
from tests.verification.second import durak, faraon, kocka, makao, taroky
from tests.verification.second.question import Ask, Question

GAMES: Mapping[str, tuple[Ask, ...]] = {
    "taroky": taroky.ASKS,
    "kocka": kocka.ASKS,
    "faraon": faraon.ASKS,
    "makao": makao.ASKS,
    "durak": durak.ASKS,
}


def answer(question: Question) -> Mapping[str, object]:
    """What the product says."""
    return judge_case(question.case) if "kind" in question.case else score(question.case)


def question_of(key: str, seed: int) -> Question:
    """The question of a game that a number stands for."""
    random = Random(f"{key} {seed}")
    return random.choice(GAMES[key])(random)


def disagreement(key: str, seed: int) -> str:
    """Where the two differ about a question; nothing if they agree."""
    question = question_of(key, seed)
    wrong = differences(question.expect, json.loads(json.dumps(answer(question))))
    return f"{key} {seed}: {'; '.join(wrong)}\n{json.dumps(question.case)}" if wrong else ""


if __name__ == "__main__":
    sys.exit(ask_on_all_cores("tests.verification.second.agreement", disagreement))

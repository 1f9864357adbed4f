"""Asks both the same, many times over.

python -m tests.verification.second.agreement 100000            so many questions of every game
python -m tests.verification.second.agreement 100000 taroky     of one game
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from multiprocessing import Pool, cpu_count
from random import Random
from time import perf_counter

from scorekeeper.referee.cases import differences, judge_case, score
from tests.verification.second import durak, faraon, kocka, makao, taroky
from tests.verification.second.question import Ask, Question

GAMES: Mapping[str, tuple[Ask, ...]] = {
    "taroky": taroky.ASKS,
    "kocka": kocka.ASKS,
    "faraon": faraon.ASKS,
    "makao": makao.ASKS,
    "durak": durak.ASKS,
}
CHUNK = 500


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


def disagreements(key: str, seeds: Iterable[int]) -> list[str]:
    """Where the two differ, of many questions."""
    return [said for seed in seeds if (said := disagreement(key, seed))]


def chunk(first: int, key: str) -> list[str]:
    """A few questions from a number on, for other processes."""
    return disagreements(key, range(first, first + CHUNK))


def main(arguments: Sequence[str] | None = None) -> int:
    """Asks on all cores; 1 if the two differ anywhere."""
    parser = argparse.ArgumentParser(prog="python -m tests.verification.second.agreement")
    parser.add_argument("questions", type=int, help="questions of each game")
    parser.add_argument("only", nargs="*", choices=[*GAMES, []], help="of these; default: of all")
    options = parser.parse_args(arguments)
    status = 0
    with Pool(cpu_count()) as pool:
        for key in options.only or GAMES:
            began, found = perf_counter(), list[str]()
            for more in pool.imap(partial(chunk, key=key), range(0, options.questions, CHUNK)):
                found += more
            took = perf_counter() - began
            print(f"{key:8}{options.questions:>9,} questions, {len(found)} differ, {took:,.0f} s")
            print("\n".join(found[:20]), end="\n" if found else "")
            status = 1 if found else status
    return status


def kinds(key: str, seeds: range) -> Counter[str]:
    """How often each kind is asked."""
    return Counter(str(question_of(key, seed).case.get("kind", "score")) for seed in seeds)


if __name__ == "__main__":
    sys.exit(main())

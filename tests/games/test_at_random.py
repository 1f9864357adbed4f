"""Games at random, and what a second implementation says: a few here, the breadth by verification.

What is decided does not hang on what nobody knows, and what cannot be told shows two ways in which
it may have been.
"""

from dataclasses import replace

import pytest

from scorekeeper.core.house_rules import load_house
from scorekeeper.games import GAMES
from scorekeeper.referee.verdict import judge
from tests.verification.second.agreement import disagreement, question_of
from tests.verification.walks.games import WALKS
from tests.verification.walks.partial import lacking
from tests.verification.walks.prove import prove_legal, prove_offence

EACH_KEY = pytest.mark.parametrize("key", GAMES)
QUESTIONS, PLAYED, PLANTED = 400, 4, 20


@EACH_KEY
def test_a_second_implementation_says_the_same(key, faults):
    for seed in range(QUESTIONS):
        with faults.at(key, seed):
            assert disagreement(key, seed) == ""


@pytest.mark.parametrize("key", [key for key in GAMES if key != "makao"])
def test_what_nobody_knows_changes_no_verdict(key, faults):
    game = GAMES[key]
    for seed in range(QUESTIONS):
        case = question_of(key, seed).case
        if "kind" not in case:
            continue
        house = load_house(game.house, case.get("house", {}))
        dispute = game.read_dispute(case["kind"], case["given"], house)
        asked = replace(dispute, **dict.fromkeys(lacking(dispute), None))
        if not asked.unknown():  # the rest tells it
            continue
        verdict = judge(game.rules, asked, house)
        with faults.at(key, seed, asked):
            if verdict.verdict != "undecidable":
                assert verdict.verdict == judge(game.rules, dispute, house).verdict
            told = [game.read_dispute(case["kind"], g, house) for g in verdict.witness.values()]
            found = [judge(game.rules, each, house) for each in told]
            if set(verdict.witness) == {"legal", "offence"}:
                assert [each.verdict for each in found] == list(verdict.witness)
            elif found:  # of what forbids nothing: two answers
                assert found[0].result != found[1].result


@EACH_KEY
def test_random_games_are_right_and_one_planted_offence_is_found(key, faults):
    for prove, seeds in ((prove_legal, PLAYED), (prove_offence, PLANTED)):
        for seed in range(seeds):
            with faults.at(key, prove.__name__, "seed", seed):
                assert prove(WALKS[key], seed).offences == (prove is prove_offence)

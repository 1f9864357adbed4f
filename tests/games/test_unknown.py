"""What nobody told is not known, and what cannot be told yet is said so: a sample of what
`tests/verification/unknown.py` asks.
"""

import pytest

from scorekeeper.core.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import judge_case
from scorekeeper.referee.verdict import judge_question
from tests.contract.books import EACH_GAME
from tests.contract.faults import Faults
from tests.verification.unknown import fault_of

QUESTIONS = 40


@EACH_GAME
def test_no_answer_hangs_on_what_nobody_told(game: AnyGame, faults: Faults) -> None:
    for seed in range(QUESTIONS):
        with faults.at(seed):
            assert fault_of(game.key, seed) == ""


@pytest.mark.parametrize(
    ("game", "kind", "given"),
    [
        ("faraon", "start", {"start": None, "bottom": None}),
        ("kocka", "durch-shown", {"seat": 3, "others_tricks": None, "hand": None}),
        ("kocka", "round", {"points": None, "durch_caught": None}),
        ("durak", "first-attack", {"players": 3, "trump": None, "lowest": None, "trumpless": None}),
    ],
)
def test_where_something_stays_open_no_results_are_listed(
    game: str, kind: str, given: dict[str, None]
) -> None:
    answer = judge_case({"game": game, "kind": kind, "given": given})
    assert (answer["verdict"], "possible" in answer) == ("undecidable", False)


@pytest.mark.parametrize(
    ("game", "kind", "given", "missing"),
    [
        ("taroky", "count", {"counts": None, "aside": 2}, ["counts"]),
        ("taroky", "count", {"cards": None, "counts": None, "aside": None}, ["cards"]),
        ("kocka", "round", {"points": None, "no_trick": None}, ["points"]),
        ("kocka", "round", {"points": None, "took": None}, ["points"]),
    ],
)
def test_a_fact_without_which_there_is_nothing_is_missing(
    game: str, kind: str, given: dict[str, None], missing: list[str]
) -> None:
    answer = judge_case({"game": game, "kind": kind, "given": given})
    assert (answer["verdict"], answer["missing"]) == ("undecidable", missing)


def test_an_example_keeps_what_was_told() -> None:
    game = GAMES["kocka"]
    given = {"seat": 2, "taken": None, "stoppable": True}
    question = game.read_question("claim", given, game.house())
    witness = judge_question(game.rules, question, game.house()).witness
    assert all(each.get("stoppable") for each in witness.values())


@pytest.mark.parametrize("drew", [{}, {"drew": None}])
def test_who_has_the_called_tarok_is_open_until_it_is_told(drew: dict[str, None]) -> None:
    given = {"called": "XVIII", "declarer": 2, **drew}
    answer = judge_case({"game": "taroky", "kind": "partner", "given": given})
    assert (answer["verdict"], answer.get("result")) == ("undecidable", None)

"""Whatever is asked of the referee, in many more ways than `tests/core` asks."""

from scorekeeper.referee.cases import judge_case
from tests.contract.books import EACH_GAME
from tests.core.test_referee import require_answers
from tests.games.test_kept import kept
from tests.verification.breadth import WHOLE, sample


@EACH_GAME
def test_whatever_is_given_it_is_judged_or_refused(game):
    require_answers(game, 40 if WHOLE else 15)


@EACH_GAME
def test_a_given_with_one_member_changed_is_judged_or_refused(game, faults):
    cases = kept(game)
    for case in sample(cases, len(cases) // 3):
        told = case.get("given")
        for name in told if isinstance(told, dict) else ():
            without = {key: value for key, value in told.items() if key != name}
            for changed in (without, {**told, name: None}, {**told, name: [{}]}, {**told, "x": 0}):
                with faults.at(case["kind"], changed):
                    answer = judge_case({**case, "given": changed})
                    assert ("verdict" in answer) != ("error" in answer)
                    assert "x" not in changed or "error" in answer

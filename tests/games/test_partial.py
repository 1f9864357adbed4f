"""Hands that are told in part: what they hold and what they lack."""

from pathlib import Path

from scorekeeper.cli import main
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import judge_case
from scorekeeper.referee.judgements import judge_hand
from scorekeeper.referee.undecided import judge_question
from tests.contract.books import EACH_GAME
from tests.games.partial import DEALS, kinds_with_a_hand, require_sound
from tests.verification.unknown import fault_of

HERE = 50
KEPT = Path(__file__).with_name("partial.jsonl")


def test_what_is_so_in_every_whole_hand_is_said(capsys):
    """Else two are shown; a part that cannot be is refused."""
    status = main(["judge", "--check", str(KEPT)])
    assert (status, capsys.readouterr().out) == (0, "60 passed, 0 failed\n")


def test_a_told_hand_that_agrees_is_judged_as_it_is():
    given = {"trick": ["9D"], "card": "JS", "trick_no": 7, "hand": ["JS", "AS"]}
    assert judged({**given, "holds": ["AS"], "lacks": ["D", "7"]}) == judged(given)


def test_nothing_told_of_a_hand_is_as_if_it_were_not_there():
    given = {"trick": ["9D"], "card": "JS", "trick_no": 7}
    for part in ({"holds": []}, {"lacks": None}, {"holds": None, "lacks": []}):
        assert judged({**given, **part}) == judged(given)


def test_what_may_be_played_is_told_of_the_cards_that_are_held():
    game = GAMES["kocka"]
    given = {"trick": ["9D"], "card": None, "trick_no": 3, "holds": ["7D", "AS"]}
    judged = judge_hand(game, game.house(), (), "play", given)
    assert {code: each.verdict.verdict for code, each in judged.items()} == {
        "7D": "legal",
        "AS": "offence",
    }


def judged(given):
    return dict(judge_case({"game": "kocka", "kind": "play", "given": given}))


@EACH_GAME
def test_every_kind_with_a_hand_is_asked(game):
    assert {kind.kind for kind in kinds_with_a_hand(game)} == DEALS[game.key].keys()


@EACH_GAME
def test_what_is_said_of_a_part_is_so_in_every_whole_hand(game, faults):
    require_sound(game, HERE, 0, faults)


QUESTIONS = 40


@EACH_GAME
def test_no_answer_hangs_on_what_nobody_told(game, faults):
    for seed in range(QUESTIONS):
        with faults.at(seed):
            assert fault_of(game.key, seed) == ""


def test_an_example_keeps_what_was_told():
    game = GAMES["kocka"]
    given = {"seat": 2, "taken": None, "stoppable": True}
    question = game.read_question("claim", given, game.house())
    witness = judge_question(game.rules, question, game.house()).witness
    assert all(each.get("stoppable") for each in witness.values())

"""Hands that are told in part: what they hold and what they lack."""

from typing import Any

import pytest

from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import judge_case
from scorekeeper.referee.judgements import judge_hand
from scorekeeper.referee.undecided import judge_question
from tests.contract.books import EACH_GAME
from tests.contract.faults import Faults
from tests.games.partial import DEALS, kinds_with_a_hand, require_sound
from tests.verification.unknown import fault_of

HERE = 50
Given = dict[str, Any]
JACK_ON_DIAMOND = {"trick": ["9D"], "card": "JS", "trick_no": None}
ALL_BUT_DIAMONDS = ["H", "C", "7S", "8S", "9S", "TS", "QS", "KS", "AS"]
ON_SPADE: Given = {"trick": ["8S"], "contract": None}
LAST_OBER = {"top": "OL", "cards": ["OA"], "players": 3, "names_suit": "B"}
LAST_CARD = {"attack": ["9H"], "card": "9C", "next_hand": 6, "bout": 2, "trump": "S"}
TAKES = {"unbeaten": ["7H", "7D"], "trump": "S", "beaten": 1}
ON_KING: Given = {"top": "KD", "players": 3}
SAID = (
    ("kocka", "play", {**JACK_ON_DIAMOND, "lacks": ["D"]}, "legal"),
    ("kocka", "play", {**JACK_ON_DIAMOND, "lacks": ["*D"]}, "legal"),
    ("kocka", "play", {**JACK_ON_DIAMOND, "holds": ["7D"]}, "kocka.follow"),
    ("kocka", "play", {**JACK_ON_DIAMOND, "holds": ["*D"]}, "kocka.follow"),
    ("kocka", "play", {**JACK_ON_DIAMOND, "holds": ["AS"]}, "undecidable"),
    ("kocka", "play", {**JACK_ON_DIAMOND, "hand": None, "holds": ["AS"]}, "undecidable"),
    (
        *("kocka", "play"),
        {"trick": ["AC"], "card": "QH", "trick_no": None, "holds": ["8C", "QH"]},
        "kocka.follow",
    ),
    # Seven more are in the hand, and only diamonds are left for them.
    (
        *("kocka", "play"),
        {**JACK_ON_DIAMOND, "trick_no": 1, "lacks": ALL_BUT_DIAMONDS},
        "kocka.follow",
    ),
    ("kocka", "play", {"trick": [], "card": "7H", "trick_no": 1, "holds": ["8C"]}, "first-lead"),
    ("kocka", "dokladacka-cink", {"table": ["JS"], "holds": ["QS"]}, "dokladacka.cink"),
    ("kocka", "dokladacka-cink", {"table": ["JS"], "lacks": ["J", "TS", "QS"]}, "legal"),
    ("kocka", "dokladacka-cink", {"table": ["JS"], "lacks": ["J"]}, "undecidable"),
    ("taroky", "play", {**ON_SPADE, "card": "VII", "holds": ["KS", "VII"]}, "taroky.play.follow"),
    ("taroky", "play", {**ON_SPADE, "card": "VII", "lacks": ["S"]}, "legal"),
    ("taroky", "play", {**ON_SPADE, "card": "3H", "lacks": ["S"]}, "undecidable"),
    ("taroky", "play", {**ON_SPADE, "card": "3H", "lacks": ["S", "taroks"]}, "legal"),
    (
        "taroky",
        "play",
        {**ON_SPADE, "card": "3H", "holds": ["taroks"], "lacks": ["S"]},
        "play.tarok",
    ),
    (
        *("taroky", "play"),
        {"trick": ["I"], "card": "3H", "contract": None, "holds": ["XXI", "3H"]},
        "taroky.play.follow",
    ),
    ("taroky", "announce", {"announced": ["trul"], "lacks": ["I"]}, "taroky.announce.false"),
    ("taroky", "announce", {"announced": ["trul"], "holds": ["I", "XXI", "SKYZ"]}, "legal"),
    ("taroky", "announce", {"announced": ["trul"], "holds": ["I", "XXI"]}, "undecidable"),
    ("taroky", "announce", {"announced": ["trulhonery"], "lacks": ["7S"]}, "undecidable"),
    ("taroky", "announce", {"announced": ["barvy"], "lacks": ["taroks"]}, "legal"),
    ("taroky", "call", {"called": "XVIII", "holds": ["XIX"]}, "legal"),
    ("taroky", "call", {"called": "XVIII", "lacks": ["XIX"]}, "taroky.call"),
    ("taroky", "discard", {"aside": ["V"], "took": 1, "holds": ["7S"]}, "taroky.talon.no-tarok"),
    ("faraon", "play", {**LAST_OBER, "holds": ["7L"]}, "legal"),
    ("faraon", "play", {**LAST_OBER, "holds": ["OA"]}, "undecidable"),
    ("makao", "play", {**ON_KING, "cards": ["5D"], "holds": ["6S"]}, "legal"),
    ("makao", "play", {**ON_KING, "cards": ["5S"], "lacks": ["D"]}, "makao.match"),
    ("durak", "transfer", {**LAST_CARD, "holds": ["6S"]}, "legal"),
    ("durak", "transfer", {**LAST_CARD, "last_card": None, "holds": ["6S"]}, "legal"),
    ("durak", "take", {**TAKES, "holds": ["8H"]}, "undecidable"),
    ("durak", "take", {**TAKES, "holds": ["8H", "8D"]}, "durak.throw-in.beat"),
    ("durak", "take", {**TAKES, "lacks": ["H", "S"]}, "legal"),
)
HOUSES = {
    "faraon": {"last_ober": "own-suit"},
    "durak": {"variant": "transfer", "transfer_finish": False, "beat_thrown_in": True},
}


@pytest.mark.parametrize(("game", "kind", "given", "said"), SAID)
def test_what_is_so_in_every_whole_hand_is_said(
    game: str, kind: str, given: Given, said: str
) -> None:
    verdict = judged(game, kind, given)
    if said in ("legal", "undecidable"):
        assert verdict["verdict"] == said
    else:
        assert verdict["verdict"] == "offence"
        assert verdict["rules"][0].endswith(said)
    if said == "undecidable":
        assert (verdict["missing"], verdict["decides"]) == (["hand"], "hand")
        assert verdict["witness"].keys() == {"legal", "offence"}


def test_where_nobody_knows_whether_it_was_the_last_card_that_decides() -> None:
    verdict = judged("durak", "transfer", {**LAST_CARD, "last_card": None, "lacks": ["6S"]})
    assert (verdict["verdict"], verdict["witness"]["offence"]["hand"]) == ("undecidable", ["9C"])


WRONG = (
    ({"lacks": ["S"]}, "given.lacks"),
    ({"lacks": ["J"]}, "given.lacks"),
    ({"holds": ["7D"], "lacks": ["D"]}, "given.holds.0"),
    ({"holds": ["7D", "7D"]}, "given.holds"),
    ({"holds": ["9D"]}, "given.holds"),
    ({"holds": ["7X"]}, "given.holds.0"),
    ({"lacks": ["7*D"]}, "given.lacks.0"),
    ({"lacks": "D"}, "given.lacks"),
    ({"hand": ["JS", "AS"], "holds": ["7D"]}, "given.holds"),
    ({"hand": ["JS", "AS"], "holds": ["*D"]}, "given.holds"),
    ({"hand": ["JS", "7D"], "lacks": ["D"]}, "given.lacks"),
    ({"holds": ["7D", "8D", "TD"], "trick_no": 6}, "given.holds"),
    ({"lacks": ["S", "H", "C", "D"]}, "given.lacks"),
)


@pytest.mark.parametrize(("told", "path"), WRONG)
def test_a_part_that_cannot_be_is_refused(told: Given, path: str) -> None:
    given = {"trick": ["9D"], "card": "JS", "trick_no": 1, **told}
    game = GAMES["kocka"]
    with pytest.raises(Invalid) as refused:
        game.read_question("play", given, game.house())
    assert refused.value.path == path


def test_a_kind_without_a_hand_has_no_part_of_one() -> None:
    game = GAMES["kocka"]
    with pytest.raises(Invalid, match="unknown-field"):
        game.read_question("turn", {"seat": 1, "turn": 1, "lacks": ["D"]}, game.house())


def test_a_told_hand_that_agrees_is_judged_as_it_is() -> None:
    given = {"trick": ["9D"], "card": "JS", "trick_no": 7, "hand": ["JS", "AS"]}
    part = {"holds": ["AS"], "lacks": ["D", "7"]}
    assert judged("kocka", "play", {**given, **part}) == judged("kocka", "play", given)


def test_nothing_told_of_a_hand_is_as_if_it_were_not_there() -> None:
    given = {"trick": ["9D"], "card": "JS", "trick_no": 7}
    for part in ({"holds": []}, {"lacks": None}, {"holds": None, "lacks": []}):
        assert judged("kocka", "play", {**given, **part}) == judged("kocka", "play", given)


def test_a_letter_of_a_suit_and_of_a_rank_is_the_suit() -> None:
    given = {"trick": ["8C"], "card": "VII", "contract": "zakladni"}
    assert judged("taroky", "play", {**given, "lacks": ["C"]})["verdict"] == "legal"
    assert judged("taroky", "play", {**given, "lacks": ["C*"]})["verdict"] == "undecidable"


def test_what_may_be_played_is_told_of_the_cards_that_are_held() -> None:
    game = GAMES["kocka"]
    given = {"trick": ["9D"], "card": None, "trick_no": 3, "holds": ["7D", "AS"]}
    judged = judge_hand(game, game.house(), (), "play", given)
    assert {code: each.verdict.verdict for code, each in judged.items()} == {
        "7D": "legal",
        "AS": "offence",
    }


def judged(game: str, kind: str, given: Given) -> Given:
    case = {"game": game, "kind": kind, "given": given, "house": HOUSES.get(game, {})}
    return dict(judge_case(case))


@EACH_GAME
def test_every_kind_with_a_hand_is_asked(game: AnyGame) -> None:
    assert {kind.kind for kind in kinds_with_a_hand(game)} == DEALS[game.key].keys()


@EACH_GAME
def test_what_is_said_of_a_part_is_so_in_every_whole_hand(game: AnyGame, faults: Faults) -> None:
    require_sound(game, HERE, 0, faults)


QUESTIONS = 40


@EACH_GAME
def test_no_answer_hangs_on_what_nobody_told(game: AnyGame, faults: Faults) -> None:
    for seed in range(QUESTIONS):
        with faults.at(seed):
            assert fault_of(game.key, seed) == ""


def test_an_example_keeps_what_was_told() -> None:
    game = GAMES["kocka"]
    given = {"seat": 2, "taken": None, "stoppable": True}
    question = game.read_question("claim", given, game.house())
    witness = judge_question(game.rules, question, game.house()).witness
    assert all(each.get("stoppable") for each in witness.values())


UNTOLD = ("trump", "lowest", "trumpless")


@pytest.mark.parametrize(
    ("game", "kind", "given", "missing"),
    [
        ("faraon", "start", {"start": None, "bottom": None}, []),
        ("kocka", "durch-shown", {"seat": 3, "others_tricks": None, "hand": None}, []),
        ("kocka", "round", {"points": None, "durch_caught": None}, []),
        ("durak", "first-attack", {"players": 3, **dict.fromkeys(UNTOLD)}, []),
        ("taroky", "count", {"counts": None, "aside": 2}, ["counts"]),
        ("taroky", "count", {"cards": None, "counts": None, "aside": None}, ["cards"]),
        ("kocka", "round", {"points": None, "no_trick": None}, ["points"]),
        ("kocka", "round", {"points": None, "took": None}, ["points"]),
    ],
)
def test_where_something_stays_open_no_results_are_listed(
    game: str, kind: str, given: dict[str, Any], missing: list[str]
) -> None:
    """And a fact without which there is nothing is missing."""
    answer = judge_case({"game": game, "kind": kind, "given": given})
    assert (answer["verdict"], "possible" in answer) == ("undecidable", False)
    assert not missing or answer["missing"] == missing

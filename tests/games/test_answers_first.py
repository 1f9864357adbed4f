"""What answers a complaint stands first: the answer before the textbook, the rule that says it."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.referee.judgements import judge_question
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web.wording.verdicts import verdict_view

NAMES = ("Ada", "Bob", "Cyd", "Dan")
DEAL = {"dealer": 3, "declarer": 0, "contract": "solo", "points": 40}
FIRST: list[tuple[str, str, dict[str, Any], str]] = [
    ("taroky", "pagat", {"declared": True, "trick": 4}, "made"),
    ("taroky", "valat", {"side": "declarer", "declared": True, "made": True}, "made"),
    ("taroky", "winner", {"trick": ["KS", "7S", "V", "QS"], "leader": 1}, "card"),
    ("taroky", "settle", {"deal": DEAL}, "points"),
    ("kocka", "winner", {"leader": 0, "trick": ["TD", "AC", "KD", "QS"]}, "winner"),
    ("kocka", "trigger", {"before": [25, 46, 1, 9], "after": [25, 64, 11, 8]}, "dokladacka"),
    ("kocka", "round", {"points": [14, 12, 2, 0], "no_trick": [3]}, "points"),
    ("kocka", "claim", {"seat": 1, "won_points": [3, None, 2, 0]}, "points"),
    ("kocka", "first-dealer", {"cards": {"0": "KD", "1": "8D", "2": "8S", "3": "TC"}}, "dealer"),
    (
        "kocka",
        "inscribe",
        {"loser": 0, "owner": 3, "votes": {"0": "QS", "1": "QS", "2": "AH", "3": "QS"}},
        "card",
    ),
]


@pytest.mark.parametrize(("key", "kind", "given", "first"), FIRST)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_answer_comes_before_how_it_is_found(
    key: str, kind: str, given: dict[str, Any], first: str, language: str
) -> None:
    game = GAMES[key]
    book = open_rulebook(game.folder, language)
    judgement = judge_question(game, game.house(), NAMES, kind, given)
    view, result = verdict_view(judgement, book), judgement.verdict.result
    textbook = book.say("legal", kind, {**given, **result}, NAMES)
    assert view.outcome == "answer"
    assert view.sentence == book.answer(kind, first, result[first], NAMES, result)
    assert view.answers[-1] == textbook


def test_whoever_need_not_beat_is_told_so_first() -> None:
    game = GAMES["taroky"]
    given = {"contract": "solo", "trick": ["XII"], "hand": ["XIV", "V"], "card": "V"}
    judgement = judge_question(game, game.house(), NAMES, "play", given)
    assert judgement.verdict.rules[0] == "taroky.play.no-overtake"
    for language in ("cs", "sk", "pl", "be", "en"):
        book = open_rulebook(game.folder, language)
        said = verdict_view(judgement, book).sentence
        assert said == book.say("legal", "play.taroky.play.no-overtake", {"card": "V"}, NAMES)

"""That the proof of what cannot be told can fail."""

from random import Random

import pytest

from scorekeeper.cards import Card
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.plays import Play
from tests.walks.contract import dealt, walk
from tests.walks.games import WALKS
from tests.walks.partial import Flipped, questions, require_partial

SEEDS = 12


def ask_all(key: str) -> None:
    """Asks with facts left out in positions of some deals. Raises Flipped."""
    game = WALKS[key]
    for seed in range(SEEDS):
        random, house, state = dealt(game, seed)
        for step in walk(game, random, state, most=20):
            for question in questions(game, Random(seed), step.before, step.choice):
                require_partial(game, question, house)


def test_a_question_without_a_witness_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "completions", lambda question, house: ())
    with pytest.raises(Flipped, match="no witness"):
        ask_all("taroky")


def alone(question: Play, house: HouseRules) -> list[tuple[Card, ...]]:
    """No other hand than the card itself, with which everything is legal."""
    return [(question.card,)]


def test_a_verdict_that_some_hand_would_flip_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "hands", alone)
    with pytest.raises(Flipped, match="offence"):
        ask_all("taroky")

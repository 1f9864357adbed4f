"""What holds for a random game of every kind."""

from collections import Counter

import pytest

from scorekeeper.games import GAMES
from scorekeeper.referee.verdict import judge
from tests.contract.faults import Faults
from tests.verification.breadth import sample
from tests.verification.walks.contract import AnyWalk, dealt, walk
from tests.verification.walks.games import WALKS
from tests.verification.walks.prove import prove_legal, prove_offence

EACH_GAME = pytest.mark.parametrize("game", WALKS.values(), ids=list(WALKS))
SEEDS, PLAYED = 300, 100
"""So many games of each kind, a sample of them; `make proof` plays a hundred thousand."""


def test_every_game_can_be_played_at_random() -> None:
    assert {key: walk.game for key, walk in WALKS.items()} == GAMES


@EACH_GAME
def test_nothing_is_wrong_in_a_legal_game_and_a_planted_offence_is_found(
    game: AnyWalk, faults: Faults
) -> None:
    for seed in sample(range(SEEDS), PLAYED):
        with faults.at(game.game.key, "seed", seed):
            assert prove_legal(game, seed).moves > 0
            assert prove_offence(game, seed).offences == 1


@EACH_GAME
def test_cards_are_conserved_and_only_offences_are_no_choices(
    game: AnyWalk, faults: Faults
) -> None:
    for seed in range(10):
        random, house, state = dealt(game, seed)
        cards = Counter(game.cards(state))
        for step in walk(game, random, state):
            with faults.at(game.game.key, "seed", seed):
                assert Counter(game.cards(step.after)) == cards
                choices = game.choices(step.before)
                assert len(set(choices)) == len(choices)
                if random.random() < 0.1:
                    for attempt in game.attempts(step.before):
                        question = game.question(step.before, attempt)
                        assert question is not None
                        verdict = judge(game.game.rules, question, house)
                        assert (verdict.verdict == "legal") == (attempt in choices), attempt

"""What holds for a random game of every kind."""

from collections import Counter
from functools import reduce
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.referee import judge
from tests.contract.faults import Faults
from tests.verification.walks.contract import AnyWalk, dealt, played, walk
from tests.verification.walks.games import WALKS
from tests.verification.walks.proof import (
    CHUNK,
    main,
)
from tests.verification.walks.prove import prove_legal, prove_offence
from tests.verification.walks.seeds import games

pytestmark = pytest.mark.slow("plays whole games at random")

EACH_GAME = pytest.mark.parametrize("game", WALKS.values(), ids=list(WALKS))
MANY, FEW = 2_000, 40


def test_every_game_can_be_played_at_random() -> None:
    assert set(WALKS) == set(GAMES)
    for key, game in WALKS.items():
        assert game.game is GAMES[key]


@EACH_GAME
@games("seeds", MANY)
def test_nothing_is_wrong_in_a_legal_game(game: AnyWalk, seeds: int, faults: Faults) -> None:
    for seed in range(seeds):
        with faults.at(game.game.key, "seed", seed):
            assert prove_legal(game, seed).moves > 0


@EACH_GAME
@games("seeds", MANY)
def test_one_planted_offence_is_found(game: AnyWalk, seeds: int, faults: Faults) -> None:
    for seed in range(seeds):
        with faults.at(game.game.key, "seed", seed):
            assert prove_offence(game, seed).offences == 1


@EACH_GAME
def test_cards_are_conserved_and_only_offences_are_no_choices(
    game: AnyWalk, faults: Faults
) -> None:
    for seed in range(FEW // 4):
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


@EACH_GAME
def test_a_state_is_what_the_choices_made_of_the_deal(game: AnyWalk, faults: Faults) -> None:
    for seed in range(FEW):
        with faults.at(game.game.key, "seed", seed):
            random, _, state = dealt(game, seed)
            steps = list(walk(game, random, state))
            _, _, same = dealt(game, seed)
            again = reduce(game.after, (step.choice for step in steps), same)
            assert again == steps[-1].after
            assert game.is_over(again)
            assert not game.choices(again)


@EACH_GAME
def test_a_walk_ends_or_says_why_not(game: AnyWalk) -> None:
    random, _, state = dealt(game, 1)
    ended, why = played(game, random, state)
    assert (game.is_over(ended), why) == (True, "over")
    cut, why = played(game, random, state, most=2)
    assert (game.is_over(cut), why) == (False, "too-long")


def test_a_proof_on_all_cores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(CHUNK), "kocka"], tmp_path / "proof.json") == 0
    said = capsys.readouterr().out
    assert f"{CHUNK} games and as many with an offence" in said
    assert f"{CHUNK} offences found" in said

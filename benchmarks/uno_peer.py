"""Run by a Python that has RLCard: for each seed, a line, the microseconds of a decision of its UNO
at random.
"""

import random
import sys
from time import process_time

import numpy
from rlcard.games.uno import Game  # type: ignore[import-not-found]

PLAYERS, GAMES = 4, 6
MOST = 5_000
"""Decisions of a game that does not end."""


def decision(seed: int) -> float:
    """Processor time of the legal actions and the step by one of them, in microseconds."""
    draw, game, decisions = random.Random(seed), Game(num_players=PLAYERS), 0
    game.np_random = numpy.random.RandomState(seed)
    began = process_time()
    for _game in range(GAMES):
        game.init_game()
        for _decision in range(MOST):
            game.step(draw.choice(game.get_legal_actions()))
            decisions += 1
            if game.is_over():
                break
    return (process_time() - began) / decisions * 1e6


if __name__ == "__main__":
    for line in sys.stdin:
        print(decision(int(line)), flush=True)

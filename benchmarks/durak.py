"""Durak: whole games played at random, every choice asked of the referee, against one request."""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.ratio import Batch, Ratio, get
from benchmarks.referee import empty
from scorekeeper.games.durak.house import HouseRules
from tests.verification.walks.contract import played
from tests.verification.walks.durak import WALK

GAMES, CALLS, ROUNDS = 6, 200, 11
TABLES = (
    (4, HouseRules()),
    (3, HouseRules(variant="transfer", transfer_by_show=True)),
    (6, HouseRules(variant="simple", spades_by_spades=True)),
)
GAME = 50_000
"""Microseconds that a game of some two hundred moves may take (the aim)."""


def measure() -> Iterator[Ratio]:
    """Games, taking turns with an empty request."""
    requests = Batch(empty(), [get("/") for _ in range(CALLS)], "200 OK")
    turns = [(_game(turn), requests.microseconds()) for turn in range(ROUNDS + 1)]
    subject, baseline = (median(times) for times in zip(*turns[1:], strict=True))
    name = f"{1e6 / subject:.0f} Durak games a second: time of an empty request"
    yield Ratio(name, subject, baseline, float(f"{GAME / baseline:.3g}"))


def _game(turn: int) -> float:
    """Microseconds of one game on average: other games each turn, the same in every run."""
    began, random = perf_counter(), Random(turn)
    for number in range(GAMES):
        players, house = TABLES[number % len(TABLES)]
        _, why = played(WALK, random, WALK.deal(random, players, house))
        if why != "over":
            raise RuntimeError(f"a game of {players} has no end")
    return (perf_counter() - began) / GAMES * 1e6

"""Whole games of Faraón played at random, and its hardest judgement, against an empty request."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.ratio import Batch, Ratio, get
from benchmarks.referee import empty
from scorekeeper.core.cards import GERMAN_32, parse_cards
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.plays import Play
from scorekeeper.referee.verdict import judge
from tests.verification.walks.contract import played
from tests.verification.walks.faraon import WALK

GAMES, CALLS, ROUNDS = 4, 50, 11
HOUSE = HouseRules()
GAME_TIME, JUDGEMENT = 20_000, 2_000
"""Microseconds that one may take (the aims); an empty request is told beside them."""


def pajchel() -> Play:
    """An invalid play from a hand of half the pack: every other way to lay it is tried."""
    hand = parse_cards(GERMAN_32, "KB KA 9A 9B 9H TB TA TH UB UA UH 8B 8A 8H AB AA")
    return Play(GERMAN_32.parse("7L"), hand[:1], 4, sevens=2, hand=hand)


def measure() -> Iterator[Ratio]:
    """Games and judgements, each taking turns with the empty request."""
    app, requests, hard = empty(), [get("/") for _ in range(CALLS)], pajchel()

    def request() -> float:
        return Batch(app, requests, "200 OK").microseconds()

    def games() -> float:
        return _each(GAMES, play)

    def judgements() -> float:
        return _each(CALLS, lambda _n: judge(GAME.rules, hard, HOUSE))

    yield _ratio("random games of Faraón", games, request, GAME_TIME)
    yield _ratio("judgements of a pajchel", judgements, request, JUDGEMENT)


def play(seed: int) -> None:
    """A whole game of four, the same for the same seed."""
    random = Random(seed)
    _, why = played(WALK, random, WALK.deal(random, 4, HOUSE))
    if why != "over":
        raise RuntimeError(f"game {seed} is {why}")


def _each(times: int, does: Callable[[int], object]) -> float:
    """Microseconds for one of so many."""
    began = perf_counter()
    for n in range(times):
        does(n)
    return (perf_counter() - began) / times * 1e6


def _ratio(what: str, way: Callable[[], float], request: Callable[[], float], aim: float) -> Ratio:
    """Microseconds for each; the aim in time, told as a ratio to this run's request."""
    turns = [(way(), request()) for _turn in range(ROUNDS + 1)]
    subject, baseline = (median(times) for times in zip(*turns[1:], strict=True))
    name = f"{1e6 / subject:.0f} {what} a second: time of an empty request"
    return Ratio(name, subject, baseline, float(f"{aim / baseline:.2g}"))

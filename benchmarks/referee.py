"""The referee of Taroky: a judgement and the audit of a deal, against one empty Flask request."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from flask import Flask

from benchmarks.ratio import Batch, Ratio, get
from scorekeeper.cards import TAROCK_54, parse_cards
from scorekeeper.games.taroky import GAME, play
from scorekeeper.games.taroky.audit import Audit
from scorekeeper.games.taroky.disputes import Play
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.plain import Seat
from scorekeeper.referee import Dispute, judge

DEALS, CALLS, ROUNDS = 10, 200, 21
HOUSE = HouseRules()
JUDGEMENT, AUDIT = 100, 5_000
"""Microseconds that one may take (the aims); an empty request is told beside them."""


def renonc() -> Play:
    """A full hand of a Varšava that breaks two rules: every rule is asked, each card is tried."""
    hand = parse_cards(TAROCK_54, "I V IX XX KH QH 4H 7S 8S JD 9C TC")
    return Play("zakladni", parse_cards(TAROCK_54, "QD XII"), hand[0], hand, "varsava")


def audits() -> tuple[Audit, ...]:
    """Whole deals played at random: one in two a Varšava."""
    return tuple(_audit(Random(seed), seed % 2 == 0) for seed in range(DEALS))


def _audit(random: Random, varsava: bool) -> Audit:
    state = play.deal(random)
    while state.contract is None:
        state = play.bid(state, play.bids(state, HOUSE)[0])
    state = play.announce(state, "varsava" if varsava else "normal")
    for seat in range(4):
        while len(state.hands[seat]) > 12:
            may = tuple(play.discards(state, seat, HOUSE))
            state = play.lay_aside(state, seat, random.choice(may))
    while not state.over:
        state = play.play(state, random.choice(play.choices(state, HOUSE)))
    return Audit(
        "zakladni",
        Seat(state.dealer),
        Seat(state.declarer),
        Seat(state.tricks[0].leader),
        tuple(trick.cards for trick in state.tricks),
        state.variant,
    )


def empty() -> Flask:
    """An app that answers with nothing."""
    app = Flask("empty")
    app.add_url_rule("/", view_func=str)
    return app


def measure() -> Iterator[Ratio]:
    """Judgements and audits, each taking turns with the empty request."""
    app, hard, deals = empty(), (renonc(),) * CALLS, audits()
    requests = [get("/") for _ in range(CALLS // 2)]

    def request() -> float:
        return Batch(app, requests, "200 OK").microseconds()

    yield _ratio("judgements", lambda: _took(hard), request, JUDGEMENT)
    yield _ratio("Taroky audits", lambda: _took(deals), request, AUDIT)


def _took(disputes: tuple[Dispute, ...]) -> float:
    began = perf_counter()
    for dispute in disputes:
        judge(GAME.rules, dispute, HOUSE)
    return (perf_counter() - began) / len(disputes) * 1e6


def _ratio(what: str, way: Callable[[], float], request: Callable[[], float], aim: float) -> Ratio:
    """Microseconds for each; the aim in time, told as a ratio to this run's request."""
    turns = [(way(), request()) for _turn in range(ROUNDS + 1)]
    subject, baseline = (median(times) for times in zip(*turns[1:], strict=True))
    name = f"{1e6 / subject:.0f} {what} a second: time of an empty request"
    return Ratio(name, subject, baseline, float(f"{aim / baseline:.3g}"))

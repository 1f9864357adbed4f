"""Judgements of Taroky, its audit of a deal, and Faraón's hardest, against one empty request."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import median
from time import perf_counter

from flask import Flask

from benchmarks.ratio import Batch, Ratio, get
from scorekeeper.core.cards import GERMAN_32, TAROCK_54, parse_cards
from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import Seat
from scorekeeper.games.faraon import GAME as FARAON
from scorekeeper.games.faraon.referee.plays import Play as FaraonPlay
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import Variant
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee.audit import Audit
from scorekeeper.games.taroky.referee.plays import Play
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.verdict import Verdict, judge
from tests.verification.walks.contract import played
from tests.verification.walks.taroky import WALK, bid_low

DEALS, CALLS, ROUNDS = 10, 200, 21
HOUSE = HouseRules()
JUDGEMENT, WITH_CHOICES, AUDIT, PAJCHEL = 0.4, 0.6, 4, 9
"""Of the time of an empty request of the same run (the aims)."""


def renonc() -> Play:
    """A full hand of a Varšava that breaks two rules: every rule is asked, each card is tried."""
    hand = parse_cards(TAROCK_54, "I V IX XX KH QH 4H 7S 8S JD 9C TC")
    return Play(
        contract="zakladni",
        trick=parse_cards(TAROCK_54, "QD XII"),
        card=hand[0],
        hand=hand,
        variant="varsava",
    )


def pajchel() -> FaraonPlay:
    """An invalid play from a hand of half the pack: every other way to lay it is tried."""
    hand = parse_cards(GERMAN_32, "KB KA 9A 9B 9H TB TA TH UB UA UH 8B 8A 8H AB AA")
    return FaraonPlay(GERMAN_32.parse("7L"), hand[:1], 4, sevens=2, hand=hand)


def audits() -> tuple[Audit, ...]:
    """Whole deals played at random: one in two a Varšava."""
    return tuple(_audit(Random(seed), seed % 2 == 0) for seed in range(DEALS))


def _audit(random: Random, varsava: bool) -> Audit:
    variant: Variant = "varsava" if varsava else "normal"
    state, _ = played(WALK, random, bid_low(random, HOUSE, variant))
    return Audit(
        contract="zakladni",
        dealer=Seat(state.dealer),
        declarer=Seat(state.declarer),
        leader=Seat(state.tricks[0].leader),
        tricks=tuple(trick.cards for trick in state.tricks),
        variant=state.variant,
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

    def with_choices() -> float:
        return _took(hard, lambda verdict: verdict.instead[:])

    yield _ratio("judgements with what was allowed", with_choices, request, WITH_CHOICES)
    # An audit remembers its breaches: each turn audits copies that know nothing yet.
    yield _ratio("judgements", lambda: _took(hard), request, JUDGEMENT)
    yield _ratio("Taroky audits", lambda: _took(tuple(map(replace, deals))), request, AUDIT)
    plays = (pajchel(),) * CALLS
    yield _ratio("judgements of a pajchel", lambda: _took(plays, of=FARAON), request, PAJCHEL)


def _took(
    disputes: tuple[Dispute, ...], then: Callable[[Verdict], object] = bool, of: AnyGame = GAME
) -> float:
    house, began = of.house(), perf_counter()
    for dispute in disputes:
        then(judge(of.rules, dispute, house))
    return (perf_counter() - began) / len(disputes) * 1e6


def _ratio(what: str, way: Callable[[], float], request: Callable[[], float], aim: float) -> Ratio:
    """Microseconds for each, and how many times a request of this run that may be."""
    turns = [(way(), request()) for _turn in range(ROUNDS + 1)]
    subject, baseline = (median(times) for times in zip(*turns[1:], strict=True))
    name = f"{1e6 / subject:.0f} {what} a second: time of an empty request"
    return Ratio(name, subject, baseline, aim)

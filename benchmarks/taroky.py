"""Whole deals of Taroky by the table of rules, against the same deals played by hand-made code."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.ratio import Ratio
from scorekeeper.core.cards import TAROCK_54, TAROK, Card
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.house import HouseRules
from tests.verification.walks.contract import played
from tests.verification.walks.taroky import WALK, bid_low

DEALS = 20
ROUNDS = 11
HOUSE = HouseRules()
AIM = 0.02
"""Every card of a hand is asked of every rule, about 420 times a deal; the baseline asks once."""


def by_the_rules(random: Random) -> int:
    """A deal from the shuffle to its line on the sheet; the points of the declarer's side."""
    state, _ = played(WALK, random, bid_low(random, HOUSE, "normal"))
    entry, standing = WALK.entry(state), GAME.start(4, state.dealer, HOUSE)
    if refusal := GAME.check(entry, standing, HOUSE):
        raise RuntimeError(f"a deal was refused: {refusal.id}")
    GAME.score(entry, standing, HOUSE)
    return entry.earned or 0


def by_hand(random: Random) -> int:
    """Shuffle, follow suit, see who wins, count two sides: no rule has a name, nothing is kept."""
    pack = list(TAROCK_54.cards)
    random.shuffle(pack)
    hands, leader, won = [pack[at : at + 12] for at in range(6, 54, 12)], 0, pack[:4]
    for _trick in range(12):
        trick: list[Card] = []
        for place in range(4):
            hand = hands[(leader + place) % 4]
            card = random.choice(_fitting(hand, trick))
            hand.remove(card)
            trick.append(card)
        best = max(range(4), key=lambda at: _height(trick[at], trick[0].suit))
        leader = (leader + best) % 4
        if leader in (0, 2):
            won += trick
    return _points(won)


def _fitting(hand: Sequence[Card], trick: Sequence[Card]) -> Sequence[Card]:
    if not trick:
        return hand
    led = [card for card in hand if card.suit == trick[0].suit]
    return led or [card for card in hand if card.suit == TAROK] or hand


def _height(card: Card, led: str) -> int:
    if card.suit == TAROK:
        return 100 + TAROCK_54.height[card]
    return TAROCK_54.height[card] if card.suit == led else -1


def _points(cards: Sequence[Card]) -> int:
    worth = {"K": 5, "Q": 4, "C": 3, "J": 2, "I": 5, "XXI": 5, "SKYZ": 5}
    n = len(cards)
    return sum(worth.get(card.rank, 1) for card in cards) - 2 * (n // 3) - (n % 3 > 0)


def measure() -> Iterator[Ratio]:
    """Microseconds for a deal; the two take turns, as in `compare`."""
    turns = [(_took(by_the_rules, turn), _took(by_hand, turn)) for turn in range(ROUNDS + 1)]
    subject, baseline = (median(times) for times in zip(*turns[1:], strict=True))
    name = f"{1e6 / subject:.0f} random Taroky deals a second: speed of bare Python"
    yield Ratio(name, subject, baseline, AIM, speed=True)


def _took(way: Callable[[Random], int], seed: int) -> float:
    random = Random(seed)
    began = perf_counter()
    for _deal in range(DEALS):
        way(random)
    return (perf_counter() - began) / DEALS * 1e6

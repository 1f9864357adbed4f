"""Short ways to write down an evening of Taroky, and deals played at random, for the tests."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from scorekeeper.core.cards import TAROK, TAROKS, Card
from scorekeeper.core.sheet import Line
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import Standing
from scorekeeper.games.taroky.house_rules import HouseRules, Tariff
from tests.games.matches import Plain, row
from tests.verification.walks import taroky as play
from tests.verification.walks.contract import walk
from tests.verification.walks.taroky_table import State

USUAL = HouseRules()
NET = HouseRules(tariff=Tariff.presets["taroky.net"])
NO_RUFFS = HouseRules(varsava_overtake_ruffs=False)


def deal(**more: Any) -> Plain:
    """The plainest deal: the předák (seat 0, dealer 3) plays with seat 2 and wins by one."""
    usual = {"dealer": 3, "declarer": 0, "contract": "zakladni", "partner": 2, "points": 36}
    return {"type": "deal", **usual, **more}


def start(players: int = 4, dealer: int = 3, house: HouseRules = USUAL) -> Standing:
    return GAME.start(players, dealer, house)


def lines(plain: Plain, house: HouseRules = USUAL) -> tuple[Line, ...]:
    return row(GAME, plain, start(house=house), house).lines


def worth(card: Card) -> int:
    if card.suit == TAROK:
        return 5 if card.rank in ("I", "XXI", "SKYZ") else 1
    return {"K": 5, "Q": 4, "C": 3, "J": 2}.get(card.rank, 1)


def by_threes(cards: Sequence[Card]) -> int:
    """Points of a pile, laid out three by three as it lies."""
    threes = [cards[at : at + 3] for at in range(0, len(cards), 3)]
    return sum(sum(map(worth, three)) - (2 if len(three) == 3 else 1) for three in threes)


def taroks(cards: Iterable[Card]) -> list[int]:
    """Heights of the taroks among cards: I is 1, škýz 22."""
    return [TAROKS.index(card.rank) + 1 for card in cards if card.suit == TAROK]


def may_play(
    hand: Sequence[Card], trick: Sequence[Card], varsava: bool, ruffs: bool
) -> tuple[Card, ...]:
    """What may be played by section 9, and by section 6 in a Varšava."""
    if not trick:
        fitting = list(hand)
    else:
        of_led = [card for card in hand if card.suit == trick[0].suit]
        fitting = of_led or [card for card in hand if card.suit == TAROK] or list(hand)
    held, there = taroks(hand), taroks(trick)
    if not varsava:
        return tuple(fitting)
    overtakes = bool(there) and (ruffs or trick[0].suit == TAROK) and max(held, default=0)
    banned = set()
    for height in held:
        lower = bool(overtakes) and height < max(there) < max(held)
        waits = height == 1 and len(held) > 1
        thrown = height == 21 and 22 in there and bool(set(held) - {1, 21})
        if lower or waits or thrown:
            banned.add(height)
    return tuple(c for c in fitting if c.suit != TAROK or TAROKS.index(c.rank) + 1 not in banned)


def dealt(random: Random, house: HouseRules) -> State:
    """A deal with the auction over and the talon laid aside, every contract about as often."""
    steps = walk(play.WALK, random, play.deal(random, house=house))
    return next(step.after for step in steps if begins(step.after))


def begins(state: State) -> bool:
    """Whether the first lead of a deal is to come."""
    return state.leader >= 0 and play.laying_aside(state) is None

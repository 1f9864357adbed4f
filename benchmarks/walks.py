"""Decisions a second in games played at random, against a bare loop in the same run.

A decision is all that a player may do, as the table of rules says it, and one of it done.
"""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any

from benchmarks.ratio import Ratio
from scorekeeper.core.cards import FRENCH_52
from scorekeeper.games.durak.house_rules import HouseRules as DurakRules
from scorekeeper.games.faraon.house_rules import HouseRules as FaraonRules
from scorekeeper.games.makao.house_rules import HouseRules as MakaoRules
from scorekeeper.games.taroky.house_rules import HouseRules as TarokyRules
from tests.verification.walks import durak, faraon, makao, taroky
from tests.verification.walks.contract import AnyWalk, walk

WARM, ROUNDS, GAMES, BARE = 60, 21, 6, 10_000
Table = tuple[int, Any]
TABLES: tuple[tuple[str, AnyWalk, tuple[Table, ...], float], ...] = (
    ("Faraón", faraon.WALK, ((4, FaraonRules()),), 0.039),
    (
        "Durak",
        durak.WALK,
        (
            (4, DurakRules()),
            (3, DurakRules(variant="transfer", transfer_by_show=True)),
            (6, DurakRules(variant="simple", spades_by_spades=True)),
        ),
        0.030,
    ),
    ("Makao", makao.WALK, ((4, MakaoRules(jokers="out")),), 0.030),
    ("Taroky", taroky.WALK, ((4, TarokyRules()),), 0.020),
)
"""Name, game, tables, and the aim: four times what version 0.4 reached against the same loop; of
Taroky half of what is reached.
"""


def measure() -> Iterator[Ratio]:
    """Microseconds for a decision, taking turns with the bare loop.

    It is warm, as a long proof is: what the rules leave in a situation is asked only once.
    """
    for name, game, tables, aim in TABLES:
        for turn in range(WARM):
            decision(game, tables, ROUNDS + 1 + turn)
        turns = [(decision(game, tables, turn), _bare(turn)) for turn in range(ROUNDS + 1)]
        subject, baseline = (median(times) for times in zip(*turns[1:], strict=True))
        title = f"{1e6 / subject:.0f} decisions a second in {name}: of a bare loop"
        yield Ratio(title, subject, baseline, aim, speed=True)


def decision(game: AnyWalk, tables: tuple[Table, ...], seed: int) -> float:
    """Microseconds of the processor for a decision on average: other games each turn, the same in
    every run.
    """
    random, decisions, began = Random(seed), 0, process_time()
    for number in range(GAMES):
        players, house = tables[number % len(tables)]
        steps = walk(game, random, game.deal(random, players, house))
        decisions += sum(1 for _step in steps)
    return (process_time() - began) / decisions * 1e6


def _bare(seed: int) -> float:
    """Microseconds for a card of a hand of eight that goes on the top card, chosen at random."""
    random, pack = Random(seed), tuple(FRENCH_52.cards)
    hand, top = pack[::6][:8], pack[0]
    began = process_time()
    for _decision in range(BARE):
        may = [card for card in hand if card.rank == top.rank or card.suit == top.suit]
        top = random.choice(may) if may else pack[random.randrange(len(pack))]
    return (process_time() - began) / BARE * 1e6

"""What every game offers to be played at random, and the one `walk()` that plays any of them.

A walk module of a game ends in `WALK = Walk(...)`, as its folder ends in `GAME = Game(...)`. What
may be done is asked of the game's rules; a walk only deals, lays, draws and takes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from scorekeeper.core.cards import Card, Hands
from scorekeeper.core.game import Game
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.sheet import Entry
from scorekeeper.referee.dispute import AnyDispute

H = TypeVar("H", bound=HouseRules)
S = TypeVar("S")
C = TypeVar("C")

Why = Literal["over", "too-long"]
"""Why a walk stopped."""


def evenly(random: Random, state: Any, choices: Sequence[C]) -> C:
    """One of the choices, each as likely as any other."""
    return random.choice(choices)


@dataclass(frozen=True)
class Walk(Generic[H, S, C]):
    """A game as a state machine of pure functions over frozen states.

    `houses` switch every house rule that play depends on; `seats` are the numbers of players that
    one of them can have. `deal(random, players, house)` gives the state before the first choice,
    `choices` all that the referee allows in it (none once it `is_over`), `after` the state that
    follows from one. `entry` is what the sheet records of a finished game, `cards` are those of
    every place, `audit` the question about the game as a whole.

    `question` is what the referee is asked about a choice; None where no rule can forbid it (to
    pass, to draw). `attempts` are things that a careless player may try: those that are no
    `choices` are offences. `most` choices without an end are too many.
    """

    game: Game[H, Any, Any]
    houses: tuple[H, ...]
    deal: Callable[[Random, int, H], S]
    choices: Callable[[S], Sequence[C]]
    after: Callable[[S, C], S]
    entry: Callable[[S], Entry]
    cards: Callable[[S], Iterable[Card]]
    question: Callable[[S, C], AnyDispute | None]
    attempts: Callable[[S], Iterable[C]]
    seats: Callable[[H], Sequence[int]]
    is_over: Callable[[S], bool] = attrgetter("over")
    audit: Callable[[S], AnyDispute] | None = None
    pick: Callable[[Random, S, Sequence[C]], C] = evenly
    most: int = 5_000


AnyWalk = Walk[Any, Any, Any]


class Step(NamedTuple, Generic[S, C]):
    """A choice with the states on either side of it."""

    before: S
    choice: C
    after: S


def walk(
    game: Walk[H, S, C],
    random: Random,
    state: S,
    pick: Callable[[Random, S, Sequence[C]], C] | None = None,
    most: int | None = None,
) -> Iterator[Step[S, C]]:
    """A game played on from a state, choice by choice, until it is over or takes too long."""
    pick = pick or game.pick
    for _ in range(game.most if most is None else most):
        choices = game.choices(state)
        if not choices:
            return
        choice = pick(random, state, choices)
        before, state = state, game.after(state, choice)
        yield Step(before, choice, state)


def played(game: Walk[H, S, C], random: Random, state: S, most: int | None = None) -> tuple[S, Why]:
    """The last state of a walk, and why it stopped there."""
    for step in walk(game, random, state, most=most):
        state = step.after
    return state, "over" if game.is_over(state) else "too-long"


def dealt(game: Walk[H, S, C], seed: int) -> tuple[Random, H, S]:
    """A deal that only its seed decides, at any of the tables that the game can have."""
    random = Random(seed)
    house = game.houses[seed % len(game.houses)]
    return random, house, game.deal(random, random.choice(game.seats(house)), house)


def with_hand(hands: Hands, seat: int, hand: Iterable[Card]) -> Hands:
    """The hands of a table when a seat holds other cards."""
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


K = TypeVar("K")


class Leaves(dict[K, tuple[C, ...]]):
    """What the rules leave in a situation, by what is held there: the referee is asked once.

    `ask` is given cards that are held and says which choices with them break no rule.
    """

    def __init__(self, ask: Callable[[K], Iterable[C]]) -> None:
        super().__init__()
        self.ask = ask

    def __missing__(self, held: K) -> tuple[C, ...]:
        left = self[held] = tuple(self.ask(held))
        return left


class Known(Generic[C]):
    """Which choices break no rule in a situation: the referee is asked about each one once."""

    def __init__(self, ask: Callable[[Iterable[C]], Iterable[C]]) -> None:
        """`ask` gives those of some choices that break no rule."""
        self._ask = ask
        self._legal: dict[C, bool] = {}

    def legal(self, every: Iterable[C]) -> tuple[C, ...]:
        """Those of some choices that break no rule, in order."""
        choices, known = tuple(every), self._legal
        if fresh := [choice for choice in choices if choice not in known]:
            known.update(dict.fromkeys(fresh, False))
            known.update(dict.fromkeys(self._ask(fresh), True))
        return tuple([choice for choice in choices if known[choice]])

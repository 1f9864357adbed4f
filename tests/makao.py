"""Short ways to write down games of Makao, and to play them at random, for the tests."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from scorekeeper.games.makao import GAME, play
from scorekeeper.games.makao.entries import Standing
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.sheet import Refusal

USUAL = HouseRules()
HOUSES = (
    USUAL,
    HouseRules(packs=1),
    HouseRules(jokers="out"),
    HouseRules(packs=1, jokers="out", invalid_penalty=0),
    HouseRules(start_effect=True),
    HouseRules(invalid_penalty=5, makao_call=True),
)
"""Every house rule is switched in one of them."""
SEATS = (2, 3, 4, 5, 6)

Plain = Mapping[str, Any]


def game(*out: int) -> Plain:
    return {"type": "game", "out": list(out)}


def refusal(plain: Plain, players: int) -> Refusal | None:
    entry = GAME.read_entry(plain, players, USUAL)
    return GAME.check(entry, GAME.start(players, 0, USUAL), USUAL)


def after(players: int, *games: Plain, dealer: int = 0) -> Standing:
    """The standing after games, each of which has to be taken."""
    standing = GAME.start(players, dealer, USUAL)
    for plain in games:
        entry = GAME.read_entry(plain, players, USUAL)
        assert GAME.check(entry, standing, USUAL) is None, plain
        standing = GAME.after(standing, entry, GAME.score(entry, standing, USUAL), USUAL)
    return standing


Step = tuple[play.State, tuple[Any, ...] | None, str | None, play.State]
"""The state before, the cards laid (None: none), what was demanded, and the state after."""


def walk(random: Random, players: int, house: HouseRules) -> Iterator[Step]:
    """A game played at random; one in ten players who could lay a card does not."""
    state = play.deal(random, players, house, dealer=random.randrange(players))
    while not state.over:
        may = play.choices(state, house)
        if may and random.random() < 0.9:
            cards = random.choice(may)
            demand = random.choice(play.demands(state, cards, house))
            moved = play.lay(state, cards, demand)
            yield state, cards, demand, moved
        else:
            moved = play.give_way(state, random, house)
            yield state, None, None, moved
        state = moved

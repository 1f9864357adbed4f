"""Case law of our own games: a decision keeps its number, and there are many."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper.core.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.rulebook.decisions import decision_of, decisions_of

NUMBERS: Mapping[str, list[str]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "decided.toml").read_text("utf-8")
)
"""Game → the ids of all decisions by their numbers; a number of one that is gone stays taken."""
FEWEST = 50
COLLECTIONS = [GAMES[key] for key in NUMBERS if len(NUMBERS[key]) >= FEWEST]


@pytest.mark.parametrize("key", NUMBERS)
def test_numbers_are_for_ever(key: str) -> None:
    known = {each.number: each.id for each in decisions_of(GAMES[key])}
    taken = dict(enumerate(NUMBERS[key], start=1))
    assert known.items() <= taken.items(), "a new decision takes the next number of the list"
    assert len(set(taken.values())) == len(taken)
    assert all(decision_of(GAMES[key], number).id == id for number, id in known.items())


@pytest.mark.parametrize("game", COLLECTIONS, ids=lambda game: game.key)
def test_there_are_many_on_every_rule(game: AnyGame) -> None:
    decisions = decisions_of(game)
    assert len(decisions) >= FEWEST
    turned_on = {each.example.rule for each in decisions}
    usual = {rule.id for rule in game.rules if rule.when(game.house())}
    assert not usual - turned_on, "a rule without a decision that is no house rule's own"

"""Situations that every table can be asked: worked cases, decided quarrels, admitted offences."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from scorekeeper.dispute import Admitted
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.rulebook.decisions import Example, decisions_of, examples_of

FACTS = ("players", "entries", "kind", "given")
"""The members of a case that say what happened; the others say where, and what is right."""

LARGEST = 40
"""Facts of a situation that somebody still reads through; an audit of a whole deal has more."""


@dataclass(frozen=True)
class Situation:
    """What happened, as a case file has it, at a table that is not said: `facts` as JSON."""

    rule: str
    text: str

    @classmethod
    def of(cls, example: Example) -> "Situation":
        """The situation of a worked case."""
        facts = {name: example.case[name] for name in FACTS if name in example.case}
        return cls(example.rule, json.dumps(facts))

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """The members of a case without its house rules."""
        facts: Mapping[str, Any] = json.loads(self.text)
        return facts

    @property
    def scored(self) -> bool:
        """True if it is a ledger to be scored, not a dispute to be judged."""
        return "entries" in self.facts

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many facts it has, and how long they are."""
        told = self.facts.get("given", self.facts.get("entries"))
        return _leaves(told), len(self.text)


def _leaves(told: object) -> int:
    """The texts and numbers in some JSON."""
    if isinstance(told, Mapping):
        return sum(map(_leaves, told.values()))
    return sum(map(_leaves, told)) if isinstance(told, list | tuple) else 1


@cache
def known_situations(key: str) -> tuple[Situation, ...]:
    """All situations that a game knows, the least first."""
    unique = dict.fromkeys(Situation.of(each) for each in _examples(GAMES[key]))
    small = (each for each in unique if each.size[0] <= LARGEST)
    return tuple(sorted(small, key=lambda each: each.size))


def _examples(game: AnyGame) -> Iterator[Example]:
    yield from examples_of(game)
    yield from (decision.example for decision in decisions_of(game))
    for rule in game.rules:
        if rule.asks is Admitted or rule.breakable:
            yield Example(rule.id, {"kind": Admitted.kind, "given": {"rule": rule.id}})

"""Entries of any game at random, each by a small change of another one.

What an entry can hold is read off its declaration, and what the game's own check lets pass is
kept, so that a new game, or a new member, is played with here without a change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from itertools import chain, combinations
from random import Random
from typing import Any, Literal, get_args, get_origin

from scorekeeper.core.cards import Card
from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import (
    Invalid,
    RuleId,
    Seat,
    Spec,
    dump_fields,
    fields_of,
    spec_of,
    type_of,
)
from scorekeeper.core.sheet import Entry

Data = dict[str, Any]
LEFT_OUT = object()
TURNS = (1, 1, 1, 2, 2, 3)
"""How many members are changed at once: most often one, and as many as hang together."""


class Neighbours:
    """Entries that a game takes at a table of so many, one grown out of another."""

    def __init__(self, game: AnyGame, players: int, house: HouseRules, seed: int) -> None:
        self.game, self.players, self.house = game, players, house
        self.random = Random(seed)
        rules = {rule for each in game.entries for rule in game.recordable_rules(each)}
        self.rules = sorted(rules)

    def grow(self, standing: Any, seeds: Sequence[Data], tries: int) -> Iterator[Entry]:
        """Entries that may be written at a standing, begun with those of other matches."""
        known: dict[str, list[Data]] = {}
        for data in seeds:
            known.setdefault(data["type"], []).append(data)
        fresh = list(seeds)
        for _ in range(len(seeds) + tries):
            data = fresh.pop() if fresh else self._one_of(known)
            if (entry := self._taken(data, standing)) is not None:
                known[entry.type].append({"type": entry.type, **dump_fields(entry)})
                yield entry

    def _one_of(self, known: Mapping[str, list[Data]]) -> Data:
        """Another one of any type, changed."""
        return self.changed(self.random.choice(known[self.random.choice(list(known))]))

    def _taken(self, data: Data, standing: Any) -> Entry | None:
        """The entry, if the game can read it and lets it pass."""
        try:
            entry: Entry = self.game.read_entry(data, self.players, self.house)
        except Invalid:
            return None
        return None if self.game.check(entry, standing, self.house) else entry

    def changed(self, data: Data) -> Data:
        """An entry with another value of some members."""
        cls: type = self.game.entry_types[data["type"]]
        members = {name: data[name] for name in data if name != "type"}
        for _ in range(self.random.choice(TURNS) if fields_of(cls) else 0):
            members = self._with_another(cls, members)
        return {"type": data["type"], **members}

    def _with_another(self, cls: type, data: Mapping[str, Any]) -> Data:
        name = self.random.choice(list(fields_of(cls)))
        value = self._another(type_of(cls, name), spec_of(fields_of(cls)[name]), data.get(name))
        kept = {key: held for key, held in data.items() if key != name}
        return kept if value is LEFT_OUT else {**kept, name: value}

    def _another(self, kind: Any, spec: Spec, now: Any) -> Any:
        """Another value of a type; a number or a group of members is often changed a little."""
        if now is not None and self.random.random() < 0.2:
            return LEFT_OUT
        inner = next((each for each in get_args(kind) if is_dataclass(each)), kind)
        if isinstance(now, Mapping) and is_dataclass(inner) and isinstance(inner, type):
            return self._with_another(inner, now)
        if type(now) is int and kind is not Seat and self.random.random() < 0.5:
            return now + self.random.choice((-1, 1))
        if isinstance(now, list) and len(now) == self.players and type(now[0]) is int:
            return self._moved(now)
        return self._any(kind, spec)

    def _moved(self, numbers: list[Any]) -> list[Any]:
        """Numbers per seat of which some went from one seat to another."""
        giver, taker = self.random.sample(range(len(numbers)), 2)
        n = self.random.randint(0, max(numbers[giver] or 0, 1))
        moved = [each or 0 for each in numbers]
        moved[giver], moved[taker] = moved[giver] - n, moved[taker] + n
        return moved

    def _any(self, kind: Any, spec: Spec) -> Any:
        """Any value of a type, as JSON holds it."""
        origin, args = get_origin(kind), get_args(kind)
        if kind in (bool, Seat, int, str, RuleId):
            return self._simple(kind, spec)
        if is_dataclass(kind) and isinstance(kind, type):
            members = fields_of(kind).items()
            return {name: self._any(type_of(kind, name), spec_of(of)) for name, of in members}
        if origin in (tuple, frozenset, Mapping):
            return self._several(origin, args, spec)
        if origin is Literal:
            return self.random.choice(args)
        return self._any(self.random.choice(args), spec) if args else None

    def _several(self, origin: Any, args: tuple[Any, ...], spec: Spec) -> Any:
        """Several values: seats in order, a number for each seat, some keys, a value for some."""
        if origin is tuple and args[0] is Seat:
            return self.random.sample(range(self.players), self.random.randint(1, self.players))
        if origin is tuple:
            return [self.random.randint(0, 30) for _ in range(self.players)]
        keys = self.random.choice(subsets(self._keys(args[0], spec)))
        return keys if origin is frozenset else {str(k): self._any(args[1], spec) for k in keys}

    def _simple(self, kind: Any, spec: Spec) -> Any:
        if kind is bool:
            return self.random.random() < 0.5
        if kind is Seat:
            return self.random.randrange(self.players)
        if kind is str:
            return self.random.choice(("", "rum"))
        if kind is RuleId:
            return self.random.choice(self.rules)
        return self.random.randint(spec.ge or 0, min(spec.le or 100, 100))

    def _keys(self, kind: Any, spec: Spec) -> list[Any]:
        if kind is Seat:
            return list(range(self.players))
        return list(spec.cards) if kind is Card else list(get_args(kind))


def subsets(values: list[Any]) -> list[list[Any]]:
    """All ways to take none, one, two or three of some values, or all of them."""
    few = chain.from_iterable(combinations(values, n) for n in range(4))
    return [*map(list, few), values]

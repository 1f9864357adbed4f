"""Situations that every table can be asked: worked cases, decided quarrels, admitted offences; and
those that nobody wrote down: known ones, the least first, with one fact of each another.

What another fact may be is read off the declarations of entries and disputes, by its type.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, is_dataclass
from functools import cache, cached_property
from itertools import islice, takewhile
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import Seat, Spec, default_of, dump, fields_of, spec_of, type_of
from scorekeeper.games import GAMES
from scorekeeper.referee.dispute import Admitted
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
        return _leaves(self.facts.get("given", self.facts.get("entries"))), len(self.text)


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


Data: TypeAlias = Mapping[str, Any]
Way: TypeAlias = Callable[[Any, Any, Spec], Iterator[Any]]
NO_SPEC = Spec()

MAX_CHANGES = 400
"""So many changes are asked for a house rule that no known situation tells."""
OF_EACH = 60
"""So many changes of one situation at most."""


@cache
def variations_of(key: str, rule: str) -> tuple[Situation, ...]:
    """Changes of the known situations of a game, the least first: of those near to a rule."""
    known = known_situations(key)
    near = sorted(known, key=lambda each: -_kin(each.rule, rule))
    changed = (new for each in near for new in islice(_changes(GAMES[key], each), OF_EACH))
    unique = dict.fromkeys(islice(changed, MAX_CHANGES))
    return tuple(sorted(unique.keys() - set(known), key=lambda each: each.size))


def _kin(rule: str, other: str) -> int:
    """How many parts two ids begin with alike."""
    pairs = zip(rule.split("."), other.split("."), strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _changes(game: AnyGame, situation: Situation) -> Iterator[Situation]:
    facts, pack = situation.facts, game.pack(game.house())
    if situation.scored:
        for at, entry in enumerate(facts["entries"]):
            for other in _entries(game, entry, Change(pack, len(facts["players"]))):
                entries = [*facts["entries"][:at], other, *facts["entries"][at + 1 :]]
                yield _with(situation, entries=entries)
    elif facts["kind"] != Admitted.kind:
        kind = game.kinds[facts["kind"]]
        for given in Change(pack, game.players_in(kind, facts["given"])).of_fields(
            kind, facts["given"]
        ):
            yield _with(situation, given=given)


def _with(situation: Situation, **facts: object) -> Situation:
    return Situation(situation.rule, json.dumps({**situation.facts, **facts}))


def _entries(game: AnyGame, entry: Data, change: "Change") -> Iterator[object]:
    """Changes of an entry; corrections and strikes are left alone."""
    if cls := game.entry_types.get(entry["type"]):
        yield from change.of_fields(cls, entry)


class Change:
    """Other values than a given one, as a pack and so many seats allow."""

    def __init__(self, pack: Pack, seats: int) -> None:
        self._codes, self._seats = list(pack.by_code), seats
        self._ways: Mapping[object, Way] = {
            Literal: lambda kind, told, spec: (c for c in get_args(kind) if c != told),
            bool: lambda kind, told, spec: iter([told is not True]),
            Seat: lambda kind, told, spec: (s for s in range(self._seats) if s != told),
            int: lambda kind, told, spec: _numbers(told, spec),
            Card: lambda kind, told, spec: self._cards(told),
            tuple: self._items,
            frozenset: self._items,
            Mapping: self._members,
        }

    def of_fields(self, cls: type, data: Data) -> Iterator[Data]:
        """A dataclass as JSON with one of its fields another."""
        for name, declared in fields_of(cls).items():
            told = data.get(name, _default(declared))
            for value in self.others(type_of(cls, name), told, spec_of(declared)):
                yield {**data, name: value}

    def others(self, kind: Any, told: Any, spec: Spec) -> Iterator[Any]:
        """Other values of a type than what was told, as JSON; none of a type that is free text."""
        if get_origin(kind) in (Union, UnionType):
            for inner in get_args(kind):
                yield from self.others(inner, told, spec)
        elif is_dataclass(kind) and isinstance(kind, type):
            yield from self._group(kind, told)
        elif way := self._ways.get(get_origin(kind) or kind):
            yield from way(kind, told, spec)

    def _cards(self, told: Any) -> Iterator[str]:
        """The cards of the same rank, and the next ones down and up in the pack."""
        if told not in self._codes:
            yield from self._codes[:1]
            return
        at = self._codes.index(told)
        yield from (code for code in self._codes if code[:-1] == told[:-1] and code != told)
        yield from (*self._codes[max(at - 1, 0) : at], *self._codes[at + 1 : at + 2])

    def _items(self, kind: Any, told: Any, spec: Spec) -> Iterator[list[Any]]:
        """A list with one item another, more, or fewer."""
        inner, items = get_args(kind)[0], told if isinstance(told, list | tuple) else []
        for at, item in enumerate(items):
            for new in self.others(inner, item, spec):
                yield [*items[:at], new, *items[at + 1 :]]
        yield from ([*items, new] for new in self.others(inner, None, spec) if new not in items)
        if items:
            yield [*items[:-1]]

    def _members(self, kind: Any, told: Any, spec: Spec) -> Iterator[Data]:
        """A mapping with one member another, or more."""
        names, inner = get_args(kind)
        members: Data = told if isinstance(told, Mapping) else {}
        for name, value in members.items():
            yield from ({**members, name: new} for new in self.others(inner, value, spec))
        for name in map(str, self.others(names, None, spec)):
            if name not in members:
                yield from ({**members, name: new} for new in self.others(inner, None, spec))

    def _group(self, cls: type, told: Any) -> Iterator[Data]:
        """A group with one field another; of one that was not told each holds its first value."""
        if not isinstance(told, Mapping):
            firsts = {n: self.others(type_of(cls, n), None, NO_SPEC) for n in fields_of(cls)}
            told = {name: next(values, None) for name, values in firsts.items()}
            yield told
        yield from self.of_fields(cls, told)


def _numbers(told: Any, spec: Spec) -> Iterator[int]:
    """The numbers beside one, and the bounds."""
    near = (told - 1, told + 1) if type(told) is int else ()
    least, most = spec.ge, spec.le
    for number in dict.fromkeys((*near, least, most)):
        low = number is None or (least is not None and number < least)
        if not (low or number == told or (most is not None and number > most)):
            yield number


def _default(declared: "Field[Any]") -> Any:
    """The default of a field as JSON; None if it has none."""
    default = default_of(declared)
    return None if default is MISSING else dump(default)

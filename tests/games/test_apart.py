"""What excludes each other in a form is declared, so that forms switch (static/match/apart.js)."""

from itertools import combinations, permutations

import pytest

from scorekeeper.core.schema import Invalid, Seat, fields_of, type_of, union_members
from scorekeeper.games import GAMES
from scorekeeper.games.taroky.entries import LARGE, SMALL
from scorekeeper.games.taroky.referee.announcements import doubled

SEATS = 4
TOLD = {
    "points": ([7, 6, 15, 0], [28, 0, 0, 0]),
    "cards": (dict.fromkeys(("QS", "AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H"), 1),),
}
"""What a field may hold, where its type does not say it."""


def values_of(cls, name):
    """What a form may hold in a field about seats."""
    yield from TOLD.get(name, ())
    kinds = union_members(type_of(cls, name))
    seats = range(SEATS)
    if Seat in kinds:
        yield from seats
    elif frozenset[Seat] in kinds:
        yield from (list(some) for n in (1, 2) for some in combinations(seats, n))
    elif tuple[Seat, ...] in kinds:
        yield from (list(some) for n in (3, 4) for some in permutations(seats, n))


def declared(cls):
    return {frozenset(pair) for pair in cls.apart.fields}


@pytest.mark.parametrize("key", GAMES)
def test_fields_that_are_never_accepted_together_are_apart(key):
    game = GAMES[key]
    house = game.read_house({})
    before = game.start(SEATS, 0, house)

    def accepted(type, data):
        try:
            entry = game.read_entry({"type": type, **data}, SEATS, house)
        except Invalid:
            return False
        return game.check(entry, before, house) is None

    for type in before.next:
        cls = game.entry_types[type]
        names = [name for name in fields_of(cls) if cls.asks(name, house)]
        alone = {
            name: [v for v in values_of(cls, name) if accepted(type, cls.from_shorthand({name: v}))]
            for name in names
        }
        never = {
            frozenset((one, other))
            for one, other in combinations([name for name in names if alone[name]], 2)
            if not any(accepted(type, {one: a, other: b}) for a in alone[one] for b in alone[other])
        }
        assert never <= declared(cls)


def test_fields_that_are_apart_are_fields():
    for game in GAMES.values():
        for cls in game.entry_types.values():
            apart = cls.apart
            named = {name for pair in (*apart.fields, *apart.seats) for name in pair}
            assert named <= {*fields_of(cls)}
            assert {*apart.values} <= {*fields_of(cls)}


def test_announcements_that_are_refused_together_are_apart():
    pairs = GAMES["taroky"].entry_types["deal"].apart.values["announcements"]
    for two in combinations((*SMALL, *LARGE), 2):
        assert bool(doubled(frozenset(two))) == any({*two} == {*pair} for pair in pairs)

"""The default of every house rule stands in its game's `defaults.toml`, under a version.

What lies in ledgers and links means what that file says. A default that changes would otherwise
change what was agreed years ago, and no other test would notice.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import is_dataclass

import pytest

from scorekeeper.core.house_rules import PRESETS, dump_whole_house
from scorekeeper.core.schema import dump_fields, fields_of
from scorekeeper.games import GAMES
from tests.laws.test_shape import PACKAGE

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def path_of(game):
    return game.folder / "defaults.toml"


def flat(data, above=""):
    """Each house rule, one in a group as `group.name`, with its value."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def by_version(text):
    """The versions of a file, the oldest first, with the house rules that each brought."""
    tables = tomllib.loads(text)
    tables.pop(PRESETS, None)
    ordered = sorted(tables, key=lambda name: [int(part) for part in name.split(".")])
    return [(name, dict(flat(tables[name]))) for name in ordered]


def latest(text):
    return {name: value for _, brought in by_version(text) for name, value in brought.items()}


def missing(path, text, today):
    """What has to be written, since the defaults of today stand under no version."""
    pinned = latest(text)
    changed = {n: v for n, v in today.items() if n not in pinned or pinned[n] != v}
    told = [f"{path}: write under the next version: {n} = {toml(v)}" for n, v in changed.items()]
    gone = [f"{path}: {name} is no house rule any more" for name in pinned if name not in today]
    return told + gone


def toml(value):
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


@EACH_GAME
def test_the_defaults_of_today_stand_under_a_version(game):
    path = path_of(game)
    today = dict(flat(dump_whole_house(game.house())))
    wrong = missing(path.relative_to(PACKAGE.parent).as_posix(), path.read_text("utf-8"), today)
    assert not wrong, "A default of a house rule is new, or another than before.\n" + "\n".join(
        wrong
    )


@EACH_GAME
def test_what_is_left_out_is_as_the_rule_came(game):
    first = {}
    for _, brought in by_version(path_of(game).read_text("utf-8")):
        first = {**brought, **first}
    assert dict(flat(dump_whole_house(game.read_house({})))) == first


@EACH_GAME
def test_ready_made_groups_are_known_by_their_names(game):
    usual = game.house()
    groups = {name: type(getattr(usual, name)) for name in fields_of(game.house)}
    known = {name: kind.presets for name, kind in groups.items() if is_dataclass(kind)}
    pinned = tomllib.loads(path_of(game).read_text("utf-8")).get(PRESETS, {})
    for group, presets in known.items():
        assert set(presets) <= set(pinned[group])
        for name in presets:
            dump_fields(game.read_house({group: name}))  # all its members can be read

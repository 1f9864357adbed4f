"""No field that nobody touched decides in silence: what a form is sent with either asks, or its
declaration says where the form shows what then holds (`Spec.shown`).
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Invalid, Json, dump_fields, fields_of, spec_of
from scorekeeper.core.sheet import Entry, sum_of
from scorekeeper.games import GAMES
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.kinds.kind import FormData, data_of, kinds_of
from tests.web.phone import Phone
from tests.web.table import NAMES, start

CASES = Path(__file__).parents[1] / "games"
MORE: Mapping[str, list[Mapping[str, Any]]] = {
    "taroky": [
        {
            "players": NAMES,
            "house": {"tariff": "vysocina"},
            "entries": [{"type": "renonc", "seat": 0, "flek": "flek"}],
        }
    ]
}
"""Games with what no case tells."""
Sent = list[tuple[str, str]]


def told(key: str) -> Iterator[tuple[Entry, Any, HouseRules]]:
    """Every entry of the cases of a game that is taken, with the standing before it."""
    game, lines = GAMES[key], list(MORE.get(key, ()))
    for path in CASES.glob(f"{key}/*.score.jsonl"):
        lines += [json.loads(each) for each in path.read_text("utf-8").splitlines() if "{" in each]
    for case in lines:
        try:
            house = game.read_house(case.get("house", {}))
            standing = game.start(len(case["players"]), case.get("dealer", 0), house)
            for plain in case["entries"]:
                entry = game.read_entry(plain, len(case["players"]), house)
                if game.check(entry, standing, house):
                    break
                yield entry, standing, house
                standing = game.after(standing, entry, game.score(entry, standing, house), house)
        except (Invalid, KeyError):
            continue


def sent(cls: type[Entry], data: Mapping[str, Json], players: int, house: HouseRules) -> Sent:
    """What the form of an entry sends."""
    labels: Any = SimpleNamespace(names=range(players))
    shown = cls.to_shorthand({**data})
    return BoundForm(cls, labels, None, shown, (), lambda n: cls.asks(n, house)).carried_fields


def points(game: AnyGame, cls: type[Entry], fields: Sent, before: Any, house: HouseRules) -> Any:
    """What a form books; None if it asks back."""
    players = len(before.totals)
    data = cls.from_shorthand(data_of(cls, FormData(fields), players))
    try:
        entry = game.read_entry({**data, "type": cls.type}, players, house)
    except Invalid:
        return None
    if game.check(entry, before, house):
        return None
    return sum_of(game.score(entry, before, house), players)


def belongs(pair: tuple[str, str], name: str) -> bool:
    """True if a control is one of a field."""
    return pair[0] == name or pair[0].startswith(f"{name}-")


def silent(key: str) -> set[tuple[str, str]]:
    """Type and field of what decides points though nobody touched it."""
    game, found = GAMES[key], set()
    for entry, before, house in told(key):
        cls, players = type(entry), len(before.totals)
        whole = sent(cls, dump_fields(entry), players, house)
        fresh = sent(cls, game.preset(cls.type, before, house), players, house)
        booked = points(game, cls, whole, before, house)
        for name in {kind.name for kind in kinds_of(cls)}:
            own = [pair for pair in whole if belongs(pair, name)]
            back = [pair for pair in fresh if belongs(pair, name)]
            if own == back or (cls.type, name) in found:
                continue
            rest = [pair for pair in whole if not belongs(pair, name)]
            untouched = points(game, cls, [*rest, *back], before, house)
            if untouched not in (None, booked):
                found.add((cls.type, name))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_what_nobody_touched_is_asked_or_shown(key: str) -> None:
    declared = {
        (cls.type, name)
        for cls in GAMES[key].entries
        for name, field in fields_of(cls).items()
        if spec_of(field).shown
    }
    assert silent(key) == declared


def test_a_sentence_over_the_button_says_it(phone: Phone) -> None:
    table = start(phone)
    assumed = table.book.text("assumed", "renonc", "points")
    table.open("/new/renonc")
    assert assumed in phone.htmx("form", seat="1").text
    assert assumed not in phone.htmx("form", seat="1", points="5").text

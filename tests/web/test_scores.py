"""In a list of matches each score has its unit, and losers are named where it is about losing."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games import GAMES
from tests.web.phone import Phone
from tests.web.table import start

Plain = Mapping[str, Any]
DEAL = {"type": "deal", "declarer": 0, "partner": 2, "points": 40, "dealer": 3}
RENONC = {"type": "renonc", "seat": 2, "rule": "taroky.renonc.follow"}
GAME, FOOL = {"type": "game", "loser": 1}, {"type": "game", "fool": 3}
ON_JANA = {"type": "round", "points": [0, 28, 0, 0]}
THREE = {"type": "round", "points": [1, 2, 25, 0]}
ENDED = [THREE, *[ON_JANA] * 2, {"type": "dokladacka", "loser": 2}, *[ON_JANA] * 2]
LISTED: list[tuple[str, list[Plain], Plain, str]] = [
    ("taroky", [RENONC, DEAL], {}, "V čele: Petr +15 bodů"),
    ("taroky", [RENONC, DEAL], {"tariff-point": "0,50"}, "V čele: Petr +7,50 Kč"),
    ("kocka", [THREE], {}, "V čele: Eva 0 bodů · na konci: Karel 25 bodů"),
    ("kocka", [*[ON_JANA] * 4], {"dokladacka": "off"}, "prohra: Jana 112 bodů"),
    ("kocka", ENDED, {}, "Výhra: Eva 0 bodů · prohra: Jana 114 bodů"),
    (
        "faraon",
        [GAME, GAME, {"type": "game", "loser": 0}, {"type": "game", "loser": 2}],
        {},
        "V čele: Eva 0 proher · na konci: Jana 2 prohry",
    ),
    (
        "makao",
        [{"type": "game", "lost": [0]}, {"type": "game", "lost": [1]}],
        {},
        "V čele: Karel, Eva 0 proher · na konci: Petr, Jana 1 prohra",
    ),
    (
        "durak",
        [FOOL] * 5 + [{"type": "game", "fool": 1}] * 2 + [{"type": "game", "fool": 0}],
        {},
        "V čele: Karel 0 proher · na konci: Eva 5 proher",
    ),
]


@pytest.mark.room("group")
@pytest.mark.parametrize(("game", "entries", "house", "said"), LISTED)
def test_a_list_of_matches_says_what_the_figures_are(
    phone: Phone, game: str, entries: list[Plain], house: Plain, said: str
) -> None:
    table = start(phone, game=game, **house)
    for plain in entries:
        table.record(table.match.game.read_entry(plain, 4, table.match.house))
    phone.get(f"/c/new?match={table.code}")
    group = phone.submit("/c/new", name="Tovéř")
    known = group.root.all("a", css="evening")
    (listed,) = (each for each in known if each.attrs["href"].endswith(f"/m/{table.code}"))
    assert said in listed.text
    assert said in phone.get("/").text


def test_every_game_is_looked_at() -> None:
    assert {game for game, *_ in LISTED} == set(GAMES)

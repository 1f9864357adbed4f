"""What a row of the sheet tells besides its points, and what stands there until it is done."""

import pytest

from scorekeeper.games import GAMES
from tests.games.matches import Plain


@pytest.mark.parametrize(("players", "told"), [(6, "lowest-trump"), (7, "pack")])
def test_a_pack_that_is_too_small_is_told_first_in_durak(players: int, told: str) -> None:
    durak = GAMES["durak"]
    (notice,) = durak.start(players, 0, durak.house()).notices
    assert (notice.id, notice.facts) == (told, {"n": 6} if players > 6 else {})


# --- what a form asks ----------------------------------------------------------------------------

ASKED: list[tuple[str, str, Plain, Plain]] = [
    ("durak", "game", {}, {"fool": True, "lost_team": False, "epaulettes": False}),
    ("durak", "game", {"teams": "3v3"}, {"lost_team": True, "epaulettes": False}),
    ("durak", "game", {"epaulettes": "2"}, {"lost_team": False, "epaulettes": True}),
    ("taroky", "renonc", {"renonc_penalty": "points"}, {"seat": True, "deal": False}),
    ("taroky", "renonc", {"renonc_penalty": "deal-lost"}, {"deal": True, "flek": False}),
]


@pytest.mark.parametrize(("key", "type", "house", "asked"), ASKED)
def test_a_form_asks_for_what_the_house_plays(
    key: str, type: str, house: Plain, asked: dict[str, bool]
) -> None:
    entry, table = GAMES[key].entry_types[type], GAMES[key].house(**house)
    assert {name: entry.asks(name, table) for name in asked} == asked


TAPPED: list[tuple[str, Plain, Plain]] = [
    ("durak", {}, {"fool": 3}),
    ("durak", {"teams": "2v2"}, {"lost_team": 1}),
    ("faraon", {}, {"loser": 3}),
    ("makao", {}, {"lost": [3]}),
]


@pytest.mark.parametrize(("key", "house", "entry"), TAPPED)
def test_a_tap_on_a_player_says_who_lost(key: str, house: Plain, entry: Plain) -> None:
    played = GAMES[key].entry_types["game"]
    assert played.by_tap(3, GAMES[key].house(**house)) == entry

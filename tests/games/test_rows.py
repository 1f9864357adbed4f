"""What is told besides points: by a row of the sheet, in the book of a group, at another table."""

from dataclasses import replace

import pytest

from scorekeeper.core.sheet import carry_over
from scorekeeper.games import GAMES
from scorekeeper.games.taroky.house_rules import Tariff
from tests.games.matches import deal, game, paper, round_of, rows


@pytest.mark.parametrize(("players", "told"), [(6, "lowest-trump"), (7, "pack")])
def test_a_pack_that_is_too_small_is_told_first_in_durak(players, told):
    durak = GAMES["durak"]
    (notice,) = durak.start(players, 0, durak.house()).notices
    assert (notice.id, notice.facts) == (told, {"n": 6} if players > 6 else {})


ASKED = [
    ("durak", "game", {}, {"fool": True, "lost_team": False, "epaulettes": False}),
    ("durak", "game", {"teams": "3v3"}, {"lost_team": True, "epaulettes": False}),
    ("durak", "game", {"epaulettes": "2"}, {"lost_team": False, "epaulettes": True}),
    ("taroky", "renonc", {"renonc_penalty": "points"}, {"seat": True, "deal": False}),
    ("taroky", "renonc", {"renonc_penalty": "deal-lost"}, {"deal": True, "flek": False}),
    *(
        ("taroky", "renonc", {"renonc_penalty": way, "tariff": Tariff(renonc=n)}, {"flek": asks})
        for way, n, asks in (("points", 10, True), ("points", 0, False), ("none", 10, False))
    ),
]


@pytest.mark.parametrize(("key", "type", "house", "asked"), ASKED)
def test_a_form_asks_for_what_the_house_plays(key, type, house, asked):
    entry, table = GAMES[key].entry_types[type], GAMES[key].house(**house)
    assert {name: entry.asks(name, table) for name in asked} == asked


TAPPED = [
    ("durak", {}, {"fool": 3}),
    ("durak", {"teams": "2v2"}, {"lost_team": 1}),
    ("faraon", {}, {"loser": 3}),
    ("makao", {}, {"lost": [3]}),
]


@pytest.mark.parametrize(("key", "house", "entry"), TAPPED)
def test_a_tap_on_a_player_says_who_lost(key, house, entry):
    assert GAMES[key].entry_types["game"].by_tap(3, GAMES[key].house(**house)) == entry


def moved(key, players, entries, seats, **house):
    """The standing of those who sat on some seats (None: who comes new) after a match."""
    table, which = GAMES[key].house(**house), GAMES[key]
    before = rows(key, players, *entries, **house)[-1].after
    places = [None if seat is None else (before, seat) for seat in seats]
    fresh = replace(which.start(len(seats), 0, table), totals=carry_over(places, "totals", 0))
    return which.reseat(fresh, places, before, table)


def test_makao_carries_places_to_a_larger_or_smaller_table():
    entries = [game(out=[2, 0, 3]), game(out=[2, 3, 1])]
    assert moved("makao", 4, entries, [3, None, 2]).places == ((0, 1, 1), (0, 0), (2, 0, 0))
    assert moved("makao", 3, [game(out=[2, 0])], [2, 0, 1, None, None]).places == (
        (1, 0, 0),
        (0, 1, 0),
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 0),
    )


def test_faraon_carries_losses_and_wins():
    entries = [game(loser=0), game(loser=0), game(loser=1)]
    now = moved("faraon", 3, entries, [1, None, 0, 2])
    before = rows("faraon", 3, *entries)[-1].after
    assert now.totals == (1, 0, 2, 0)
    assert now.wins == (before.wins[1], 0, before.wins[0], before.wins[2])


def test_durak_carries_epaulettes_and_remembers_the_fool():
    house = {"epaulettes": "1"}
    entries = [game(draw=[0, 1]), game(fool=0, epaulettes=2)]
    now = moved("durak", 3, entries, [0, None, 1], **house)
    assert (now.draws, now.epaulettes) == ((1, 0, 1), (2, 0, 0))
    assert (now.attack, [notice.id for notice in now.notices]) == ((2, 0), ["attack"])
    left = moved("durak", 3, entries, [None, 0, 1], **house)
    assert (left.attack, [notice.id for notice in left.notices]) == (None, ["lowest-trump"])


def test_kocka_carries_what_each_lost_to_another_seat():
    tied = [
        {"type": "renonc", "seat": 3},
        paper(90, 90, 0, 0, due=True),
        {"type": "dokladacka", "loser": 1},
        round_of(10, 10, 8, 0),
    ]
    now = moved("kocka", 4, tied, [1, 2, 3, 0])
    assert (now.totals, now.dealer, now.milestones) == ((100, 8, 0, 100), 0, ())
    assert (now.dokladackas, now.voids, now.barrage, now.loser) == ((0,), (2,), (0, 3), None)
    assert [(notice.id, notice.seats) for notice in now.notices] == [("barrage", (0, 3))]
    lost = [*tied, {"type": "barrage", "points": {"0": 8, "1": 5}}]
    assert moved("kocka", 4, lost, [1, 2, 3, 0]).loser == 3


def test_taroky_leaves_the_pot_on_the_table():
    entries = [deal(partner=3, points=36)]
    assert moved("taroky", 4, entries, [0, 1, 2, None, 3]).pot is None

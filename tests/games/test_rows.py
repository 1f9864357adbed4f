"""What a row of the sheet tells besides its points, and what stands there until it is done."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.taroky.house import Tariff
from scorekeeper.sheet import Notice
from tests.games.matches import Plain, deal, game, paper, rows

ROWS: list[tuple[str, int, list[Plain], Plain, Plain]] = [
    ("makao", 4, [game(out=[2, 0, 3])], {}, {"story": [("order", (2, 0, 3), {})]}),
    ("makao", 4, [game(lost=[1])], {}, {"story": [], "milestones": [("lost", (1,), {})]}),
    ("makao", 4, [paper(1, 0, 0, 0)], {}, {"story": [], "milestones": []}),
    (
        "durak",
        3,
        [game(fool=1)],
        {},
        {
            "story": [("fool", (1,), {})],
            "milestones": [],
            "notices": [("attack", (0, 1), {"attacker": 0, "defender": 1})],
        },
    ),
    (
        "durak",
        3,
        [game(fool=1), game(fool=1, epaulettes=3)],
        {"epaulettes": "1", "next_attack": "from-under-the-fool"},
        {
            "milestones": [("epaulettes", (1,), {"n": 3}), ("streak", (1,), {"n": 2})],
            "notices": [("attack", (2, 0), {"attacker": 2, "defender": 0})],
        },
    ),
    (
        "durak",
        3,
        [game(draw=[2, 0])],
        {},
        {
            "story": [],
            "milestones": [("draw", (0, 2), {})],
            "notices": [("lowest-trump", (), {})],
        },
    ),
    ("durak", 4, [game(lost_team=1)], {"teams": "2v2"}, {"story": [("team", (1, 3), {})]}),
    (
        "durak",
        3,
        [paper(2, 0, 0, dealer=1)],
        {},
        {"story": [], "notices": [("attack", (0, 1), {"attacker": 0, "defender": 1})]},
    ),
    ("durak", 3, [paper(0, 0, 0, dealer=1)], {}, {"notices": [("lowest-trump", (), {})]}),
    ("faraon", 3, [game(loser=1)], {}, {"story": [("lost", (1,), {})], "notices": []}),
    (
        "faraon",
        3,
        [game(loser=1, order=[2, 0, 1], back=[2, 0], burnt={"0": 2, "1": 0})],
        {},
        {
            "story": [("order", (2, 0, 1), {})],
            "milestones": [("back", (0, 2), {}), ("burnt", (0,), {"n": 2})],
        },
    ),
    (
        "faraon",
        3,
        [{"type": "pajchel", "seat": 2}],
        {},
        {"story": [("pajchel", (2,), {"rule": "faraon.pajchel"})], "milestones": []},
    ),
    (
        "faraon",
        3,
        [game(loser=0), game(loser=0)],
        {"mode": "olympic", "olympic_start": 2},
        {
            "milestones": [("out", (0,), {})],
            "notices": [("begging", (0,), {}), ("cards", (1, 2), {"dealt": {1: 2, 2: 2}})],
        },
    ),
    (
        "faraon",
        3,
        [game(loser=0), game(loser=0), {"type": "beggar", "seat": 0}],
        {"mode": "olympic", "olympic_start": 2},
        {
            "milestones": [("beggar", (0,), {})],
            "notices": [("cards", (0, 1, 2), {"dealt": {0: 1, 1: 2, 2: 2}})],
        },
    ),
    (
        "faraon",
        2,
        [game(loser=0), game(loser=0)],
        {"mode": "olympic", "olympic_start": 2},
        {"notices": [("over", (1,), {"n": 2}), ("begging", (0,), {})]},
    ),
    (
        "taroky",
        4,
        [
            deal(
                partner=3,
                points=36,
                fleks={"game": "flek", "pagat": "reflek"},
                pagat={"seat": 1, "declared": True, "made": True},
                announcements={"2": ["tarocky"], "0": ["honery"]},
            )
        ],
        {},
        {
            "story": [
                ("contract", (), {"contract": "short-zakladni"}),
                ("played", (1, 3), {"points": 36}),
                ("flek", (), {"flek": "flek", "item": "game"}),
                ("flek-on", (), {"flek": "reflek", "item": "pagat"}),
                ("announced", (0,), {"announced": ["honery"]}),
                ("announced", (2,), {"announced": ["tarocky"]}),
            ]
        },
    ),
    (
        "taroky",
        5,
        [deal(variant="varsava", points=[0, 22, 12, 26, 10])],
        {},
        {
            "story": [
                ("contract", (), {"contract": "short-varsava"}),
                ("piles", (), {"points": {1: 22, 2: 12, 3: 26, 4: 10}}),
            ]
        },
    ),
    (
        "taroky",
        4,
        [deal(variant="quiet-solo", points=36)],
        {},
        {
            "story": [
                ("contract", (), {"contract": "short-zakladni"}),
                ("quiet-solo", (), {}),
                ("played", (1,), {"points": 36}),
            ]
        },
    ),
    (
        "taroky",
        4,
        [deal(contract="preferanc", variant="second", points=30, counted_side="opponents")],
        {},
        {
            "story": [
                ("contract", (), {"contract": "short-second"}),
                ("played", (1,), {"points": 40}),
            ]
        },
    ),
    (
        "taroky",
        4,
        [deal(variant="folded")],
        {},
        {"story": [("contract", (), {"contract": "short-folded"})]},
    ),
    (
        "taroky",
        4,
        [{"type": "renonc", "seat": 2}],
        {"renonc_penalty": "void"},
        {"story": [("renonc-void", (2,), {"rule": "taroky.renonc.follow"})]},
    ),
    (
        "taroky",
        4,
        [{"type": "renonc", "seat": 2}],
        {"renonc_penalty": "none"},
        {"story": [("renonc-free", (2,), {"rule": "taroky.renonc.follow"})]},
    ),
    (
        "taroky",
        4,
        [deal(partner=3, points=36, pagat={"seat": 1, "declared": False, "made": True})],
        {},
        {"milestones": [("pagat-silent", (1,), {})]},
    ),
    (
        "taroky",
        4,
        [deal(partner=3, points=36, pagat={"seat": 1, "declared": False, "made": False})],
        {},
        {"milestones": [("pagat-silent-lost", (1,), {})]},
    ),
    (
        "taroky",
        4,
        [
            deal(contract="druha", partner=3, points=36, pagat={"seat": 1})
            | {"valat": {"side": "opponents", "declared": True, "made": False}}
        ],
        {},
        {"milestones": [("pagat", (1,), {}), ("valat-lost", (2, 0), {})]},
    ),
    (
        "taroky",
        4,
        [
            deal(partner=3, points=70, pagat={"seat": 1, "declared": True, "made": False})
            | {"valat": {"side": "declarer"}}
        ],
        {},
        {"milestones": [("pagat-lost", (1,), {}), ("valat-silent", (1, 3), {})]},
    ),
    (
        "taroky",
        4,
        [{"type": "renonc", "seat": 2, "flek": "reflek"}],
        {"tariff": Tariff.presets["vysocina"]},
        {
            "story": [
                ("renonc", (2,), {"rule": "taroky.renonc.follow"}),
                ("flek", (), {"flek": "reflek", "item": "game"}),
            ]
        },
    ),
    (
        "taroky",
        4,
        [
            {
                "type": "renonc",
                "seat": 2,
                "deal": deal(partner=3, fleks={"game": "flek"}, pagat={"seat": 0}),
            }
        ],
        {"renonc_penalty": "deal-lost"},
        {
            "story": [
                ("renonc-lost", (2,), {"rule": "taroky.renonc.follow"}),
                ("contract", (), {"contract": "short-zakladni"}),
                ("side", (1, 3), {}),
                ("flek", (), {"flek": "flek", "item": "game"}),
                ("pagat-silent", (0,), {}),
            ]
        },
    ),
    (
        "taroky",
        5,
        [deal(partner=3, points=36, pausing=[4])],
        {},
        {
            "story": [
                ("contract", (), {"contract": "short-zakladni"}),
                ("played", (1, 3), {"points": 36}),
                ("pauses", (4,), {}),
            ]
        },
    ),
    ("taroky", 4, [paper(0, 0, 0, 0)], {}, {"story": []}),
]


def plain(notices: tuple[Notice, ...]) -> list[Any]:
    return [(notice.id, notice.seats, notice.facts) for notice in notices]


@pytest.mark.parametrize(
    ("key", "players", "entries", "house", "told"),
    ROWS,
    ids=[f"{row[0]} {n}" for n, row in enumerate(ROWS)],
)
def test_what_a_row_tells(
    key: str, players: int, entries: list[Plain], house: Plain, told: Plain
) -> None:
    which = GAMES[key]
    row = rows(key, players, *entries, **house)[-1]
    found = {
        "story": plain(which.story(row.entry, row.before, which.house(**house))),
        "milestones": plain(row.after.milestones),
        "notices": plain(row.after.notices),
    }
    assert {name: found[name] for name in told} == told


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

"""What a game tells the book of a company, and what a player takes along to another table."""

from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.records import Feat, Outcome
from tests.games.matches import Plain, deal, game, paper, round_of, rows


def ended(*places: int, won: Sequence[int] = (), lost: Sequence[int] = ()) -> Outcome:
    return Outcome(dict(enumerate(places)), frozenset(won), frozenset(lost))


SOLO = {"contract": "solo", "points": 40}
ENDS: list[tuple[str, int, list[Plain], Plain, Outcome | None]] = [
    ("makao", 4, [paper(0, 0, 0, 0)], {}, None),
    ("makao", 4, [game(lost=[1])], {}, ended(1, 2, 1, 1, lost=[1])),
    ("makao", 4, [game(out=[2, 0, 3])], {}, ended(2, 4, 1, 3, lost=[1])),
    ("makao", 5, [game(out=[2, 0, 3])], {}, ended(2, 4, 1, 3, 4, lost=[1, 4])),
    ("durak", 3, [paper(0, 0, 0)], {}, None),
    ("durak", 3, [game(fool=2)], {}, ended(1, 1, 2, won=[0, 1], lost=[2])),
    ("durak", 3, [game(draw=[0, 2])], {}, ended(2, 1, 2)),
    (
        "durak",
        4,
        [game(lost_team=1)],
        {"teams": "2v2"},
        ended(1, 2, 1, 2, won=[0, 2], lost=[1, 3]),
    ),
    ("faraon", 3, [paper(0, 0, 0)], {}, None),
    ("faraon", 3, [game(loser=1)], {}, ended(1, 2, 1, won=[0, 2], lost=[1])),
    (
        "faraon",
        3,
        [game(loser=1, order=[2, 0, 1])],
        {},
        ended(2, 3, 1, won=[0, 2], lost=[1]),
    ),
    ("kocka", 4, [round_of(7, 7, 7, 7)], {}, None),
    (
        "kocka",
        4,
        [paper(90, 10, -5, 10), round_of(10, 8, 10, 0)],
        {"dokladacka": "off"},
        ended(4, 3, 1, 2, won=[2], lost=[0]),
    ),
    (
        "kocka",
        4,
        [
            paper(95, 95, 0, 0),
            round_of(10, 10, 8, 0),
            {"type": "barrage", "points": {"0": -1, "1": 5}},
        ],
        {"dokladacka": "off"},
        ended(3, 4, 2, 1, won=[3], lost=[1]),
    ),
    ("taroky", 4, [deal(variant="folded")], {}, None),
    ("taroky", 4, [paper(0, 0, 0, 0)], {}, None),
    (
        "taroky",
        4,
        [deal(partner=3, points=36)],
        {},
        ended(2, 1, 2, 1, won=[1, 3], lost=[0, 2]),
    ),
    (
        "taroky",
        4,
        [deal(partner=3, points=34)],
        {},
        ended(1, 2, 1, 2, won=[0, 2], lost=[1, 3]),
    ),
    ("taroky", 4, [deal(partner=3, points=35)], {}, ended(1, 1, 1, 1)),
    ("taroky", 4, [deal(**SOLO)], {}, ended(2, 1, 2, 2, won=[1], lost=[0, 2, 3])),
    (
        "taroky",
        4,
        [deal(variant="varsava", points=[10, 22, 12, 26])],
        {},
        ended(1, 1, 1, 2, lost=[3]),
    ),
]


@pytest.mark.parametrize(
    ("key", "players", "entries", "house", "outcome"),
    ENDS,
    ids=[f"{end[0]} {n}" for n, end in enumerate(ENDS)],
)
def test_how_an_entry_ended(
    key: str, players: int, entries: list[Plain], house: Plain, outcome: Outcome | None
) -> None:
    found = GAMES[key].records.outcome(rows(key, players, *entries, **house)[-1])
    assert found == outcome
    if found and outcome:
        assert (found.won, found.lost) == (outcome.won, outcome.lost)


DURCH = {"type": "round", "durch": 2}
BARRAGE_DURCH = {"type": "barrage", "points": {"0": -28, "1": -1}}
ALL = round_of(28, 0, 0, 0)
LOST = {"type": "dokladacka", "loser": 3}
FEATS: list[tuple[str, int, list[Plain], Plain, set[Feat]]] = [
    ("taroky", 4, [paper(0, 0, 0, 0)], {}, set()),
    (
        "taroky",
        4,
        [
            deal(partner=3, points=36),
            deal(partner=3, points=70),
        ],
        {},
        {
            *(Feat("deal-won", 35, 1, (seat,)) for seat in (1, 3)),
            *(Feat("deal-lost", 35, 1, (seat,)) for seat in (0, 2)),
        },
    ),
    ("kocka", 4, [round_of(7, 7, 7, 7)], {}, {Feat("without-durch", 1, 0)}),
    (
        "kocka",
        4,
        [round_of(7, 7, 7, 7), round_of(28, 0, 0, 0), DURCH, round_of(7, 7, 7, 7), DURCH],
        {},
        {Feat("without-durch", 2, 1)},
    ),
    (
        "kocka",
        4,
        [
            round_of(28, 0, 0, 0),
            round_of(28, 0, 0, 0),
            LOST,
            round_of(28, 0, 0, 0),
            round_of(28, 0, 0, 0),
        ],
        {"stake_price": 10},
        {
            Feat("dokladackas", 1, 2),
            Feat("without-durch", 4, 4),
            Feat("shortest", 4, 4, (0,), least=True),
            Feat("dearest", 40, 2, (3,), "CZK"),
            Feat("dearest", 40, 4, (0,), "CZK"),
        },
    ),
    (
        "kocka",
        4,
        [{"type": "renonc", "seat": 1, "rule": "kocka.follow"}, *[ALL] * 2, LOST],
        {"stake_price": 10},
        {
            Feat("dokladackas", 1, 3),
            Feat("without-durch", 2, 2),
            Feat("dearest", 40, 3, (3,), "CZK"),
        },
    ),
    (
        "kocka",
        4,
        [paper(95, 95, 0, 0), round_of(10, 10, 8, 0), BARRAGE_DURCH],
        {"dokladacka": "off"},
        {Feat("without-durch", 1, 1)},
    ),
]


@pytest.mark.parametrize(
    ("key", "players", "entries", "house", "feats"),
    FEATS,
    ids=[f"{feat[0]} {n}" for n, feat in enumerate(FEATS)],
)
def test_what_may_be_a_record(
    key: str, players: int, entries: list[Plain], house: Plain, feats: set[Feat]
) -> None:
    found = GAMES[key].records.feats(
        rows(key, players, *entries, **house), GAMES[key].house(**house)
    )
    assert set(found) == feats
    assert len(found) == len(feats)


# --- at another table ----------------------------------------------------------------------------


def moved(
    key: str, players: int, entries: Sequence[Plain], seats: Sequence[int | None], **house: Any
) -> Any:
    """The standing of those who sat on some seats (None: who comes new) after a match."""
    table, which = GAMES[key].house(**house), GAMES[key]
    before = rows(key, players, *entries, **house)[-1].after
    fresh = which.start(len(seats), 0, table)
    places = [None if seat is None else (before, seat) for seat in seats]
    assert which.reseat is not None
    return which.reseat(fresh, places, before, table)


def test_makao_carries_places_to_a_larger_or_smaller_table() -> None:
    entries = [game(out=[2, 0, 3]), game(out=[2, 3, 1])]
    assert moved("makao", 4, entries, [3, None, 2]).places == ((0, 1, 1), (0, 0), (2, 0, 0))
    assert moved("makao", 3, [game(out=[2, 0])], [2, 0, 1, None, None]).places == (
        (1, 0, 0),
        (0, 1, 0),
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 0),
    )


def test_faraon_carries_losses_and_wins() -> None:
    entries = [game(loser=0), game(loser=0), game(loser=1)]
    now = moved("faraon", 3, entries, [1, None, 0, 2])
    before = rows("faraon", 3, *entries)[-1].after
    assert now.losses == (1, 0, 2, 0)
    assert now.wins == (before.wins[1], 0, before.wins[0], before.wins[2])


def test_durak_carries_epaulettes_and_remembers_the_fool() -> None:
    house = {"epaulettes": "1"}
    entries = [game(draw=[0, 1]), game(fool=0, epaulettes=2)]
    now = moved("durak", 3, entries, [0, None, 1], **house)
    assert (now.draws, now.epaulettes) == ((1, 0, 1), (2, 0, 0))
    before = rows("durak", 3, *entries, **house)[-1].after
    assert before.attack is not None
    assert (now.attack is None) == (before.dealer != 0)


def test_taroky_leaves_the_pot_on_the_table() -> None:
    entries = [deal(partner=3, points=36)]
    assert moved("taroky", 4, entries, [0, 1, 2, None, 3]).pot is None

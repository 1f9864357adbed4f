"""Small things that no other test of the game asks for; each was once left out unseen."""

from typing import Any

import pytest

from scorekeeper.cases import judge_case
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.games.taroky.house import HouseRules, Tariff
from scorekeeper.referee import Penalty, judge, judge_admitted
from tests.games.matches import Plain, deal, rows

USUAL = HouseRules()


def answer(kind: str, given: Any, **house: Any) -> Any:
    return judge_case({"game": "taroky", "kind": kind, "given": given, "house": house})


def asked(kind: str, **given: Any) -> Any:
    return GAME.read_dispute(kind, given, USUAL)


# --- the form of a deal --------------------------------------------------------------------------

FIRST = {"contract": "zakladni", "declarer": 1}
SENT: list[tuple[Plain, Plain]] = [
    ({**FIRST, "variant": "first"}, FIRST),
    ({"contract": "varsava"}, {"contract": "zakladni", "variant": "varsava"}),
    ({"contract": "folded", "points": 3}, {"contract": "zakladni", "variant": "folded"}),
    (
        {"contract": "preferanc", "variant": "second", "partner": 2, "called": "XIX", "points": 4},
        {"contract": "preferanc", "variant": "second", "points": 4},
    ),
    ({"contract": "solo", "variant": "first", "partner": 2}, {"contract": "solo"}),
    ({**FIRST, "partner": 3, "called": "XIX"}, {**FIRST, "partner": 3, "called": "XIX"}),
    ({**FIRST, "partner": "alone"}, {**FIRST, "variant": "quiet-solo", "partner": None}),
    (
        {"contract": "varsava", "partner": "alone", "called": "XIX"},
        {"contract": "zakladni", "variant": "varsava"},
    ),
    ({**FIRST, "points": [1, 2, 3, 4]}, FIRST),
    (
        {"contract": "varsava", "points": [10, 20, None, 30]},
        {"contract": "zakladni", "variant": "varsava", "points": [10, 20, 10, 30]},
    ),
    (
        {"contract": "varsava", "points": [10, 20, None, None]},
        {"contract": "zakladni", "variant": "varsava", "points": [10, 20, None, None]},
    ),
    (
        {"contract": "varsava", "points": [40, 40, None, 30]},
        {"contract": "zakladni", "variant": "varsava", "points": [40, 40, None, 30]},
    ),
    (
        {"contract": "varsava", "points": [70, None, 0, 0]},
        {"contract": "zakladni", "variant": "varsava", "points": [70, 0, 0, 0]},
    ),
    (
        {"contract": "varsava", "points": [10, 20, None, "x"]},
        {"contract": "zakladni", "variant": "varsava", "points": [10, 20, None, "x"]},
    ),
    (
        {"contract": "varsava", "points": [None, 10, 20, None, 30], "pausing": [0]},
        {
            "contract": "zakladni",
            "variant": "varsava",
            "points": [0, 10, 20, 10, 30],
            "pausing": [0],
        },
    ),
    (
        {"contract": "varsava", "points": [10, 20, None, 30], "piles": [12, 15, 12, 15]},
        {
            "contract": "zakladni",
            "variant": "varsava",
            "points": [10, 20, None, 30],
            "piles": [12, 15, 12, 15],
        },
    ),
    ({**FIRST, "pagat": {"made": True}}, FIRST),
    ({**FIRST, "pagat": {"made": True, "seat": 2}}, {**FIRST, "pagat": {"made": True, "seat": 2}}),
    (
        {"contract": "druha", "declarer": 2, "pagat": {"made": False}},
        {
            "contract": "druha",
            "declarer": 2,
            "pagat": {"made": False, "seat": 2, "declared": True},
        },
    ),
    ({"contract": "druha", "declarer": 2, "pagat": {}}, {"contract": "druha", "declarer": 2}),
    ({**FIRST, "valat": {"made": True}}, FIRST),
    (
        {**FIRST, "valat": {"made": True, "side": "declarer"}},
        {**FIRST, "valat": {"made": True, "side": "declarer"}},
    ),
    (
        {**FIRST, "pagat": {"seat": "declared-3"}},
        {**FIRST, "pagat": {"made": None, "seat": 3, "declared": True}},
    ),
    (
        {**FIRST, "pagat": {"seat": "silent-0", "made": False}},
        {**FIRST, "pagat": {"made": False, "seat": 0, "declared": False}},
    ),
    (
        {"contract": "druha", "declarer": 2, "pagat": {"seat": "silent-1", "made": True}},
        {"contract": "druha", "declarer": 2, "pagat": {"made": True, "seat": 2, "declared": True}},
    ),
    (
        {**FIRST, "partner": 2, "valat": {"side": "declared-2"}},
        {**FIRST, "partner": 2, "valat": {"made": None, "side": "declarer", "declared": True}},
    ),
    (
        {**FIRST, "valat": {"side": "declared-3", "made": False}},
        {**FIRST, "valat": {"made": False, "side": "opponents", "declared": True}},
    ),
    (
        {**FIRST, "valat": {"side": "silent-opponents"}},
        {**FIRST, "valat": {"side": "opponents", "declared": False}},
    ),
    (  # who pauses declares nothing: that is refused as it stands
        {**FIRST, "pausing": [4], "valat": {"side": "silent-4"}},
        {**FIRST, "pausing": [4], "valat": {"side": 4, "declared": False}},
    ),
]


@pytest.mark.parametrize(("sent", "read"), SENT)
def test_a_form_sends_more_than_a_deal_holds(sent: Plain, read: Plain) -> None:
    assert Deal.from_shorthand(dict(sent)) == read


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ({"variant": "varsava"}, {"contract": "varsava", "variant": "varsava"}),
        ({"variant": "folded"}, {"contract": "folded", "variant": "folded"}),
        ({"variant": "quiet-solo"}, {"variant": "quiet-solo", "partner": "alone"}),
        ({"variant": "normal"}, {"variant": "normal"}),
        ({"pagat": {"seat": 1}}, {"pagat": {"seat": "silent-1"}}),
        (
            {"pagat": {"seat": 1, "declared": True, "made": False}},
            {"pagat": {"seat": "declared-1", "declared": True, "made": False}},
        ),
        (
            {"declarer": 3, "valat": {"side": "declarer", "declared": True}},
            {"declarer": 3, "valat": {"side": "declared-3", "declared": True}},
        ),
        ({"valat": {"side": "opponents"}}, {"valat": {"side": "silent-opponents"}}),
    ],
)
def test_a_form_shows_a_variant_where_it_asks_for_it(held: Plain, shown: Plain) -> None:
    full = {"contract": "zakladni", "partner": 2}
    assert Deal.to_shorthand({**full, **held}) == {**full, **shown}


def test_who_pauses_has_no_part_in_a_deal() -> None:
    (row,) = rows("taroky", 6, deal(partner=2, points=36))
    assert row.entry.absent(row.before) == {0, 3}
    (named,) = rows("taroky", 5, deal(partner=2, points=36, pausing=[4]))
    assert named.entry.absent(named.before) == {4}


def test_a_flek_is_asked_for_where_a_renonc_costs_more_with_it() -> None:
    renonc = GAME.entry_types["renonc"]
    for penalty, points, asks in (("points", 10, True), ("points", 0, False), ("none", 10, False)):
        house = HouseRules(renonc_penalty=penalty, tariff=Tariff(renonc=points))
        assert renonc.asks("flek", house) == asks


# --- figures -------------------------------------------------------------------------------------


def figures(*entries: Plain, players: int = 4) -> dict[str, tuple[int, ...]]:
    read = [GAME.read_entry(entry, players, USUAL) for entry in entries]
    stats = {stat.id: stat.values for stat in GAME.statistics(read, players)}
    return {id: tuple(map(int, each)) for id, each in stats.items() if any(each)}


def test_what_is_counted_of_deals() -> None:
    won = deal(partner=3, points=40, fleks={"game": "flek"}, announcements={"2": ["trul"]})
    lost = deal(contract="solo", points=35, fleks={"game": "flek"})
    assert figures(won, lost) == {
        "declared": (0, 2, 0, 0),
        "won": (0, 1, 0, 0),
        "contract-zakladni": (0, 1, 0, 0),
        "contract-solo": (0, 1, 0, 0),
        "won-zakladni": (0, 1, 0, 0),
        "fleks-given": (2, 0, 2, 1),
        "fleks-lost": (1, 0, 1, 0),
        "announced": (0, 0, 1, 0),
        "average": (0, 37, 0, 0),
    }


@pytest.mark.parametrize(
    ("valat", "figure", "seats"),
    [
        ({"side": "declarer", "declared": True, "made": True}, "valats-made", (0, 1, 0, 1)),
        ({"side": "opponents", "declared": True, "made": False}, "valats-lost", (1, 0, 1, 0)),
        ({"side": "opponents", "declared": False, "made": True}, "valats-silent", (1, 0, 1, 0)),
    ],
)
def test_a_valat_is_counted_for_its_side(valat: Plain, figure: str, seats: tuple[int, ...]) -> None:
    found = figures(deal(partner=3, points=40, valat=valat))
    assert {id: each for id, each in found.items() if id.startswith("valat")} == {figure: seats}


def test_pagats_and_varsavas_are_counted_for_those_who_play() -> None:
    pagat = {"seat": 2, "declared": False, "made": True}
    found = figures(deal(partner=3, points=40, pagat=pagat), players=5)
    assert found["pagats-made"] == (0, 0, 1, 0, 0)
    varsava = figures(deal(variant="varsava", points=[0, 22, 12, 26, 10]), players=5)
    assert varsava["varsavas"] == (0, 1, 1, 1, 1)
    assert varsava["varsavas-lost"] == (0, 0, 0, 1, 0)
    assert "declared" not in varsava


def test_a_point_is_worth_what_the_tariff_says() -> None:
    assert GAME.stake is not None
    stake = GAME.stake(HouseRules(tariff=Tariff(point=20, currency="EUR")))
    assert stake is not None
    assert (stake.point, stake.currency) == (20, "EUR")
    assert GAME.stake(HouseRules(tariff=Tariff(point=0))) is None


# --- the referee ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "red"),
    [
        ("AH JH 7S 4H", True),
        ("7S AH JH 8S", False),
        ("AH 7S 8S 9S", False),
        ("AD JD 7S 9S", True),
        ("AH JH I 7S", False),
    ],
)
def test_the_order_of_red_cards_is_named_where_it_decides(trick: str, red: bool) -> None:
    rules = answer("winner", {"trick": trick.split()})["rules"]
    assert ("taroky.pack" in rules) == red


@pytest.mark.parametrize(
    ("kind", "given", "unknown"),
    [
        ("turn", {"seat": 1}, ("leader",)),
        ("turn", {"seat": 1, "leader": 2}, ()),
        ("turn", {"seat": 1, "last_winner": 2}, ()),
        ("varsava-call", {"dealer": 3, "seat": 0, "contract": "zakladni"}, ("hand",)),
    ],
)
def test_what_nobody_could_tell(kind: str, given: Any, unknown: tuple[str, ...]) -> None:
    assert asked(kind, **given).unknown() == unknown


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"trick": 6, "added": False}, "talon-missing"),
        ({"trick": 7, "added": True}, "talon-more"),
        ({"trick": 6, "added": True, "place": 2}, "talon-place"),
        ({"trick": 1, "added": True, "looked": True}, "talon-seen"),
        ({"trick": 1, "added": True, "in_order": False}, "talon-order"),
        ({"trick": 1, "added": True, "number": 2}, "talon-several"),
    ],
)
def test_how_a_talon_card_was_added_wrongly(given: Any, wrong: str) -> None:
    assert judge(GAME.rules, asked("varsava-talon", **given), USUAL).facts["wrong"] == wrong


@pytest.mark.parametrize(
    ("given", "field", "number"),
    [
        ({"size": 3, "counts": {"5": 2, "4": 2}}, "counts", "3"),
        ({"size": 3, "counts": {"5": 2, "1": 2}}, "counts", "3"),
        ({"counts": {"5": 8}}, "counts.5", "7"),
        ({"cards": ["KH"], "size": 2}, "cards", "2"),
        ({"cards": ["KH"], "counts": {"5": 2}}, "counts.5", "1"),
        ({}, "cards", ""),
    ],
)
def test_a_pile_that_there_is_not(given: Any, field: str, number: str) -> None:
    found = answer("count", given)
    assert found["field"] == f"given.{field}"
    assert number in found["error"]


def test_the_ones_of_a_pile_are_the_rest() -> None:
    assert answer("count", {"size": 3, "counts": {"5": 1}})["result"]["worth"] == 7
    assert answer("count", {"counts": {"5": 1, "1": 1}})["result"]["cards"] == 2
    assert answer("count", {"tricks": 1, "aside": 2, "counts": {"5": 1}})["result"]["cards"] == 6


def test_a_tarok_of_five_is_no_other_tarok() -> None:
    hand = ["SKYZ", "XXI", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"]
    verdict = answer("discard", {"hand": hand, "aside": ["I"], "took": 1})
    assert verdict["rules"] == ["taroky.talon.no-five"]


@pytest.mark.parametrize(("called", "verdict"), [("XIX", "legal"), ("XVIII", "undecidable")])
def test_the_highest_tarok_may_be_called_whatever_the_hand_is(called: str, verdict: str) -> None:
    assert answer("call", {"called": called})["verdict"] == verdict


@pytest.mark.parametrize(
    ("hands", "talon", "decides"),
    [
        ([12, None, None, None], 6, "hands"),
        ([None] * 4, None, "hands"),
        ([12] * 4, None, "talon"),  # the pack may lack a card
    ],
)
def test_a_right_hand_leaves_open_what_nobody_counted(
    hands: Any, talon: int | None, decides: str
) -> None:
    found = answer("deal", {"hands": hands, "talon": talon})
    assert (found["verdict"], found["decides"]) == ("undecidable", decides)
    assert set(found["witness"]) == {"legal", "offence"}


@pytest.mark.parametrize("id", ["taroky.renonc.misdeal", "taroky.renonc.conduct"])
def test_what_the_table_saw_costs_what_a_renonc_costs(id: str) -> None:
    verdict = judge_admitted(GAME.rules, id, USUAL)
    assert verdict is not None
    assert verdict.penalty == Penalty("points", each=10)

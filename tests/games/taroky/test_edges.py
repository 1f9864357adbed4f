"""Small things that no other test of the game asks for; each was once left out unseen."""

from itertools import accumulate, pairwise
from random import Random

import pytest

from scorekeeper.core.cards import TAROCK_54
from scorekeeper.core.schema import Seat
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.checks import are_tricks, can_be_shared, least, most
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.games.taroky.house_rules import HouseRules, Tariff
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.referee.verdict import judge_admitted
from tests.games.matches import Plain, deal, rows
from tests.games.taroky.table import by_threes, worth

USUAL = HouseRules()


FIRST = {"contract": "zakladni", "declarer": 1}
VARSAVA, SENT_VARSAVA = {"contract": "zakladni", "variant": "varsava"}, {"contract": "varsava"}
SECOND = {"contract": "preferanc", "variant": "second", "points": 4}
DRUHA, MADE = {"contract": "druha", "declarer": 2}, {"made": True}
DECLARED, LOST = {"seat": 2, "declared": True}, {"made": False}
THEIRS = {"made": False, "side": "opponents", "declared": True}
SENT: list[tuple[Plain, Plain]] = [
    ({**FIRST, "variant": "first"}, FIRST),
    (SENT_VARSAVA, VARSAVA),
    ({"contract": "folded", "points": 3}, {"contract": "zakladni", "variant": "folded"}),
    ({**SECOND, "partner": 2, "called": "XIX"}, SECOND),
    ({"contract": "solo", "variant": "first", "partner": 2}, {"contract": "solo"}),
    ({**FIRST, "partner": 3, "called": "XIX"}, {**FIRST, "partner": 3, "called": "XIX"}),
    ({**FIRST, "partner": "alone"}, {**FIRST, "variant": "quiet-solo", "partner": None}),
    ({**SENT_VARSAVA, "partner": "alone", "called": "XIX"}, VARSAVA),
    ({**FIRST, "points": [1, 2, 3, 4]}, FIRST),
    *(
        ({**SENT_VARSAVA, "points": sent}, {**VARSAVA, "points": read})
        for sent, read in (
            ([10, 20, None, 30], [10, 20, 10, 30]),
            ([10, 20, None, None], [10, 20, None, None]),
            ([40, 40, None, 30], [40, 40, None, 30]),
            ([70, None, 0, 0], [70, 0, 0, 0]),
            ([10, 20, None, "x"], [10, 20, None, "x"]),
        )
    ),
    (
        {**SENT_VARSAVA, "points": [None, 10, 20, None, 30], "pausing": [0]},
        {**VARSAVA, "points": [0, 10, 20, 10, 30], "pausing": [0]},
    ),
    (
        {**SENT_VARSAVA, "points": [10, 20, None, 30], "piles": [12, 15, 12, 15]},
        {**VARSAVA, "points": [10, 20, None, 30], "piles": [12, 15, 12, 15]},
    ),
    ({**FIRST, "pagat": MADE}, FIRST),
    ({**FIRST, "pagat": {**MADE, "seat": 2}}, {**FIRST, "pagat": {**MADE, "seat": 2}}),
    ({**DRUHA, "pagat": {"made": False}}, {**DRUHA, "pagat": {"made": False, **DECLARED}}),
    ({**DRUHA, "pagat": {}}, DRUHA),
    ({**DRUHA, "pagat": {"seat": "silent-1", **MADE}}, {**DRUHA, "pagat": {**MADE, **DECLARED}}),
    *(
        ({**FIRST, name: sent}, {**FIRST, name: read} if read else FIRST)
        for name, sent, read in (
            ("valat", MADE, None),
            ("valat", {**MADE, "side": "declarer"}, {**MADE, "side": "declarer"}),
            ("pagat", {"seat": "declared-3"}, {"made": None, "seat": 3, "declared": True}),
            ("pagat", {"seat": "silent-0", "made": False}, {**LOST, "seat": 0, "declared": False}),
            (
                "valat",
                {"side": "declared-3", "made": False},
                THEIRS,
            ),
            ("valat", {"side": "silent-opponents"}, {"side": "opponents", "declared": False}),
        )
    ),
    (
        {**FIRST, "partner": 2, "valat": {"side": "declared-2"}},
        {**FIRST, "partner": 2, "valat": {"made": None, "side": "declarer", "declared": True}},
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


def test_a_point_is_worth_what_the_tariff_says() -> None:
    stake = GAME.stake(HouseRules(tariff=Tariff(point=20, currency="EUR")))
    assert (stake.point, stake.currency) == (20, "EUR")
    assert GAME.stake(HouseRules(tariff=Tariff(point=0))) is None


@pytest.mark.parametrize("id", ["taroky.renonc.misdeal", "taroky.renonc.conduct"])
def test_what_the_table_saw_costs_what_a_renonc_costs(id: str) -> None:
    verdict = judge_admitted(GAME.rules, id, USUAL)
    assert verdict.penalty == Penalty("points", each=10)


def test_no_pile_of_so_many_cards_is_worth_more_or_less() -> None:
    by_worth = sorted(TAROCK_54.cards, key=worth)
    for n in range(55):
        assert least(n) == by_threes(by_worth[:n])
        assert most(n) == by_threes(by_worth[54 - n :])
    assert (most(2, fives=False), most(5, fives=False), most(6)) == (7, 16, 26)


def test_every_varsava_that_can_be_played_can_be_written() -> None:
    for seed in range(60):
        random = Random(seed)
        winners = random.choices(range(4), k=12)
        sizes = [
            sum(5 if at < 6 else 4 for at, seat in enumerate(winners) if seat == each)
            for each in range(4)
        ]
        cards = random.sample(TAROCK_54.cards, 54)
        cards.sort(key=lambda card: random.choice([0, 0, worth(card)]))
        ends = [0, *accumulate(sizes)]
        points = [by_threes(cards[a:b]) for a, b in pairwise(ends)]
        assert are_tricks(sizes)
        assert can_be_shared(points, sizes)
        assert can_be_shared(points, None)


def test_piles_that_cannot_be_are_found() -> None:
    assert not are_tricks((1, 2, 3, 48))
    assert not are_tricks((54, 0, 0))
    assert not can_be_shared((22, 22, 13, 13), (5, 5, 20, 24))  # ten cards, 44 and off 8: ten fives
    assert can_be_shared((10, 60, 0, 0), None)
    assert not can_be_shared((70, 1, 0, 0), None)


@pytest.mark.parametrize(
    ("seats", "four"), [(4, [0, 1, 2, 3]), (5, [2, 3, 4, 0]), (6, [2, 3, 5, 0])]
)
def test_four_play_in_the_order_of_seats_or_from_the_forehand(seats: int, four: list[int]) -> None:
    assert list(Deal(declarer=Seat(0)).players(GAME.start(seats, 1, HouseRules()))) == four

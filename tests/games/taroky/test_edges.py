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
from tests.games.matches import deal, rows
from tests.games.taroky.table import by_threes, worth

USUAL = HouseRules()


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

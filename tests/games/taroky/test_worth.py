"""What the form says of a word is what the sheet then writes."""

from typing import get_args

import pytest
from hypothesis import given

from scorekeeper.core.schema import Seat
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.beginners import first_deal, worth
from scorekeeper.games.taroky.entries import HALF, Announcement, Deal, Pagat, Valat
from scorekeeper.games.taroky.house_rules import HouseRules, Tariff
from tests.contract.switches import any_house

COUNTS = {"won": (True, False, False), "unless-draw": (True, False, True), "always": (True,) * 3}
"""A sentence → whether the announcement counts in a win, a draw, a loss."""


def scored(house: HouseRules, points: int, rule: str, **facts: object) -> int:
    """What a line is worth for the declarer, who plays with a partner."""
    deal = Deal(declarer=Seat(0), variant="normal", partner=Seat(2), points=points, **facts)
    lines = GAME.explained(deal, GAME.start(4, 3, house), house)
    return sum(line.points[0] for line in lines if line.rule == rule)


@given(any_house(GAME))
def test_an_announcement_counts_as_the_form_says(house: HouseRules) -> None:
    for one in get_args(Announcement):
        (told,) = worth(house)[one]
        paid = [
            scored(house, points, f"taroky.announce.{one}", announcements={0: frozenset({one})})
            for points in (HALF + 1, HALF, HALF - 1)
        ]
        assert paid == [told.facts["n"] if counts else 0 for counts in COUNTS[told.id]]


@given(any_house(GAME))
def test_a_pagat_and_a_valat_are_worth_what_the_form_says(house: HouseRules) -> None:
    if house.tariff.pot:
        return
    told = worth(house)
    for declared in (True, False):
        how = "declared" if declared else "silent"
        pagat, valat = Pagat(Seat(0), declared), Valat("declarer", declared)
        (said,) = told["pagat"]
        assert scored(house, 40, "taroky.settle.pagat", pagat=pagat) == said.facts[how]
        (said,) = told["valat"]
        assert scored(house, 70, "taroky.settle.valat", valat=valat) == said.facts[how]


@pytest.mark.parametrize(
    ("house", "told", "facts"),
    [
        (HouseRules(), "varsava", {}),
        (HouseRules(varsava_pays=10), "varsava-fixed", {"n": 10}),
        (HouseRules(tariff=Tariff.presets["pocitadlo"]), "varsava-with-pot", {}),
    ],
)
def test_a_varsava_costs_what_the_house_pays(
    house: HouseRules, told: str, facts: dict[str, int]
) -> None:
    (said,) = worth(house)["varsava"]
    assert (said.id, said.facts) == (told, facts)


@pytest.mark.parametrize("preset", Tariff.presets)
def test_the_first_deal_is_paid_as_it_is_told(preset: str) -> None:
    house = HouseRules(tariff=Tariff.presets[preset])
    pay = first_deal(house)[-1].facts
    deal = Deal(declarer=Seat(0), variant="normal", partner=Seat(2), points=int(str(pay["points"])))
    before = GAME.start(4, 3, house)
    total = sum(line.points[0] for line in GAME.score(deal, before, house))
    ante = -house.ante if house.tariff.pot else 0
    assert total - ante == pay["n"]

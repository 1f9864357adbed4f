"""The pot: worked deals, and over any deals players and pot together have nothing."""

from random import Random

import pytest

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.sheet import sum_of
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import Standing
from scorekeeper.games.taroky.house_rules import HouseRules, Tariff
from scorekeeper.referee.cases import RefusedEntry, score_case
from tests.contract.faults import Faults
from tests.games.matches import Plain, refusal, row
from tests.games.taroky.table import alone, deal, pagat, preferanc, start, valat, varsava
from tests.verification.second.taroky import ask_deal, ask_varsava

ANTE = 10
POT = HouseRules(tariff=Tariff.presets["pocitadlo"], ante=ANTE)


def after(plain: Plain, house: HouseRules = POT) -> Standing:
    """The standing after the first entry."""
    return row(GAME, plain, start(house=house), house).after


def paid(plain: Plain, pot: int = 320) -> tuple[int, ...]:
    """The points of an entry when so much lies in the pot."""
    standing = Standing((-pot // 4,) * 4, dealer=3, next=(), pot=pot)
    return sum_of(GAME.score(GAME.read_entry(plain, 4, POT), standing, POT), 4)


@pytest.mark.parametrize(
    ("plain", "points"),
    [
        (alone(declarer=0, points=40), (15, -5, -5, -5)),
        (preferanc("third", declarer=0, points=40), (45, -15, -15, -15)),
        (
            deal(points=40, announcements={"0": ["barvy"], "1": ["tarocky"], "3": ["taroky"]}),
            (-5, 5, -5, 5),
        ),
        (deal(points=35, pagat=pagat(0)), (80, 0, 80, 0)),
        (deal(points=35, pagat=pagat(0, made=False)), (0, 0, 0, 0)),
        (deal(points=35, pagat=pagat(0, declared=True)), (150, -10, 150, -10)),
        (deal(points=35, pagat=pagat(0, True), fleks={"pagat": "flek"}), (310, -170, 310, -170)),
        (deal(points=35, pagat=pagat(1, declared=True, made=False)), (0, -160, 0, -160)),
        (
            deal(points=35, pagat=pagat(1, True, made=False), fleks={"pagat": "flek"}),
            (160, -320, 160, -320),
        ),
        (deal(points=70, valat=valat("declarer")), (70, -70, 70, -70)),
        (deal(points=70, valat=valat("declarer", declared=True)), (140, -140, 140, -140)),
        (
            deal(points=50, valat=valat("declarer", True, made=False), fleks={"valat": "flek"}),
            (-140, 140, -140, 140),
        ),
        (deal(points=0, valat=valat("opponents")), (-70, 70, -70, 70)),
        (varsava(10, 10, 50, 0), (-20, -20, -100, 0)),
        (varsava(70, 0, 0, 0), (-560, 0, 0, 0)),
    ],
)
def test_a_deal_with_320_in_the_pot(plain: Plain, points: tuple[int, ...]) -> None:
    assert paid(plain) == points


def test_everybody_puts_in_again_when_nothing_is_left() -> None:
    standing = after(deal(points=35, pagat=pagat(0, declared=True)))
    assert standing.pot == 4 * ANTE
    assert standing.totals == (0, -20, 0, -20)


def test_a_renonc_costs_twenty_and_antes_come_before_it() -> None:
    standing = after({"type": "renonc", "seat": 2, "rule": "taroky.renonc.follow"})
    assert (standing.totals, standing.pot) == ((-10, -10, -30, -10), 60)


def test_what_does_not_divide_stays_in_the_pot() -> None:
    assert paid(deal(points=35, pagat=pagat(0)), pot=43) == (10, 0, 10, 0)
    standing = after(deal(points=35, pagat=pagat(0)), house=load_house(HouseRules, ODD))
    assert standing.pot == 28 - 14


ODD = {"tariff": "pocitadlo", "ante": 7}


def test_a_half_played_paper_sheet_may_have_a_pot() -> None:
    standing = after({"type": "paper", "points": [5, -15, -15, -15], "dealer": 0, "played": 1})
    assert standing.pot == 40
    excess = {"type": "paper", "points": [5, 0, 0, 0], "dealer": 0}
    refused = refusal(GAME, excess, start(house=POT), POT)
    assert refused
    assert refused.id == "taroky.settle.paper.sum"


@pytest.mark.parametrize("ante", [1, 7, 30])
def test_players_and_pot_have_nothing_after_every_row(ante: int, faults: Faults) -> None:
    """Over any deals, whatever is then corrected, struck, or put in the place of another."""
    taken = 0
    for seed in range(25):
        random = Random(seed)
        asked = (
            random.choice((ask_deal, ask_varsava))(random) for _ in range(random.randint(1, 5))
        )
        told = [plain for each in asked for plain in each.case["entries"]]
        changes = [change(random, told) for _ in range(random.randrange(4))]
        house = {"tariff": "pocitadlo", "ante": ante}
        case = {"game": "taroky", "players": list("ABCD"), "house": house}
        with faults.at("seed", seed):
            try:
                match = score_case({**case, "entries": [*told, *changes]}).match
            except RefusedEntry:
                continue
            taken += 1
            standings = (match.standing, *(row.after for row in match.rows))
            assert not any(sum(each.totals) + each.pot for each in standings)
    assert taken > 10


def change(random: Random, told: list[Plain]) -> Plain:
    """A correction of a row with any of the deals, or its strike."""
    row = random.randrange(len(told))
    struck = {"type": "void", "entry": row}
    return random.choice([struck, {"type": "correct", "entry": row, "with": random.choice(told)}])

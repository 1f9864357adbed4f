"""The pot: worked deals, and over any deals players and pot together have nothing."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.cases import RefusedEntry, score_case
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import Renonc, Standing
from scorekeeper.games.taroky.house import HouseRules, Tariff
from scorekeeper.house import load_house
from scorekeeper.sheet import sum_of
from tests.games.taroky.table import Plain, alone, deal, pagat, preferanc, start, valat, varsava
from tests.games.taroky.test_sheet import LEVELS, any_deal, can_be_written

ANTE = 10
POT = HouseRules(tariff=Tariff.presets["pocitadlo"], ante=ANTE)


def after(*entries: Plain, house: HouseRules = POT, standing: Standing | None = None) -> Standing:
    """The standing after some entries."""
    standing = standing or start(house=house)
    for plain in entries:
        entry = GAME.read_entry(plain, 4, house)
        assert GAME.check(entry, standing, house) is None
        standing = GAME.after(standing, entry, GAME.score(entry, standing, house), house)
    return standing


def row(plain: Plain, pot: int = 320) -> tuple[int, ...]:
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
    assert row(plain) == points


def test_everybody_puts_in_again_when_nothing_is_left() -> None:
    standing = after(deal(points=35, pagat=pagat(0, declared=True)))
    assert standing.pot == 4 * ANTE
    assert standing.totals == (0, -20, 0, -20)


def test_a_renonc_costs_twenty_and_antes_come_before_it() -> None:
    standing = after({"type": "renonc", "seat": 2, "rule": "taroky.renonc.follow"})
    assert (standing.totals, standing.pot) == ((-10, -10, -30, -10), 60)


def test_what_does_not_divide_stays_in_the_pot() -> None:
    assert row(deal(points=35, pagat=pagat(0)), pot=43) == (10, 0, 10, 0)
    standing = after(deal(points=35, pagat=pagat(0)), house=load_house(HouseRules, ODD))
    assert standing.pot == 28 - 14


ODD = {"tariff": "pocitadlo", "ante": 7}


def test_a_half_played_paper_sheet_may_have_a_pot() -> None:
    standing = after({"type": "paper", "points": [5, -15, -15, -15], "dealer": 0, "played": 1})
    assert standing.pot == 40
    excess = GAME.read_entry({"type": "paper", "points": [5, 0, 0, 0], "dealer": 0}, 4, POT)
    refusal = GAME.check(excess, start(house=POT), POT)
    assert refusal is not None
    assert refusal.id == "taroky.settle.paper.sum"


def test_a_renonc_of_the_vysocina_costs_more_with_a_flek() -> None:
    house = load_house(HouseRules, {"tariff": "vysocina"})
    for flek, factor in LEVELS.items():
        entry = Renonc(seat=1, rule="taroky.renonc.follow", flek=flek)
        points = sum_of(GAME.score(entry, start(house=house), house), 4)
        assert points == (20 * factor, -60 * factor, 20 * factor, 20 * factor)


@pytest.mark.slow("plays random deals")
@settings(max_examples=150, deadline=None)
@given(st.lists(any_deal(), min_size=1, max_size=5), st.integers(0, 30), st.data())
def test_players_and_pot_have_nothing_after_every_row(
    dealt: list[tuple[int, Plain]], ante: int, data: st.DataObject
) -> None:
    """Over any deals, whatever is then corrected, struck, or put in the place of another."""
    players = dealt[0][0]
    told = [plain for seats, plain in dealt if seats == players and is_taken(seats, plain)]
    assume(told)
    rows = st.integers(0, len(told) - 1)
    changes = data.draw(st.lists(changed(rows, told), max_size=3))
    names = [f"P{seat}" for seat in range(players)]
    house = {"tariff": "pocitadlo", "ante": ante}
    try:
        case = {"game": "taroky", "players": names, "house": house, "entries": [*told, *changes]}
        match = score_case(case).match
    except RefusedEntry:
        return
    assert all(nothing_is_lost(row.after) for row in match.rows)
    assert nothing_is_lost(match.standing)


def is_taken(players: int, plain: Plain) -> bool:
    entry = GAME.read_entry(plain, players, POT)
    return can_be_written(entry, start(players, plain["dealer"], POT), POT)


def changed(rows: st.SearchStrategy[int], told: list[Plain]) -> st.SearchStrategy[Plain]:
    """A correction of a row with any of the deals, or its strike."""
    corrected = st.builds(
        lambda entry, plain: {"type": "correct", "entry": entry, "with": plain},
        rows,
        st.sampled_from(told),
    )
    return corrected | st.builds(lambda entry: {"type": "void", "entry": entry}, rows)


def nothing_is_lost(standing: Standing) -> bool:
    return standing.pot is not None and sum(standing.totals) + standing.pot == 0

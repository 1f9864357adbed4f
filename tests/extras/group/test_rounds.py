"""The core of an evening at several tables: sizes, draws, pauses, leagues, ties, sums."""

from itertools import chain
from random import Random

import pytest

from scorekeeper.extras.group.rounds import (
    Finish,
    Plan,
    Tie,
    drawn,
    in_leagues,
    ladder,
    moves,
    read_plan,
    sums,
    table_sizes,
)

KOCKA, TAROKY, MAKAO = (4,), (4, 5, 6), (2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("people", "allowed", "usual", "sizes"),
    [
        (7, KOCKA, 4, ()),
        (8, KOCKA, 4, (4, 4)),
        (9, KOCKA, 4, (4, 4)),
        (12, KOCKA, 4, (4, 4, 4)),
        (13, KOCKA, 4, (4, 4, 4)),
        (9, TAROKY, 4, (5, 4)),
        (11, TAROKY, 4, (6, 5)),
        (12, TAROKY, 6, (6, 6)),
        (13, TAROKY, 4, (5, 4, 4)),
        (9, MAKAO, 3, (3, 3, 3)),
        (3, MAKAO, 4, ()),
        (0, MAKAO, 4, ()),
    ],
)
def test_as_many_play_as_can(people, allowed, usual, sizes):
    assert table_sizes(people, allowed, usual) == sizes


@pytest.mark.parametrize("how", ["leagues", "drawn"])
@pytest.mark.parametrize("allowed", [KOCKA, TAROKY, MAKAO])
@pytest.mark.parametrize("people", [8, 9, 12, 13])
def test_everybody_sits_once_or_pauses(people, allowed, how):
    """Over many rounds, in which somebody comes late, leaves and returns."""
    chance, past, paused = Random(f"{people}{how}"), list[Plan](), dict.fromkeys(range(20), 0)
    there = [*range(people)]
    for number in range(12):
        there = {3: [*there, 19], 6: there[1:], 8: [0, *there]}.get(number, there)
        sizes = table_sizes(len(there), allowed, 4)
        if how == "drawn":
            plan = drawn(there, sizes, past, f"{number}")
        else:
            finishes = [Finish((t[0],), (t[-1],)) for t in past[-1].tables] if past else []
            changes = moves(finishes, {})
            assert not isinstance(changes, Tie)
            steps = ladder(past[-1].order if past else (), changes, there)
            plan = in_leagues(steps, sizes, [each.pauses for each in past], f"{chance.random()}")
        seated = [*chain.from_iterable(plan.tables)]
        assert sorted([*seated, *plan.pauses]) == sorted(there) == sorted(plan.order)
        assert {len(table) for table in plan.tables} <= {*allowed}
        assert len(plan.tables) > 1
        assert len(plan.pauses) < min(allowed), "as few pause as can"
        for each in plan.pauses:
            paused[each] += 1
        always = [paused[each] for each in range(1, people)]
        assert max(always) - min(always) < 2, "nobody pauses twice before all have"
        past.append(plan)
        assert read_plan(str(plan)) == plan


@pytest.mark.parametrize(
    "text", ["", "1.2", "1.1__2", "1.2__3", "1.2_3_2", "1.2_1_2", "a.b__2", "1.2__0.2", "1__2_3"]
)
def test_a_plan_is_whole_or_none(text):
    assert read_plan(text) is None


def test_two_change_places():
    plan = Plan((0, 1, 2, 3, 4), (4,), (2, 2))
    assert plan.swapped(0, 3).tables == ((3, 1), (2, 0))
    assert plan.swapped(4, 1) == Plan((0, 4, 2, 3, 1), (1,), (2, 2))
    assert (plan.table_of(2), plan.table_of(4)) == (1, None)


def test_those_sit_together_who_met_least():
    past = [Plan((*range(16),), (), (4, 4, 4, 4))]
    again = drawn([*range(16)], (4, 4, 4, 4), past, "seed")
    assert again == drawn([*range(16)], (4, 4, 4, 4), past, "seed"), "a seed draws the same"
    assert all(len({each // 4 for each in table}) == 4 for table in again.tables)


TWELVE = [Finish((0,), (3,)), Finish((4,), (7,)), Finish((8,), (11,))]


def test_whoever_lost_goes_down_and_the_best_comes_up():
    changes = moves(TWELVE, {})
    assert changes == [(3, 4), (7, 8)]
    plan = in_leagues(ladder([*range(12)], changes, range(12)), (4, 4, 4), (), "")
    assert plan.tables == ((0, 1, 2, 4), (3, 5, 6, 8), (7, 9, 10, 11))


def test_one_comes_late_and_one_has_left():
    there = {*range(12), 12} - {3}
    assert ladder([*range(12)], [(3, 4), (7, 8)], there) == (0, 1, 2, 4, 5, 6, 8, 7, 9, 10, 11, 12)


def test_nobody_moves_to_or_from_a_table_that_was_not_played_out():
    assert moves([TWELVE[0], None, TWELVE[2]], {}) == []
    assert moves([*TWELVE[:2], None], {}) == [(3, 4)]
    assert moves([], {}) == []


def test_who_is_level_is_asked_about():
    level = [Finish((0,), (2, 3)), Finish((4, 5, 6, 7), (4, 5, 6, 7))]
    assert moves(level, {}) == (tie := Tie(1, "up", (4, 5, 6, 7)))
    assert tie.key == "up-1"
    assert moves(level, {"up-1": 6}) == Tie(0, "down", (2, 3))
    assert moves(level, {"up-1": 6, "down-0": 9}) == Tie(0, "down", (2, 3)), "9 is not level"
    assert moves(level, {"up-1": 6, "down-0": 3}) == [(3, 6)]
    three = [TWELVE[0], level[1], TWELVE[2]]
    assert moves(three, {"up-1": 6}) == Tie(1, "down", (4, 5, 7)), "6 goes up already"


def test_who_pauses_in_leagues_stands_behind_his_league():
    """Whoever comes up plays there, though one returns who paused."""
    first = in_leagues(range(9), (4, 4), [range(1, 9)], "")
    assert (first.pauses, first.order) == ((0,), (1, 2, 3, 4, 0, 5, 6, 7, 8))
    steps = ladder(first.order, [(4, 5)], range(9))
    again = in_leagues(steps, (4, 4), [range(8), first.pauses], "")
    assert again.tables == ((1, 2, 3, 5), (0, 4, 6, 7))


def test_sums_are_in_the_order_of_the_game():
    tables = [{0: 10, 1: 4}, {0: 2, 2: 6}]
    assert sums(tables, higher_wins=True) == [(0, 2, 12), (2, 1, 6), (1, 1, 4)]
    assert sums(tables, higher_wins=False) == [(1, 1, 4), (0, 2, 12), (2, 1, 6)]
    assert sums([], higher_wins=True) == []

"""Chains of the shedding games: whom something reaches along the seats, told step by step."""

from itertools import product

import pytest

from scorekeeper.core.schema import Seat, fields_of, spec_of
from scorekeeper.games import GAMES
from scorekeeper.games.shedding import Link, count_answers, following, in_turn, line, past, stopped


def test_a_line_begins_with_the_next_player_and_ends_with_the_one_who_played():
    assert line(range(4), 1, 4) == (2, 3, 0, 1)
    assert line((0, 2, 3), 1, 4) == (2, 3, 0), "he ran out"
    assert line((3, 1), 1, 4) == (3, 1)
    assert following((0, 3), 0, 4) == 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_stops_go_from_seat_to_seat(seats):
    for by, stops in product(range(seats), range(9)):
        order, seat, reached = line(range(seats), by, seats), by, []
        for _stop in range(stops):
            seat = (seat + 1) % seats
            reached.append(seat)
        assert stopped(order, stops) == tuple(reached)
        assert past(order, stops) == (seat + 1) % seats


def asked_one_by_one(seats, stops, answers):
    """How many answers count when everybody is asked in turn, told a second time."""
    seat, given = 0, 0
    while stops:
        seat, stops = (seat + 1) % seats, stops - 1
        if given < len(answers) and answers[given].seat == seat:
            stops += answers[given].cards
            given += 1
    return given


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_only_a_stopped_player_answers_and_only_when_it_comes_to_him(seats):
    order = line(range(seats), 0, seats)
    links = [Link(Seat(seat), cards) for seat in range(seats) for cards in (1, 2)]
    for stops, many in product(range(1, 5), range(3)):
        for answers in product(links, repeat=many):
            assert count_answers(order, stops, answers) == asked_one_by_one(seats, stops, answers)


def test_seats_in_turn_follow_each_other():
    assert in_turn((), 4) == 0
    assert in_turn((2,), 4) == 1
    assert in_turn((2, 3, 0, 1, 2), 4) == 5
    assert in_turn((2, 3, 1, 2), 4) == 2
    assert in_turn((2, 2), 4) == 1


def test_an_answer_counts_only_once_its_turn_has_come():
    answers = [Link(Seat(seat), 1) for seat in (1, 2, 0, 0)]
    assert count_answers((1, 2, 0), 2, answers) == 3


@pytest.mark.parametrize(("key", "kind"), [("faraon", "play"), ("makao", "play")])
def test_a_match_knows_how_many_play(key, kind):
    spec = spec_of(fields_of(GAMES[key].kinds[kind])["players"])
    assert (spec.known, spec.ge) == ("players", 2)

"""People come and go in mid-evening: everybody's points go along with him, and nothing is lost."""

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.sheet import Refused
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.counting import running_totals, statistics
from scorekeeper.match.files import NameEraser, load
from scorekeeper.stream.files import BrokenLine, dump
from tests.core.evening import (
    DEEDS,
    NAMES,
    SEAT,
    Evening,
    do_any,
    require_step_by_step,
    sheet,
)


def lost(seat, name="loser"):
    return {"type": "game", name: seat}


@pytest.fixture
def evening():
    """Four at Faraón: Ota lost one game, Jan two."""
    evening = Evening("faraon", 4)
    with closing(evening):
        evening.record(lost(2), lost(1), lost(1))
        yield evening


def test_who_comes_begins_at_nought_and_the_others_keep_theirs(evening):
    match = evening.sit(0, 4, 1, 2, 3, dealer=1)
    assert match.names == ("Eva", "Pan", "Jan", "Ota", "Iva")
    assert (match.standing.totals, match.standing.dealer) == ((0, 0, 2, 1, 0), 1)
    assert evening.record(lost(1)).totals == {0: 0, 1: 2, 2: 1, 3: 0, 4: 1}


def test_who_goes_keeps_his_points_and_goes_on_from_them(evening):
    gone = evening.sit(0, 2, 3)
    assert (gone.names, gone.standing.totals) == (("Eva", "Ota", "Iva"), (0, 1, 0))
    assert gone.totals == {0: 0, 1: 2, 2: 1, 3: 0}
    evening.record(lost(1))
    assert evening.sit(0, 2, 3, 1).standing.totals == (0, 2, 0, 2)
    assert evening.record(lost(3)).totals == {0: 0, 1: 3, 2: 2, 3: 0}


def test_undo_and_redo_go_through_it(evening):
    stations = [evening.match]
    for step in (
        lambda: evening.sit(0, 4, 1, 2, 3),
        lambda: evening.record(lost(1)),
        lambda: evening.sit(0, 4),
    ):
        stations.append(step())
    evening.do("rename", ["Eva", "Petr"], 1)
    stations.append(evening.match)

    for station in reversed(stations[:-1]):
        assert sheet(evening.do("undo")) == sheet(station)
    for station in stations[1:]:
        assert sheet(evening.do("redo")) == sheet(station)


def test_a_correction_of_what_was_before_counts_at_the_new_table(evening):
    evening.sit(4, 3, 2, dealer=1)
    entry = evening.game.read_entry(lost(3), 4, evening.match.house)
    match = evening.do("correct", evening.match.rows[0].seq, entry)
    assert (match.totals, match.standing.totals) == ({0: 0, 1: 2, 2: 0, 3: 1, 4: 0}, (0, 1, 0))
    assert evening.do("strike", match.rows[1].seq).totals[1] == 1
    assert evening.do("bring_back", match.rows[1].seq).totals[1] == 2


def test_a_row_of_a_group_that_was_taken_back_can_be_brought_back(evening):
    evening.sit(0, 4, 1, 2, 3)
    row = evening.record(lost(1)).rows[-1].seq
    evening.do("undo")
    evening.do("undo")
    match = evening.do("bring_back", row)
    assert (match.names, match.totals[4]) == (NAMES[:4], 1)
    assert evening.record(lost(0)).totals == {0: 1, 1: 2, 2: 1, 3: 0, 4: 1}


def test_running_totals_and_statistics_are_by_person(evening):
    evening.sit(4, 3, 2)
    match = evening.record(lost(0))
    assert list(running_totals(match)) == [
        (0, 0, 0, 0, None),
        (0, 0, 1, 0, None),
        (0, 1, 1, 0, None),
        (0, 2, 1, 0, None),
        (0, 2, 1, 0, 1),
    ]
    figures = {stat.id: tuple(map(int, stat.values)) for stat in statistics(match)}
    assert figures["lost"] == (0, 2, 1, 0, 1)
    assert figures["won"] == (3, 1, 3, 4, 0)


def test_two_at_one_table_never_bear_the_same_sign(evening):
    assert evening.sit(4, 1, 2, 3).seating.signs == (0, 1, 2, 3, 0)
    assert evening.sit(4, 1, 2, 3, 5).seating.signs == (0, 1, 2, 3, 0, 4)


@pytest.mark.parametrize(
    ("key", "players", "house", "seats", "why"),
    [
        ("kocka", 4, {}, (0, 1, 2, 4), "kocka.deal.four"),
        ("faraon", 3, {"mode": "olympic"}, (0, 1), "faraon.olympic.table"),
        ("durak", 6, {}, (0, 1, 2, 3, 4, 5, 6), "durak.pack"),
    ],
)
def test_what_a_game_cannot_do_it_says(key, players, house, seats, why):
    evening = Evening(key, players, **house)
    with closing(evening), pytest.raises(Refused) as refused:
        evening.do("seat", seats, ["A", "B", "C", "D", "E", "F", "G"][: len(seats)], 0)
    assert refused.value.refusal.id == why


def test_a_fifth_at_taroky_lets_the_dealer_pause_and_the_sixth_two():
    evening = Evening("taroky", 4)
    with closing(evening):
        deal = {"type": "deal", "declarer": 1, "partner": 2, "points": 40}
        evening.record({**deal, "dealer": 0})
        assert evening.match.totals == {0: -5, 1: 5, 2: 5, 3: -5}
        five = evening.sit(0, 1, 2, 3, 4, dealer=1)
        assert evening.game.playing(five.standing) == (2, 3, 4, 0)
        evening.record({**deal, "declarer": 2, "partner": 4})
        assert evening.match.totals == {0: -10, 1: 5, 2: 10, 3: -10, 4: 5}
        six = evening.sit(0, 1, 2, 3, 4, 5, dealer=0)
        assert evening.game.playing(six.standing) == (1, 2, 4, 5)
        four = evening.sit(5, 1, 2, 4, dealer=0)
        assert four.standing.totals == (0, 5, 10, 5)
        assert sum(four.totals.values()) == 0


def test_places_and_epaulettes_go_along():
    makao, durak = Evening("makao", 2), Evening("durak", 3)
    with closing(makao), closing(durak):
        makao.record({"type": "game", "out": [1]})
        assert makao.sit(1, 0, 2, 3, 4).standing.places == ((1, 0, 0), *((0, 0, 0),) * 4)
        durak.record(lost(1, "fool"))
        assert durak.sit(0, 3, 1, 2, dealer=2).standing.attack == (1, 2)
        assert durak.sit(0, 3, 2, dealer=1).standing.attack is None


def test_forgetting_calls_everybody_by_his_number(evening):
    evening.sit(4, 3, 2)
    evening.do("rename", ["Pan", "Iveta", "Ota"], 0)
    forgetting = NameEraser()
    match = Match.fold([forgetting.event(event) for event in evening.match.events])
    assert match.seating.people == ("1", "2", "3", "4", "5")
    assert match.names == ("5", "4", "3")


BROKEN = {
    "seats twice": {"seats": [0, 0, 1, 2]},
    "a number left out": {"seats": [0, 1, 2, 5]},
    "nobody": {"seats": [0, 1, 2, -1]},
    "too few names": {"names": ["Eva", "Jan", "Ota"]},
    "too many": {"seats": [0, 1, 2, 3, 4, 5], "names": list(NAMES)},
    "no dealer": {"dealer": 4},
    "the same name": {"names": ["Eva", "Jan", "Ota", "eva"]},
}


@pytest.mark.parametrize("wrong", BROKEN.values(), ids=BROKEN.keys())
def test_a_group_that_makes_no_sense_is_not_taken_in(evening, wrong):
    body = {"seats": [0, 1, 2, 4], "names": ["Eva", "Jan", "Ota", "Pan"], "dealer": 0, **wrong}
    _refuses(evening, "seated", body)


def test_what_others_wrote_and_strikes_out_of_turn_are_not_taken_in(evening):
    evening.sit(0, 1, 2, 3, 4)
    seated = evening.match.version
    entry = {"type": "game", "loser": 0}
    lines = [{"rule": "faraon.loser", "points": [1, 0, 0, 0, 0]}]
    _refuses(evening, "recorded", {"entry": entry, "lines": lines})
    _refuses(evening, "struck", {"event": seated})
    evening.record(lost(1))
    _refuses(evening, "struck", {"event": seated, "by": "undo"})


def _refuses(evening, kind, body):
    last = evening.match.events[-1]
    event = Event("M", last.seq + 1, kind, body, "another", last.at)
    with pytest.raises(BrokenLine) as broken:
        load(dump([*evening.match.events, event]))
    assert broken.value.line == event.seq


@pytest.mark.parametrize(("key", "loser"), [("faraon", "loser"), ("durak", "fool")])
@settings(max_examples=25, deadline=None)
@given(deeds=st.lists(st.one_of(*DEEDS, SEAT), max_size=20))
def test_whoever_comes_and_goes_every_game_is_somebodys(key, loser, deeds):
    with closing(Evening(key)) as evening:
        for deed in deeds:
            do_any(evening, lambda number, players: lost(number % players, loser), *deed)
            match = evening.match
            held = [row for row in match.rows if not row.struck]
            assert sum(match.totals.values()) == len(held) == match.standing.played
            lost_of = [row.seating.seats[row.lines[0].points.index(1)] for row in held]
            assert {p: lost_of.count(p) for p in match.totals} == match.totals
            assert {match.seating.signs[p] for p in match.seating.seats} <= set(range(8))
        require_step_by_step(evening)

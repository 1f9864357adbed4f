"""Undo and redo, names, and any sequence of deeds: the fold is the same however it is told."""

from contextlib import closing, suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.names import BadName, clean_names
from scorekeeper.core.sheet import Refused
from tests.core.evening import DEEDS, Evening, do_any, require_step_by_step, sheet
from tests.core.test_match import SEVENS, told
from tests.games.kocka.table import durch, lost, renonc, round_of

OTHERS = ("A", "B", "C", "D")


@pytest.fixture
def table():
    with closing(Evening()) as table:
        table.record(SEVENS, SEVENS)
        table.do("strike", 3)
        yield table


def test_undo_goes_back_to_the_start_and_redo_to_the_end(table):
    table.do("rename", OTHERS, 1)
    stations = [table.match]
    while table.match.undo:
        stations.append(table.do("undo"))
    assert len(stations) == 5
    assert stations[-1].standing == stations[-1].opened
    for station in reversed(stations[:-1]):
        assert sheet(table.do("redo")) == sheet(station)
    assert table.match.redo is None


def test_with_nothing_to_undo_or_redo_nothing_is_written():
    with closing(Evening()) as table:
        assert table.do("undo").version == table.do("redo").version == 1


def test_a_row_taken_back_by_undo_says_so(table):
    table.record(SEVENS)
    row = table.do("undo").rows[-1]
    assert (row.struck, row.undone) == (True, True)


def test_something_new_leaves_nothing_to_redo(table):
    table.do("undo")
    assert table.match.redo
    assert table.record(durch(0)).redo is None


def test_an_undo_of_a_correction_brings_the_version_before_it_back(table):
    table.do("correct", 2, told(durch(0)))
    table.do("correct", 2, told(durch(1)))
    match = table.do("undo")
    assert (match.row(2).entry, match.row(2).versions) == (told(durch(0)), (2, 5))


def test_players_get_other_names_and_another_seat_the_deal(table):
    match = table.do("rename", OTHERS, 3)
    assert (match.names, match.standing.dealer, match.opened.dealer) == (OTHERS, 3, 0)
    assert match.rows[0].after.dealer == 1
    assert table.record(SEVENS).standing.dealer == 0


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ([" Eva ", "Jan\t Novák", "Ota", "Iva"], ("Eva", "Jan Novák", "Ota", "Iva")),
        (["Eva", "Éva", "x" * 30, "🂡"], ("Eva", "Éva", "x" * 30, "🂡")),
        (["E\u0301va", "Jan", "Ota", "Iva"], ("Éva", "Jan", "Ota", "Iva")),
        (["x" * 29 + " " * 9 + "y", "\u00a0Jan", "Ota", "Iva"], None),
    ],
)
def test_names_lose_needless_blanks(typed, names):
    if names is None:
        with pytest.raises(BadName, match="too-long"):
            clean_names(typed)
    else:
        assert clean_names(typed) == names


@pytest.mark.parametrize(
    ("typed", "seat", "problem"),
    [
        (["", "Jan"], 0, "empty"),
        (["Eva", " \u3000\t"], 1, "empty"),
        (["Eva", "J\x00n"], 1, "invisible"),
        (["Eva", "J\u202en"], 1, "invisible"),
        (["\u200b", "Jan"], 0, "empty"),
        (["Eva", "x" * 31], 1, "too-long"),
        (["Eva", "Jan", "Eva"], 2, "twice"),
        (["Eva", "  eVA "], 1, "twice"),
        (["STRASSE", "straße"], 1, "twice"),
        (["Éva", "e\u0301va"], 1, "twice"),
    ],
)
def test_improper_names_are_refused_at_their_seat(typed, seat, problem):
    with pytest.raises(BadName) as bad:
        clean_names(typed)
    assert (bad.value.seat, bad.value.problem) == (seat, problem)


ENTRIES = [
    SEVENS,
    round_of(28, 0, 0, 0),
    round_of(0, 14, 14, 0, no_trick=(0,)),
    durch(2),
    lost(1),
    {"type": "skip-dokladacka"},
    {"type": "barrage", "points": {"0": 3, "1": 4}},
    renonc(0),
    renonc(3, 60),
]
ANY_DEEDS = st.lists(st.one_of(DEEDS), max_size=25)


@settings(max_examples=25, deadline=None)
@given(ANY_DEEDS)
def test_event_by_event_or_all_at_once_the_match_is_the_same(deeds):
    require_one_fold(deeds)


def require_one_fold(deeds):
    with closing(Evening()) as table:
        for deed in deeds:
            before = table.match
            with suppress(Refused):
                do_any(table, lambda number, _players: ENTRIES[number % len(ENTRIES)], *deed)
            match = table.match
            if match.version > before.version and deed[0] not in ("undo", "redo"):
                assert sheet(table.do("undo")) == sheet(before)
                again = table.do("redo")
                assert (sheet(again), again.rows, again.redo) == (sheet(match), match.rows, None)
        require_step_by_step(table)

"""Notes at rows: written, changed, taken back, taken in from a file, and forgotten."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.ledger import Event
from scorekeeper.match import Match, fold
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import NameEraser, load
from scorekeeper.match.rows import UnknownRow
from scorekeeper.stream.files import BrokenLine, dump
from tests.games.kocka.table import round_of

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")


def begun(matches: Matches, rounds: int = 2) -> Match:
    """A match with some rounds, which are events 2, 3, …"""
    house = KOCKA.house()
    match = matches.open("7KQ4", KOCKA, NAMES, 0, house, "k1")
    for _ in range(rounds):
        entry = KOCKA.read_entry(round_of(7, 7, 7, 7), 4, house)
        match = matches.record(match, entry, match.version, f"k{match.version + 1}")
    return match


def note(matches: Matches, match: Match, seq: int, text: str) -> Match:
    return matches.note(match, seq, text, match.version, f"k{match.version + 1}")


def test_a_note_stands_at_its_row_and_scores_nothing(matches: Matches) -> None:
    match = begun(matches)
    noted = note(matches, match, 2, "  Petr měl \n všechna srdce ")
    assert noted.notes == {2: "Petr měl všechna srdce"}
    assert noted.standing == match.standing
    assert fold(noted.events) == noted


def test_a_newer_note_takes_the_place_of_the_older_and_an_empty_one_takes_it_away(
    matches: Matches,
) -> None:
    match = note(matches, begun(matches), 2, "první")
    match = note(matches, match, 2, "druhá")
    assert match.notes == {2: "druhá"}
    assert note(matches, match, 2, "druhá") is match
    assert note(matches, match, 2, "  ").notes == {}


def test_a_note_is_undone_and_redone(matches: Matches) -> None:
    match = note(matches, note(matches, begun(matches), 2, "první"), 2, "druhá")
    match = matches.undo(match, match.version, "k8")
    assert match.notes == {2: "první"}
    match = matches.redo(match, match.version, "k9")
    assert match.notes == {2: "druhá"}
    assert fold(match.events) == match


def test_a_note_outlives_a_correction_of_its_row_and_of_one_before(matches: Matches) -> None:
    match = note(matches, begun(matches), 3, "první")
    other = KOCKA.read_entry(round_of(28, 0, 0, 0), 4, match.house)
    for seq in (2, 3):
        match = matches.correct(match, seq, other, match.version, f"c{seq}")
        assert match.notes == {3: "první"}
        assert fold(match.events) == match


def test_there_is_no_note_without_a_row(matches: Matches) -> None:
    with pytest.raises(UnknownRow):
        note(matches, begun(matches), 1, "komu?")


def noted_events(matches: Matches) -> list[Event]:
    return list(note(matches, begun(matches), 2, "Petr platí").events)


def test_a_note_is_taken_in_from_a_file(matches: Matches) -> None:
    events = noted_events(matches)
    assert load(dump(events)) == events


@pytest.mark.parametrize(
    "body",
    [
        {"event": 1, "note": "a"},
        {"event": 4, "note": "a"},
        {"event": 2},
        {"event": 2, "note": 7},
        {"event": 2, "note": " a"},
        {"event": 2, "note": "\u202ea"},
        {"event": 2, "note": "a" * 201},
    ],
    ids=["opening", "itself", "missing", "number", "blank", "unprintable", "too-long"],
)
def test_a_senseless_note_is_refused(matches: Matches, body: Mapping[str, Any]) -> None:
    events = noted_events(matches)
    with pytest.raises(BrokenLine):
        load(dump([*events[:-1], replace(events[-1], body=body)]))


@pytest.mark.parametrize(
    ("player", "left"), [(None, ""), ("petr", ""), ("Jana", "Petr platí")], ids=str
)
def test_a_note_that_may_name_somebody_is_forgotten(
    matches: Matches, player: str | None, left: str
) -> None:
    forgetting = NameEraser(player)
    forgotten = [forgetting.event(event) for event in noted_events(matches)]
    assert forgotten[-1].body == {"event": 2, "note": left}
    assert fold(forgotten).notes == ({2: left} if left else {})

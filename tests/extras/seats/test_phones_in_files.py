"""What phones say in a file: it comes back as it went, and what no page could show is refused."""

from contextlib import closing
from dataclasses import replace

import pytest

from scorekeeper.extras.seats.consent import AnswerRefused, Asked, Confirmed, Objected, Took
from scorekeeper.extras.seats.consent import answer as answer_in
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.entries import Round
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load
from scorekeeper.stream.files import BrokenLine, dump

KOCKA, NAMES = GAMES["kocka"], ("Petr", "Jana", "Karel", "Eva")
LINES = {"recorded": 2, "took": 3, "confirmed": 4, "objected": 5, "asked": 6}
"""Kind of event → its number in the match."""


@pytest.fixture(scope="module")
def events():
    """A match in which each kind of event on phones is written once, without its hashes."""
    with closing(open_ledger("sqlite://")) as ledger:
        matches = Matches(ledger)
        match = matches.open("7KQ4", KOCKA, NAMES, 0, HouseRules(), "k1")
        match = matches.record(match, Round(points=(28, 0, 0, 0)), 1, "k2", "p0")
        match = matches.append_always(match, Took(phone="p0", person=0), "k3")
        said = Confirmed(event=2, version=2, person=3, phone="p3")
        match = answer_in(matches, match, said, "k4")
        match = answer_in(
            matches, match, Objected(**{**vars(said), "person": 1, "phone": "p1"}, note="ne"), "k5"
        )
        matches.append_always(match, Asked(person=3, phone="p3"), "k6")
        return [replace(event, hash="") for event in ledger.read("7KQ4")]


def changed(events, kind, body):
    at = LINES[kind] - 1
    assert events[at].kind == kind
    return dump([*events[:at], replace(events[at], body=body), *events[at + 1 :]])


def refused(text):
    with pytest.raises(BrokenLine) as broken:
        load(text)
    return broken.value.line, broken.value.why


def test_what_phones_said_comes_back(events):
    assert load(dump(events)) == events


@pytest.mark.parametrize("kind", ["took", "confirmed", "objected", "asked"])
@pytest.mark.parametrize("person", [-1, 4, True, "0"])
def test_only_people_of_the_match_say_something(events, kind, person):
    line, why = refused(changed(events, kind, {**events[LINES[kind] - 1].body, "person": person}))
    assert line == LINES[kind]
    assert why.startswith("body.person: ")


def test_an_answer_is_about_a_row_as_it_once_was(events):
    said = events[3].body
    assert refused(changed(events, "confirmed", {**said, "version": 3}))[0] == 4
    assert refused(changed(events, "confirmed", {**said, "event": 3}))[0] == 4


def test_a_note_is_written_as_a_form_would_write_it(events):
    line, why = refused(changed(events, "objected", {**events[4].body, "note": " šest"}))
    assert line == 5
    assert why.startswith("body.note: ")


def test_a_correction_may_be_undone_while_somebody_answers():
    """Versions up to 0.10 wrote such an answer all the same."""
    with closing(open_ledger("sqlite://")) as ledger:
        matches = Matches(ledger)
        match = matches.open("7KQ4", KOCKA, NAMES, 0, HouseRules(), "k1")
        match = matches.record(match, Round(points=(28, 0, 0, 0)), 1, "k2")
        seen = matches.correct(match, 2, Round(points=(0, 28, 0, 0)), 2, "k3")
        matches.undo(seen, 3, "k4")
        said = Confirmed(event=2, version=3, person=3, phone="p3")
        with pytest.raises(AnswerRefused, match="corrected"):
            answer_in(matches, seen, said, "k5")
        matches.append_always(seen, said, "k5")
        assert load(dump(ledger.read("7KQ4")))[-1].kind == "confirmed"

"""What the others say of a row: who may, what counts, and what silence comes to."""

from dataclasses import replace

import pytest

from scorekeeper.extras.seats.consent import (
    AnswerRefused,
    Confirmed,
    Objected,
    RowAnswers,
    Took,
    consents,
)
from scorekeeper.extras.seats.consent import answer as answer_in
from scorekeeper.games import GAMES
from scorekeeper.ledger import Stale
from scorekeeper.match import Match
from scorekeeper.match.rows import UnknownRow, clean_note
from scorekeeper.match.rulings import facts_for, kinds_about
from tests.games.kocka.table import round_of

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")
PETR, JANA, KAREL, EVA = range(4)


def begun(matches, *rounds, confirm="any-other"):
    """A match written on Petr's phone: its rows are events 3, 4, …"""
    match = matches.open("7KQ4", KOCKA, NAMES, 0, replace(KOCKA.house(), confirm=confirm), "k1")
    match = matches.append_always(match, Took(phone="phone-0", person=PETR), "k2")
    for points in rounds or ((7, 7, 7, 7),):
        match = record(matches, match, *points)
    return match


def record(matches, match, *points):
    key = f"k{match.version + 1}"
    return matches.record(match, entry(match, *points), match.version, key, "phone-0")


def entry(match, *points):
    return KOCKA.read_entry(round_of(*points), 4, match.house)


def answer(match, seq, person, phone=""):
    version = match.row(seq).versions[-1]
    return Confirmed(event=seq, version=version, person=person, phone=phone or f"phone-{person}")


def confirm(matches, match, seq, person, phone=""):
    return answer_in(matches, match, answer(match, seq, person, phone), f"k{match.version + 1}")


def object_to(matches, match, seq, person, note=""):
    objected = Objected(**vars(answer(match, seq, person)), note=clean_note(note))
    return answer_in(matches, match, objected, f"k{match.version + 1}")


def owner(match):
    return RowAnswers(match).owners.get(match.pencil)


def state(match, seq=3):
    return consents(match, match.rows)[seq].state


@pytest.mark.parametrize(("asked", "said"), [("off", ""), ("any-other", "waiting")])
def test_a_table_that_does_not_ask_waits_for_nobody(matches, asked, said):
    assert state(begun(matches, confirm=asked)) == said


def test_what_says_the_same_again_writes_nothing(matches):
    match = confirm(matches, begun(matches), 3, EVA)
    assert confirm(matches, match, 3, EVA).version == match.version
    match = object_to(matches, match, 3, EVA, "a heart")
    assert object_to(matches, match, 3, EVA, "a heart").version == match.version
    other = object_to(matches, match, 3, EVA, "two hearts")
    assert [event.kind for event in other.events[-3:]] == ["confirmed", "objected", "objected"]
    again = confirm(matches, other, 3, EVA)
    assert again.version == other.version + 1, "another word than the last one counts"


def test_any_other_player_confirms_and_the_score_is_the_same(matches):
    match = begun(matches)
    confirmed = confirm(matches, match, 3, EVA)
    assert state(confirmed) == "confirmed"
    assert consents(confirmed, confirmed.rows)[3].confirmed == (EVA,)
    assert confirmed.standing == match.standing
    assert Match.fold(confirmed.events) == confirmed


@pytest.mark.parametrize(
    ("person", "phone", "why"),
    [(EVA, "phone-0", "own-phone"), (PETR, "phone-9", "own-entry"), (7, "phone-7", "absent")],
)
def test_nobody_confirms_for_another(matches, person, phone, why):
    match = begun(matches)
    with pytest.raises(AnswerRefused, match=why):
        confirm(matches, match, 3, person, phone)


def test_one_phone_is_one_player_s(matches):
    match = confirm(matches, begun(matches), 3, EVA)
    with pytest.raises(AnswerRefused, match="two-people"):
        confirm(matches, match, 3, JANA, "phone-3")


def test_a_row_that_is_not_there_or_struck_cannot_be_confirmed(matches):
    match = begun(matches)
    with pytest.raises(UnknownRow):
        answer_in(matches, match, Confirmed(event=9, version=9, person=3, phone="p"), "k9")
    match = matches.strike(match, 3, match.version, "k9")
    with pytest.raises(AnswerRefused, match="struck"):
        confirm(matches, match, 3, EVA)


def test_an_opponent_is_who_fared_otherwise_than_the_writer(matches):
    match = begun(matches, (0, 14, 14, 0), confirm="opponent")
    assert RowAnswers(match).opponents(match.rows[0]) == {JANA, KAREL}
    match = confirm(matches, match, 3, EVA)
    assert state(match) == "waiting"
    assert state(confirm(matches, match, 3, JANA)) == "confirmed"


def test_where_all_fared_alike_anybody_is_an_opponent(matches):
    match = begun(matches, confirm="opponent")
    assert RowAnswers(match).opponents(match.rows[0]) == {PETR, JANA, KAREL, EVA}


def test_silence_over_three_rows_is_asked_once_more_and_then_no_objection(matches):
    match, said = begun(matches), []
    for _ in range(5):
        said.append(state(match))
        match = record(matches, match, 7, 7, 7, 7)
    assert said == ["waiting", "waiting", "waiting", "reminded", "silent"]


def test_a_correction_asks_again_and_the_older_word_stays(matches):
    match = confirm(matches, begun(matches), 3, EVA)
    entry = KOCKA.read_entry(round_of(28, 0, 0, 0), 4, match.house)
    seen = answer(match, 3, JANA)
    match = matches.correct(match, 3, entry, match.version, "k9", "phone-0")
    said = consents(match, match.rows)[3]
    assert (said.state, said.confirmed, said.before) == ("waiting", (), (EVA,))
    with pytest.raises(AnswerRefused, match="corrected"):
        answer_in(matches, match, seen, "k10")
    assert state(confirm(matches, match, 3, EVA)) == "confirmed"


def test_an_objection_stands_until_it_is_taken_back_or_decided(matches):
    match = confirm(matches, begun(matches), 3, JANA)
    match = object_to(matches, match, 3, EVA, "  vzala jsem  šest ")
    assert state(match) == "objected"
    (objection,) = consents(match, match.rows)[3].objections
    assert objection.body["note"] == "vzala jsem šest"
    assert state(confirm(matches, match, 3, EVA)) == "confirmed"


def test_what_two_pages_say_at_once_is_written_once(matches):
    """Each of them has read the match as it was before the other one wrote."""
    match = begun(matches)
    for key in ("one", "other"):
        after = answer_in(matches, match, answer(match, 3, JANA), key)
    assert after.version == match.version + 1
    corrected = matches.correct(after, 3, entry(after, 8, 6, 7, 7), after.version, "k9", "phone-0")
    with pytest.raises(AnswerRefused, match="corrected"):
        answer_in(matches, after, answer(after, 3, EVA), "late")
    assert matches.get("7KQ4").version == corrected.version


def test_what_phones_say_makes_no_open_form_late(matches):
    match = begun(matches)
    seen = match.version
    match = confirm(matches, match, 3, EVA)
    match = matches.append_always(match, Took(phone="phone-1", person=JANA), "k8")
    entry = KOCKA.read_entry(round_of(28, 0, 0, 0), 4, match.house)
    match = matches.record(match, entry, seen, "k9", "phone-0")
    assert len(match.rows) == 2
    with pytest.raises(Stale):
        matches.record(match, entry, seen, "k10", "phone-0")
    with pytest.raises(Stale):
        matches.undo(match, seen, "k11")


def test_undo_passes_over_what_phones_said(matches):
    match = confirm(matches, begun(matches), 3, EVA)
    match = matches.undo(match, match.version, "k9")
    assert match.rows[0].struck
    assert state(match) == ""


def test_the_pencil_is_where_somebody_took_it_or_wrote_last(matches):
    match = begun(matches)
    assert owner(match) == PETR
    match = matches.append_always(match, Took(phone="phone-9", person=None), "k8")
    assert (match.pencil, owner(match)) == ("phone-9", None)
    match = record(matches, match, 7, 7, 7, 7)
    assert owner(match) == PETR


def test_a_question_about_a_row_knows_what_the_row_says(matches):
    match = begun(matches, (28, 0, 0, 0))
    row = match.rows[0]
    assert kinds_about(match, row)[0] == "round"
    assert facts_for(KOCKA.kinds["round"], row)["points"] == [28, 0, 0, 0]


def test_where_a_correction_is_undone_what_was_said_before_it_holds_again(matches):
    match = confirm(matches, begun(matches), 3, EVA)
    match = object_to(matches, match, 3, JANA)
    entry = KOCKA.read_entry(round_of(28, 0, 0, 0), 4, match.house)
    match = matches.correct(match, 3, entry, match.version, "correct", "phone-0")
    match = confirm(matches, match, 3, JANA)
    assert state(match) == "confirmed"
    match = matches.undo(match, match.version, "undo")
    said = consents(match, match.rows)[3]
    assert (said.state, said.confirmed) == ("objected", (EVA,))
    assert said.before == ()

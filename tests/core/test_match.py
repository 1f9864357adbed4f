"""Matches: what people do with a sheet, and that nothing they did is ever lost or doubled."""

from contextlib import closing
from dataclasses import replace

import pytest

from scorekeeper.core.sheet import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.ledger import KeyReused, Stale, open_ledger
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches, UnknownMatch
from scorekeeper.match.files import NameEraser, load
from scorekeeper.match.rows import UnknownRow
from scorekeeper.stream.files import BrokenLine, dump
from tests.core.evening import NAMES, Evening, sheet
from tests.games.kocka.table import durch, lost, renonc, round_of

KOCKA = GAMES["kocka"]
SEVENS = round_of(7, 7, 7, 7)


def told(plain):
    return KOCKA.read_entry(plain, 4, HouseRules())


@pytest.fixture
def table():
    with closing(Evening()) as table:
        yield table


def test_a_match_opens_with_names_dealer_and_house_rules():
    with closing(Evening(dokladacka="off")) as table:
        match = table.match
    assert (match.code, match.names, match.version) == ("M", NAMES[:4], 1)
    assert match.house == HouseRules(dokladacka="off")
    assert match.events[0].body["house"]["dokladacka"] == "off"
    assert match.standing == match.opened == KOCKA.start(4, 0, match.house)


def test_a_code_is_opened_once(table):
    with pytest.raises(Stale):
        table.matches.open("M", KOCKA, NAMES[:4], 1, HouseRules(), "other")
    again = table.matches.open("M", KOCKA, NAMES[:4], 0, HouseRules(), "open")
    assert again == table.match


def test_an_unknown_match_is_named(table):
    with pytest.raises(UnknownMatch, match="NONE"):
        table.matches.get("NONE")


def test_what_is_recorded_stands_on_the_sheet_with_its_number(table):
    match = table.record(SEVENS, renonc(1), round_of(0, 14, 14, 0, no_trick=(0,)))
    assert [row.number for row in match.rows] == [1, None, 2]
    assert [row.seq for row in match.rows] == [2, 3, 4]
    assert match.standing.totals == (6, 21, 21, 7)
    assert match.rows[2].before == match.rows[1].after
    assert table.events[1].body == {
        "entry": {"type": "round", "points": [7, 7, 7, 7]},
        "lines": [{"rule": "kocka.points", "points": [7, 7, 7, 7]}],
    }


def test_a_refused_entry_writes_nothing(table):
    with pytest.raises(Refused) as refused:
        table.do("record", told(round_of(1, 1, 1, 1)))
    assert refused.value.refusal.id == "kocka.round.sum.short"
    table.record(SEVENS)
    with pytest.raises(Refused):
        table.do("correct", 2, told(round_of(1, 1, 1, 1)))
    assert len(table.events) == 2


def test_lines_are_read_from_the_ledger_not_worked_out_again(table):
    opened, first = table.record(SEVENS).events
    lines = [{"rule": "kocka.points", "points": [1, 2, 3, 4], "facts": {"why": "agreed"}}]
    match = Match.fold([opened, replace(first, body={**first.body, "lines": lines})])
    assert match.standing.totals == (1, 2, 3, 4)
    assert match.rows[0].lines[0].facts == {"why": "agreed"}


VERBS = {
    "record": (told(durch(1)),),
    "correct": (2, told(durch(1))),
    "strike": (2,),
    "bring_back": (3,),
    "undo": (),
    "redo": (),
    "rename": (("A", "B", "C", "D"), 2),
}
EACH_VERB = pytest.mark.parametrize(("verb", "arguments"), VERBS.items(), ids=VERBS.keys())


@pytest.fixture
def busy(table):
    """Rows 2, 3 (struck) and 4, and something undone: every verb has something to do."""
    table.record(SEVENS, SEVENS, SEVENS)
    table.do("strike", 3)
    table.record(SEVENS)
    table.do("undo")
    return table


@EACH_VERB
def test_the_same_save_again_is_harmless(busy, verb, arguments):
    seen = busy.match.version
    first = busy.match = busy.same(seen, "same", verb, *arguments)
    assert first.version == seen + 1
    assert busy.same(seen, "same", verb, *arguments) == first
    busy.record(SEVENS)
    assert busy.same(seen, "same", verb, *arguments) == busy.match
    assert len(busy.events) == seen + 2


@EACH_VERB
def test_a_key_stands_for_one_save_only(busy, verb, arguments):
    seen = busy.match.version
    other = told(round_of(28, 0, 0, 0)) if verb != "record" else told(durch(3))
    busy.match = busy.same(seen, "same", "record", other)
    with pytest.raises(KeyReused):
        busy.same(seen, "same", verb, *arguments)
    assert len(busy.events) == seen + 1


@EACH_VERB
def test_who_was_slower_writes_nothing(busy, verb, arguments):
    slow = busy.match
    busy.record(SEVENS)
    now, busy.match = busy.match, slow
    with pytest.raises(Stale) as by_ledger:
        busy.same(slow.version, "other", verb, *arguments)
    busy.match = now
    with pytest.raises(Stale) as by_match:
        busy.same(slow.version, "other", verb, *arguments)
    assert by_ledger.value.newest == by_match.value.newest == now.version == len(busy.events)


def test_a_resend_is_harmless_though_the_entry_would_now_be_refused(table):
    table.record(round_of(25, 3, 0, 0))
    seen, entry = table.match.version, told(round_of(25, 3, 0, 0))
    table.match = table.same(seen, "same", "record", entry)
    assert table.match.standing.due
    assert table.same(seen, "same", "record", entry) == table.match
    table.record(lost(1))
    assert table.same(seen, "same", "record", entry) == table.match


def test_two_phones_see_each_others_rows(table):
    other = Matches(table.matches.ledger)
    other.get("M")
    table.record(SEVENS)
    assert other.get("M") == table.match
    other.record(other.get("M"), told(durch(0)), 2, "other")
    assert table.matches.get("M") == other.get("M")
    assert table.matches.get("M").standing.totals == (-21, 6, 6, 6)


def test_only_so_many_folds_are_kept():
    with closing(open_ledger("sqlite://")) as ledger:
        matches = Matches(ledger, most=2)
        for code in "ABC":
            matches.open(code, KOCKA, NAMES[:4], 0, HouseRules(), "open")
        assert len(matches._folds) == 2
        assert matches.get("A").code == "A"


def test_a_correction_moves_all_later_totals_and_keeps_the_old_version(table):
    table.record(SEVENS, SEVENS)
    match = table.do("correct", 2, told(round_of(28, 0, 0, 0)))
    assert match.row(2).lines[0].points == (28, 0, 0, 0)
    assert match.row(3).before.totals == (28, 0, 0, 0)
    assert match.standing.totals == (35, 7, 7, 7)
    assert match.row(2).versions == (2, 4)
    assert table.events[1].body["entry"] == {"type": "round", "points": [7, 7, 7, 7]}
    assert table.do("correct", 2, told(SEVENS)).row(2).versions == (2, 4, 5)


def test_a_correction_that_changes_nothing_writes_nothing(table):
    table.record(SEVENS)
    assert table.do("correct", 2, told(SEVENS)).version == 2


def test_rows_that_would_be_refused_now_are_flagged_and_still_count(table):
    table.record(round_of(25, 3, 0, 0), round_of(24, 4, 0, 0), SEVENS)
    assert table.match.standing.due
    match = table.do("correct", 3, told(round_of(25, 3, 0, 0)))
    flags = [row.refusal and row.refusal.id for row in match.rows]
    assert flags == [None, None, "kocka.game.dokladacka.due"]
    assert match.standing.totals == (57, 13, 7, 7)
    assert not [row for row in table.do("undo").rows if row.refusal]


def test_a_correction_is_checked_where_its_row_stands(table):
    table.record(round_of(25, 3, 0, 0), round_of(25, 3, 0, 0))
    assert table.do("correct", 3, told(durch(0))).standing.totals == (-3, 2, -1, -1)
    with pytest.raises(Refused):
        table.do("correct", 3, told(lost(0)))


def test_a_struck_row_scores_nothing_until_it_is_restored(table):
    before = table.record(SEVENS, durch(0))
    match = table.do("strike", 2)
    assert match.row(2).struck
    assert not match.row(2).undone
    assert match.row(2).lines == before.row(2).lines
    assert match.standing.totals == (-28, -1, -1, -1)
    assert table.do("strike", 2).version == match.version, "struck already"
    assert sheet(table.do("bring_back", 2)) == sheet(before)
    assert table.do("bring_back", 2).version == match.version + 1, "not struck any more"


@pytest.mark.parametrize("seq", [0, 1, 3, 9])
@pytest.mark.parametrize("verb", ["correct", "strike", "bring_back"])
def test_a_row_that_is_not_there_is_unknown(table, verb, seq):
    table.record(SEVENS)
    with pytest.raises(UnknownRow):
        table.do(verb, seq, *([told(SEVENS)] if verb == "correct" else []))
    assert len(table.events) == 2


@pytest.fixture
def noted(table):
    """Rows 2 and 3, and a note at the first of them."""
    table.record(SEVENS, SEVENS)
    table.do("note", 2, "  Petr \n platí ")
    return table


def test_a_note_stands_at_its_row_and_scores_nothing(noted):
    assert noted.match.notes == {2: "Petr platí"}
    assert noted.match.standing.totals == (14,) * 4


def test_a_newer_note_takes_the_place_of_the_older_and_an_empty_one_takes_it_away(noted):
    match = noted.do("note", 2, "druhá")
    assert match.notes == {2: "druhá"}
    assert noted.do("note", 2, "druhá") is match
    assert noted.do("note", 2, "  ").notes == {}


def test_a_note_is_undone_and_redone(noted):
    noted.do("note", 2, "druhá")
    assert noted.do("undo").notes == {2: "Petr platí"}
    assert noted.do("redo").notes == {2: "druhá"}


def test_a_note_outlives_a_correction_of_its_row_and_of_one_before(noted):
    noted.do("note", 3, "první")
    for seq in (2, 3):
        match = noted.do("correct", seq, told(round_of(28, 0, 0, 0)))
        assert match.notes == {2: "Petr platí", 3: "první"}


def test_there_is_no_note_without_a_row(noted):
    with pytest.raises(UnknownRow):
        noted.do("note", 1, "komu?")


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
def test_a_senseless_note_is_refused(noted, body):
    *events, last = noted.events
    with pytest.raises(BrokenLine, match=r"^line 4: body\."):
        load(dump([*events, replace(last, body=body, hash="")]))


@pytest.mark.parametrize(
    ("player", "left"), [(None, ""), ("petr", ""), ("Jana", "Petr platí")], ids=str
)
def test_a_note_that_may_name_somebody_is_forgotten(noted, player, left):
    forgetting = NameEraser(player)
    forgotten = [forgetting.event(event) for event in noted.events]
    assert forgotten[-1].body == {"event": 2, "note": left}
    assert Match.fold(forgotten).notes == ({2: left} if left else {})

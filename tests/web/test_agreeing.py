"""Other house rules in the middle of a match: old rows keep theirs, new ones stand on the new."""

import pytest

from scorekeeper.match import fold
from scorekeeper.match.files import load
from scorekeeper.stream.files import dump
from tests.web.phone import Phone
from tests.web.table import Table


@pytest.fixture
def played(table: Table) -> Table:
    table.rounds((7, 7, 7, 7))
    return table


def agree(table: Table, **controls: str) -> None:
    table.phone.get(f"{table.url}/house")
    table.phone.submit(f"{table.url}/house", table.phone.say("Play so from here on"), **controls)


def test_the_next_rows_stand_on_them_and_the_old_keep_theirs(played: Table) -> None:
    before = played.match.house
    agree(played, renonc_until="always", house_name="U Raka")
    match = played.match
    assert played.phone.screen.url == played.url
    assert match.named_house.name == "U Raka"
    assert match.house.renonc_until == "always" != before.renonc_until
    assert match.rows[-1].house == before
    told = played.phone.say("from here on differently: %(what)s", what="")
    assert told in played.phone.screen.text
    for path in ("/history", "/print", "/table.csv", "/board"):
        assert told in played.open(path).text, path
    played.rounds((7, 7, 7, 7))
    assert played.match.rows[-1].house == match.house
    assert fold(load(dump(played.match.events))).house == match.house


def test_a_correction_of_an_old_row_uses_what_was_agreed_then(played: Table) -> None:
    seq = played.match.rows[0].seq
    agree(played, dokladacka="off")
    matches = played.phone.app.extensions["matches"]
    match = played.match
    entry = match.game.read_entry({"type": "round", "points": [28, 0, 0, 0]}, 4, match.house)
    corrected = matches.correct(match, seq, entry, match.version, "corrected")
    assert corrected.row(seq).house.dokladacka != corrected.house.dokladacka == "off"
    assert corrected == fold(corrected.events)


def test_undo_takes_it_back(played: Table) -> None:
    before = played.match.house
    agree(played, dokladacka="off")
    matches = played.phone.app.extensions["matches"]
    match = played.match
    match = matches.undo(match, match.version, "back")
    assert match.house == before
    assert matches.redo(match, match.version, "again").house.dokladacka == "off"


def test_what_a_lost_game_costs_holds_for_the_whole_match(played: Table) -> None:
    agree(played, stake_price="100")
    assert played.phone.screen.status == 422
    assert played.phone.screen.form(f"{played.url}/house").fields["stake_price"] == "100"
    assert played.match.events[-1].kind == "recorded"


def test_who_was_late_keeps_what_was_typed(played: Table) -> None:
    played.phone.get(f"{played.url}/house")
    played.rounds((7, 7, 7, 7))
    press = played.phone.say("Play so from here on")
    screen = played.phone.submit(f"{played.url}/house", press, dokladacka="off")
    assert screen.status == 409
    assert screen.form(f"{played.url}/house").fields["dokladacka"] == "off"
    played.phone.submit(f"{played.url}/house", press)
    assert played.match.house.dokladacka == "off"


def test_the_same_rules_write_nothing(played: Table) -> None:
    version = played.match.version
    agree(played)
    assert (played.phone.screen.url, played.match.version) == (played.url, version)


def test_the_way_there_is_where_the_rule_stands(played: Table) -> None:
    phone = played.phone
    way = f"{played.url}/house"
    assert played.open().links[phone.say("From here on we play …")] == way
    rule = played.open("/rules/kocka.renonc")
    assert rule.links[phone.say("Play otherwise from here on")] == way
    watcher = Phone(phone.app)
    assert watcher.get(way).status == 403

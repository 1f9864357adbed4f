"""Other house rules in the middle of a match: old rows keep theirs, new ones stand on the new."""

import pytest

from scorekeeper.core.schema import fields_of
from scorekeeper.extras.seats.consent import consents
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.entries import Round
from scorekeeper.games.taroky.house_rules import HouseRules as TarokyHouseRules
from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Match
from scorekeeper.match.files import load
from scorekeeper.stream.files import dump
from scorekeeper.stream.kinds import InvalidEvent
from scorekeeper.web.house import HouseForm, sections_of
from tests.web.phone import Phone
from tests.web.table import start

NOW = "2026-11-20T21:14:05Z"
CHANGED = {"renonc_points": "20", "renonc_until": "always"}
TARIFF = (("label",), ("presets", "source"))
SOLO = TarokyHouseRules().tariff.solo


@pytest.fixture
def played(table):
    table.rounds((7, 7, 7, 7))
    return table


def agree(table, **controls):
    table.phone.fill(
        f"{table.url}/house", press=table.phone.say("Play this way from now on"), **controls
    )


def test_the_next_rows_stand_on_them_and_the_old_keep_theirs(played):
    before = played.match.house
    agree(played, renonc_until="always", house_name="U Raka")
    match = played.match
    assert played.phone.screen.url == played.url
    assert match.named_house.name == "U Raka"
    assert match.house.renonc_until == "always" != before.renonc_until
    assert match.rows[-1].house == before
    told = played.phone.say("from now on: %(what)s", what="")
    assert told in played.phone.screen.text
    for path in ("/history", "/print", "/table.csv", "/board"):
        assert told in played.open(path).text, path
    played.rounds((7, 7, 7, 7))
    assert played.match.rows[-1].house == match.house
    assert Match.fold(load(dump(played.match.events))).house == match.house


def test_a_correction_of_an_old_row_uses_what_was_agreed_then(played):
    seq = played.match.rows[0].seq
    agree(played, dokladacka="off")
    corrected = played.do("correct", seq, Round(points=(28, 0, 0, 0)))
    assert corrected.row(seq).house.dokladacka != corrected.house.dokladacka == "off"
    assert corrected == Match.fold(corrected.events)


def test_undo_takes_it_back(played):
    before = played.match.house
    agree(played, dokladacka="off")
    assert played.do("undo").house == before
    assert played.do("redo").house.dokladacka == "off"


def test_what_held_before_is_what_the_fold_says(played):
    agree(played, dokladacka="off")
    agree(played, dokladacka="optional", renonc_until="always")
    for _ in range(3):
        match = played.match
        for event in match.events[1:]:
            assert match.house_before(event) == Match.fold(match.events[: event.seq - 1]).house
        played.do("undo")


@pytest.mark.parametrize(
    "changes", [{"stake_price": "100"}, {"currency": "EUR"}, {"stake": "rum"}], ids=str
)
def test_what_a_lost_game_costs_holds_for_the_whole_match(played, changes):
    agree(played, **changes)
    assert played.phone.screen.status == 422
    fields = played.phone.screen.form(f"{played.url}/house").fields
    assert {name: fields[name] for name in changes} == changes
    assert played.match.events[-1].kind == "recorded"


def test_what_is_due_is_played_by_the_rules_of_before(table):
    table.rounds((0, 0, 0, 28), (0, 0, 4, 24))
    assert table.match.standing.next[0] == "dokladacka"
    agree(table, dokladacka="off")
    assert table.phone.screen.status == 422
    assert (
        table.phone.say("First play what is due, by the present rules.") in table.phone.screen.text
    )


def test_nobody_is_asked_about_a_row_of_before(played):
    agree(played, confirm="opponent")
    played.rounds((7, 7, 7, 7))
    old, new = (consents(played.match, [row])[row.seq] for row in played.match.rows)
    assert (old.state, new.state) == ("", "waiting")


def test_an_older_agreement_is_not_taken_back_from_under_the_rows(played):
    agree(played, dokladacka="off")
    agreed = played.match.version
    played.rounds((7, 7, 7, 7))
    struck = {"event": agreed, "by": "undo"}
    with pytest.raises(InvalidEvent):
        MATCH.validate_event(
            played.match, Event(played.code, agreed + 2, "struck", struck, "k", NOW)
        )


def test_who_was_late_keeps_what_was_typed(played):
    played.phone.get(f"{played.url}/house")
    played.rounds((7, 7, 7, 7))
    press = played.phone.say("Play this way from now on")
    screen = played.phone.submit(f"{played.url}/house", press, dokladacka="off")
    assert screen.status == 409
    assert screen.form(f"{played.url}/house").fields["dokladacka"] == "off"
    played.phone.submit(f"{played.url}/house", press)
    assert played.match.house.dokladacka == "off"


def test_the_same_rules_write_nothing(played):
    version = played.match.version
    agree(played)
    assert (played.phone.screen.url, played.match.version) == (played.url, version)


def test_the_way_there_is_where_the_rule_stands(played):
    phone = played.phone
    way = f"{played.url}/house"
    assert played.open("/rules").links[phone.say("From now on we play …")] == way
    rule = played.open("/rules/kocka.renonc")
    assert rule.links[phone.say("From now on we play …")] == way
    assert Phone(phone.app).get(way).status == 403


@pytest.mark.parametrize(
    ("game", "changes", "told"),
    [
        ("taroky", {"renonc_points": "20"}, ["renonc_points: 10 20"]),
        (
            "taroky",
            {"tariff-renonc": "20", "tariff-solo": "4"},
            [f"tariff.solo: {SOLO} 4", "tariff.renonc: 0 20"],
        ),
        ("taroky", {"honours_in_draw": "y"}, ["honours_in_draw: no yes"]),
        ("durak", {"pack": "52"}, ["pack: choices.36 choices.52"]),
    ],
)
def test_the_row_says_what_held_before_and_what_holds_now(phone, game, changes, told):
    """Each rule that changed and no other, with its figures; of a tariff the set's name."""
    table = start(phone, game=game)
    agree(table, **changes)
    what = ", ".join(_in_words(table, each) for each in told)
    words = phone.say("from now on: %(what)s", what=what)
    assert words in phone.screen.text
    assert f"{words}," not in phone.screen.text


def test_the_row_names_a_tariff_that_is_a_ready_made_set(phone):
    table = start(phone, game="taroky")
    agree(table, **{"tariff-solo": "4"})
    agree(table, **{"tariff-solo": str(SOLO)})
    tariff, source = (table.book.label("house", "tariff", *way) for way in TARIFF)
    told = f"{tariff}: {phone.say('our own')} → {source}"
    assert phone.say("from now on: %(what)s", what=told) in phone.screen.text


def _in_words(table, told):
    """ "pack: choices.36 choices.52" as the table reads it."""
    rule, values = told.split(": ")
    where = ("house", *rule.split("."))

    def word(value):
        if value in ("yes", "no"):
            return table.phone.say(value)
        return table.book.label(*where, *value.split(".")) if "." in value else value

    before, after = map(word, values.split())
    return f"{table.book.label(*where, 'label')}: {before} → {after}"


def test_what_is_unlike_the_usual_comes_first(phone):
    """Then what changes one rule of the book together; every house rule once, below a heading."""
    usual, changed = (_sections(start(phone, game="taroky", **house)) for house in ({}, CHANGED))
    first, parts = changed[0]
    assert first == phone.say("Unlike the usual")
    assert [part.name for part in parts] == [*CHANGED]
    assert first not in [heading for heading, _ in usual]
    for sections in (usual, changed):
        names = [part.name for _, parts in sections for part in parts]
        assert sorted(names) == sorted(fields_of(GAMES["taroky"].house))


def _sections(table):
    reader = {"Accept-Language": table.phone.language}
    with table.phone.app.test_request_context(f"{table.url}/house", headers=reader):
        return sections_of(HouseForm.of(table.match.named_house))

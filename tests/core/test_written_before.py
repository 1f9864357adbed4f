"""What released versions wrote means for ever what it meant to them, whatever the defaults are now.

`tests/data/<version>/` holds a ledger that the code of that version wrote (`tests/released.py`):
matches of every game, some with house rules that are not as by default, verdicts, the sets of a
group, tournaments with a table each; and what that version itself made of all of it. Of 0.4 it
holds exports with corrections, strikes, undo, redo, new names and rulings, and verdicts.
"""

import json
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.core.house_rules import dump_whole_house
from scorekeeper.core.named_house import load_named
from scorekeeper.core.schema import fields_of, spec_of
from scorekeeper.extras.group import Group
from scorekeeper.extras.group import forgetting as group_files
from scorekeeper.extras.group.events import Agreed
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.maintenance.checking import faults_of
from scorekeeper.match import Match, score_lines
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import STREAM, load
from scorekeeper.referee.judgements import code_of, load_judgement
from scorekeeper.stream.files import dump
from scorekeeper.stream.tournament import STREAM as TOURNAMENTS
from scorekeeper.stream.tournament import names_in, tables_of
from scorekeeper.web import create_app
from tests.events import NOUNS
from tests.laws.test_defaults import flat
from tests.old_tournament import SEASON, streams_in
from tests.released import season_shown, shown
from tests.web.phone import Phone
from tests.web.table import Table

DATA = Path(__file__).parents[1] / "data"
FOLDERS = sorted(path.parent for path in DATA.glob("*/ledger.jsonl"))
READERS = {
    "names": STREAM.read,
    "company": group_files.STREAM.read,
    "tournament": TOURNAMENTS.read,
    "judged": lambda events: load_judgement(events[0].body["judged"]),
}
"""What an opening has → how a stream is read, event by event, as a file is taken in."""
EACH = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
WITH_GROUPS = [folder for folder in FOLDERS if folder.name not in ("0.5", "0.6")]
FIRST = DATA / "0.4"
SHOWN_BY_0_4 = json.loads((FIRST / "expected.json").read_text("utf-8"))
FIVE = {"taroky", "kocka", "faraon", "makao", "durak"}
HOUSES_OF_0_4 = json.loads((FIRST / "houses.json").read_text("utf-8"))
EACH_FILE = pytest.mark.parametrize("name", SHOWN_BY_0_4)
EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def streams(folder):
    return streams_in(folder / "ledger.jsonl")


@cache
def expected(folder):
    return json.loads((folder / "expected.json").read_text("utf-8"))


def matches_in(folder):
    return {code: each for code, each in streams(folder).items() if "names" in each[0].body}


def assert_means(house, then):
    """House rules are those that an older version read, where it knew them, with today's names for
    values that had others.
    """
    former = {name: spec_of(field).former for name, field in fields_of(type(house)).items()}
    now = {n: former[n].get(v, v) if isinstance(v, bool) else v for n, v in then.items()}
    assert _known_then(dump_whole_house(house), then) == now


def _known_then(now, then):
    groups = {name: value for name, value in then.items() if isinstance(value, dict)}
    return {n: _known_then(now[n], groups[n]) if n in groups else now[n] for n in then}


def house_in(code, events):
    """The house rules of a match, a tournament or a verdict."""
    body = events[0].body
    if "judged" in body:
        return load_judgement(body["judged"]).house
    if "tournament" in body:
        said = body["tournament"]
        return GAMES[said["game"]].read_house(said.get("house"))
    return Match.fold(events).house


def test_every_version_wrote_every_game():
    assert {folder.name for folder in FOLDERS} >= {"0.5", "0.6", "0.7", "0.8", "0.9", "0.10"}
    for folder in FOLDERS:
        games = {events[0].body["game"] for events in matches_in(folder).values()}
        assert games == set(GAMES), folder.name
        assert any("judged" in events[0].body for events in streams(folder).values())


@EACH
def test_house_rules_mean_what_they_meant(folder):
    for code, events in streams(folder).items():
        if "company" not in events[0].body:
            assert_means(house_in(code, events), expected(folder)["streams"][code]["house"])


def test_house_rules_of_0_4_mean_what_they_meant():
    written = [streams_in(path) for path in FIRST.glob("*.jsonl")]
    houses = {code: house_in(code, each[:1]) for part in written for code, each in part.items()}
    assert houses.keys() == HOUSES_OF_0_4.keys()
    for code, house in houses.items():
        assert_means(house, HOUSES_OF_0_4[code])


@pytest.mark.parametrize("folder", WITH_GROUPS, ids=lambda folder: folder.name)
def test_the_sets_of_a_group_mean_what_they_meant(folder):
    sets = [body for _, body in Group.fold(streams(folder)["PUB"]).bodies_of(Agreed)]
    assert {body.game for body in sets} == set(GAMES)
    for body in sets:
        house = GAMES[body.game].read_house(body.house)
        assert_means(house, expected(folder)["streams"][f"PUB/{body.game}"]["house"])


@EACH
def test_links_mean_what_they_meant(folder):
    for text, told in expected(folder)["links"].items():
        named = load_named(GAMES[told["game"]], text)
        assert_means(named.house, told["house"])
        assert named.dump() == text, "it has one address"


def test_verdicts_keep_their_addresses():
    for code, events in streams(DATA / "0.10").items():
        if "judged" in events[0].body:
            assert code_of(load_judgement(events[0].body["judged"])) == code


@EACH
def test_matches_come_to_what_they_came_to(folder):
    for code, events in matches_in(folder).items():
        # As a file is taken in, with all that is asked of it then.
        text = dump(replace(event, hash="") for event in events)
        now, then = shown(Match.fold(load(text))), expected(folder)["streams"][code]
        now.pop("house")
        assert now == {name: value for name, value in then.items() if name != "house"}, code


@EACH
def test_a_match_that_goes_on_is_scored_by_its_house_rules(folder):
    for events in matches_in(folder).values():
        if len(events) < 2:
            continue
        last, ledger = events[-1], open_ledger("sqlite://")
        ledger.restore(events[:-1])
        matches = Matches(ledger)
        match = matches.get(last.stream)
        entry = match.game.read_entry(last.body["entry"], len(match.names), match.house)
        assert score_lines(match, entry, match.standing) == last.body["lines"]
        after = matches.record(match, entry, match.version, last.key)
        assert after.events[-1].body == last.body
        ledger.close()


def season():
    """What 0.10 wrote of everything: a group, tables with phones and signatures, tournaments."""
    return streams_in(SEASON)


OF_ALL_ROOMS = pytest.mark.room("group", "seats")
GONE = {"players", "present", "standings", "rounds", "calls", "closed"}
"""What 0.10 made of a tournament, and nobody does any more."""


@OF_ALL_ROOMS
def test_a_season_has_every_kind_of_event():
    """Of its 35; what came later it could not write."""
    kinds = {event.kind for events in season().values() for event in events}
    assert kinds <= {kind for noun in NOUNS for kind in noun.body_types}
    assert len(kinds) == 35


@OF_ALL_ROOMS
def test_a_season_comes_to_what_it_came_to(faults):
    then = json.loads((DATA / "0.10" / "season.json").read_text("utf-8"))
    now = json.loads(json.dumps(season_shown(season())))
    assert now.keys() == then.keys()
    for code, told in then.items():
        gone = GONE if "standings" in told else set()
        for name in told.keys() - gone:
            with faults.at(code, name):
                assert now[code][name] == told[name]


def test_a_tournament_still_knows_its_tables_and_whom_it_names():
    then = json.loads((DATA / "0.10" / "season.json").read_text("utf-8"))
    for code in ("OPEN", "LIGA"):
        events, told = season()[code], then[code]
        assert tables_of(events) == [table[0] for each in told["rounds"] for table in each]
        assert names_in(events) >= {name.casefold() for _number, name in told["players"]}


@OF_ALL_ROOMS
def test_a_season_is_whole_and_taken_in_again(faults):
    with closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(*season().values())
        assert list(faults_of(ledger, ledger.matches())) == []
        for code, events in season().items():
            with faults.at(code):
                assert ledger.read(code) == events
                mark = next(mark for mark in READERS if mark in events[0].body)
                READERS[mark](events)


@EACH_GAME
def test_an_opening_holds_all_house_rules(game):
    ledger = open_ledger("sqlite://")
    match = Matches(ledger).open("M", game, ("A", "B", "C", "D"), 0, game.house(), "k")
    assert match.events[0].body["house"] == dump_whole_house(game.house())
    assert set(match.events[0].body["house"]) == set(fields_of(game.house))
    ledger.close()


@EACH_GAME
def test_what_is_abridged_is_read_again(game):
    ours = game.house(confirm="opponent")
    assert game.read_house(game.abridge_house(ours)) == ours
    assert game.read_house(dump_whole_house(ours)) == ours


def test_a_group_that_is_named_means_what_it_meant():
    """A file may give a ready-made tariff by its name; the app writes what is in it."""
    house = GAMES["taroky"].read_house({"tariff": "taroky.net"})
    assert (house.tariff.pagat_silent, house.tariff.point, house.tariff.renonc) == (20, 5, 0)
    assert (house.tariff.zakladni, house.tariff.preferanc_third) == (1, 4)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """An app with the matches that 0.4 and 0.10 wrote."""
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger) as ledger:
        ledger.restore(*matches_in(DATA / "0.10").values())
        for path in FIRST.glob("*.jsonl"):
            ledger.restore(*streams_in(path).values())
        yield app


def table_of(app, code):
    """The scorer's phone at a match."""
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["roles"] = [(code, "scorer")]
    return Table(phone, code)


@pytest.mark.parametrize("key", GAMES)
def test_who_plays_on_plays_by_the_same_house_rules(app, key):
    """Told are those that are not as by default today. An empty field of a form is as by default,
    so what is nothing there (no stake, no money for a point) is not compared.
    """
    table = table_of(app, f"{key.upper()}1")
    phone, old = table.phone, table.match
    phone.get(f"/new/{key}?again={old.code}")
    usual = phone.say("House rules: %(agreed)s", agreed=phone.say("the usual ones"))
    assert (usual in phone.screen.text) == (old.house == old.game.house())
    phone.submit(f"/new/{key}")
    code = phone.screen.url.removeprefix("/m/")
    new = app.extensions["matches"].get(code)
    before, now = (dict(flat(dump_whole_house(match.house))) for match in (old, new))
    said = [name for name, value in before.items() if value not in ("", 0) or value is False]
    assert {name: now[name] for name in said} == {name: before[name] for name in said}
    assert new.events[0].body["house"] == dump_whole_house(new.house)


def text_of(name):
    return (FIRST / f"{name}.jsonl").read_text("utf-8")


def verdicts_of_0_4():
    return [event for events in streams_in(FIRST / "verdicts.jsonl").values() for event in events]


def test_0_4_wrote_matches_of_every_game_and_every_kind_of_event():
    assert {name.partition("-")[0] for name in SHOWN_BY_0_4} == FIVE
    kinds = {kind for each in SHOWN_BY_0_4.values() for kind in each["kinds"]}
    assert kinds == {"opened", "recorded", "corrected", "struck", "ruled", "renamed"}
    assert len(verdicts_of_0_4()) >= 50


@EACH_FILE
def test_a_match_of_0_4_folds_to_what_0_4_showed(name):
    events, then = load(text_of(name)), SHOWN_BY_0_4[name]
    match = Match.fold(events)
    now = {
        **shown(match),
        "names": list(match.names),
        "dealer": match.standing.dealer,
        "struck": [row.struck for row in match.rows],
        "kinds": [event.kind for event in match.events],
    }
    assert {name: now[name] for name in then} == then
    assert dump(events) == text_of(name)


@EACH_FILE
def test_a_match_of_0_4_goes_on(app, name):
    table = table_of(app, load(text_of(name))[0].stream)
    before = table.match
    again = next(row for row in reversed(before.rows) if row.entry.numbered)
    if before.standing.next and again.entry.type in before.standing.next:
        table.record(again.entry)
        assert len(table.match.rows) == len(before.rows) + 1
        assert table.open("").status == 200
    table.fill("/people", **{"player-0": "Božena"})
    assert table.match.names[0] == "Božena"
    table.phone.submit(f"{table.url}/undo")
    assert table.match.names == before.names


@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_verdict_of_0_4_says_what_it_said(app, language):
    phone, faults = Phone(app, language), []
    words = {
        "legal": phone.say("ALLOWED"),
        "offence": phone.say("NOT ALLOWED"),
        "undecidable": phone.say("CANNOT TELL YET"),
    }
    for verdict in verdicts_of_0_4():
        screen, written = phone.get(f"/v/{verdict.stream}"), verdict.body["judged"]
        word = words[written["verdict"]["verdict"]]
        penalised = written["verdict"]["verdict"] == "offence"
        if screen.status != 200 or (penalised and word not in screen.text):
            faults.append((written["game"], written["kind"], screen.status))
    assert not faults
    assert {verdict.body["judged"]["game"] for verdict in verdicts_of_0_4()} == FIVE


def test_what_would_be_refused_today_is_still_read():
    """A pagát and a trul in two hands were taken once; today such a deal is refused."""
    match = Match.fold(load(text_of("taroky-1")))
    checks = (match.game.check(row.entry, row.before, match.house) for row in match.rows)
    refused = {refusal.id for refusal in checks if refusal}
    assert refused
    assert refused <= match.game.newer_refusals

"""What released versions wrote means for ever what it meant to them, whatever the defaults are now.

`tests/data/<version>/` holds a ledger that the code of that version wrote (`tests/released.py`):
matches of every game, some with house rules that are not as by default, verdicts, the sets of a
group, tournaments with a table each; and what that version itself made of all of it.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_whole_house
from scorekeeper.core.named_house import load_named
from scorekeeper.core.schema import fields_of, spec_of
from scorekeeper.extras.group import fold as fold_group
from scorekeeper.extras.group import forgetting as group_files
from scorekeeper.extras.group.events import Agreed
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.maintenance.checking import faults_of
from scorekeeper.match import Match, fold, score_lines
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import STREAM, load
from scorekeeper.referee.judgements import code_of, load_judgement
from scorekeeper.stream.files import dump, event_from_members
from scorekeeper.stream.tournament import STREAM as TOURNAMENTS
from scorekeeper.stream.tournament import names_in, tables_of
from scorekeeper.web import create_app
from tests.contract.faults import Faults
from tests.events import NOUNS
from tests.laws.test_defaults import flat
from tests.released import season_shown, shown
from tests.web.phone import Phone

DATA = Path(__file__).parents[1] / "data"
FOLDERS = sorted(path.parent for path in DATA.glob("*/ledger.jsonl"))
READERS: Mapping[str, Any] = {
    "names": STREAM.read,
    "company": group_files.STREAM.read,
    "tournament": TOURNAMENTS.read,
    "judged": lambda events: load_judgement(events[0].body["judged"]),
}
"""What an opening has → how a stream is read, event by event, as a file is taken in."""
EACH = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
WITH_GROUPS = [folder for folder in FOLDERS if folder.name not in ("0.5", "0.6")]
HOUSES_OF_0_4: dict[str, Any] = json.loads((DATA / "0.4" / "houses.json").read_text("utf-8"))


@cache
def streams(folder: Path) -> Mapping[str, list[Event]]:
    """Code → the events of a ledger."""
    lines = (folder / "ledger.jsonl").read_text("utf-8").splitlines()
    events = [event_from_members(json.loads(line)) for line in lines]
    return {code: [*group] for code, group in groupby(events, key=lambda event: event.stream)}


@cache
def expected(folder: Path) -> Mapping[str, Any]:
    """What the version that wrote a ledger made of it."""
    return json.loads((folder / "expected.json").read_text("utf-8"))


def matches_in(folder: Path) -> dict[str, list[Event]]:
    """Those that are matches."""
    return {code: each for code, each in streams(folder).items() if "names" in each[0].body}


def text_of(events: list[Event]) -> str:
    return dump(replace(event, hash="") for event in events)


def assert_means(house: HouseRules, then: Mapping[str, Any]) -> None:
    """House rules are those that an older version read, where it knew them."""
    assert _known_then(dump_whole_house(house), then) == _now(type(house), then)


def _known_then(now: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    groups = {name: value for name, value in then.items() if isinstance(value, dict)}
    return {n: _known_then(now[n], groups[n]) if n in groups else now[n] for n in then}


def _now(cls: type, then: Mapping[str, Any]) -> dict[str, Any]:
    """What an older version read, with today's names for values that had others."""
    return {name: spec_of(fields_of(cls)[name]).now(value) for name, value in then.items()}


def house_in(code: str, events: list[Event]) -> HouseRules:
    """The house rules of a match, a tournament or a verdict."""
    body = events[0].body
    if "judged" in body:
        return load_judgement(body["judged"]).house
    if "tournament" in body:
        said = body["tournament"]
        return GAMES[said["game"]].read_house(said.get("house"))
    return fold(events).house


def test_every_version_wrote_every_game() -> None:
    assert {folder.name for folder in FOLDERS} >= {"0.5", "0.6", "0.7", "0.8", "0.9", "0.10"}
    for folder in FOLDERS:
        games = {events[0].body["game"] for events in matches_in(folder).values()}
        assert games == set(GAMES), folder.name
        assert any("judged" in events[0].body for events in streams(folder).values())


@EACH
def test_house_rules_mean_what_they_meant(folder: Path) -> None:
    for code, events in streams(folder).items():
        if "company" not in events[0].body:
            assert_means(house_in(code, events), expected(folder)["streams"][code]["house"])


def test_house_rules_of_0_4_mean_what_they_meant() -> None:
    files = (DATA / "0.4").glob("*.jsonl")
    lines = [line for path in files for line in path.read_text("utf-8").splitlines()]
    openings = [
        event
        for event in (event_from_members(json.loads(line)) for line in lines)
        if event.seq == 1
    ]
    assert {event.stream for event in openings} == set(HOUSES_OF_0_4)
    for event in openings:
        assert_means(house_in(event.stream, [event]), HOUSES_OF_0_4[event.stream])


@pytest.mark.parametrize("folder", WITH_GROUPS, ids=lambda folder: folder.name)
def test_the_sets_of_a_group_mean_what_they_meant(folder: Path) -> None:
    sets = [body for _, body in fold_group(streams(folder)["PUB"]).bodies_of(Agreed)]
    assert {body.game for body in sets} == set(GAMES)
    for body in sets:
        house = GAMES[body.game].read_house(body.house)
        assert_means(house, expected(folder)["streams"][f"PUB/{body.game}"]["house"])


@EACH
def test_links_mean_what_they_meant(folder: Path) -> None:
    for text, told in expected(folder)["links"].items():
        named = load_named(GAMES[told["game"]], text)
        assert_means(named.house, told["house"])
        assert named.dump() == text, "it has one address"


def test_verdicts_keep_their_addresses() -> None:
    for code, events in streams(DATA / "0.10").items():
        if "judged" in events[0].body:
            assert code_of(load_judgement(events[0].body["judged"])) == code


@EACH
def test_matches_come_to_what_they_came_to(folder: Path) -> None:
    for code, events in matches_in(folder).items():
        now, then = shown(load_match(events)), expected(folder)["streams"][code]
        now.pop("house")
        assert now == {name: value for name, value in then.items() if name != "house"}, code


@EACH
def test_a_match_that_goes_on_is_scored_by_its_house_rules(folder: Path) -> None:
    for events in matches_in(folder).values():
        if len(events) < 2:
            continue
        last, ledger = events[-1], open_ledger("sqlite://")
        ledger.restore(events[:-1])
        matches = Matches(ledger)
        match = matches.get(last.stream)
        entry = _read(match.game, last, match)
        assert score_lines(match, entry, match.standing) == last.body["lines"]
        after = matches.record(match, entry, match.version, last.key)
        assert after.events[-1].body == last.body
        ledger.close()


def _read(game: AnyGame, event: Event, match: Match) -> Any:
    return game.read_entry(event.body["entry"], len(match.names), match.house)


@cache
def season() -> Mapping[str, list[Event]]:
    """What 0.10 wrote of everything: a group, tables with phones and signatures, tournaments."""
    lines = (DATA / "0.10" / "season.jsonl").read_text("utf-8").splitlines()
    events = [event_from_members(json.loads(line)) for line in lines]
    return {code: [*group] for code, group in groupby(events, key=lambda event: event.stream)}


OF_ALL_ROOMS = pytest.mark.room("group", "seats")
GONE = {"players", "present", "standings", "rounds", "calls", "closed"}
"""What 0.10 made of a tournament, and nobody does any more."""


@OF_ALL_ROOMS
def test_a_season_has_every_kind_of_event() -> None:
    """Of its 35; what came later it could not write."""
    kinds = {event.kind for events in season().values() for event in events}
    assert kinds <= {kind for noun in NOUNS for kind in noun.body_types}
    assert len(kinds) == 35


@OF_ALL_ROOMS
def test_a_season_comes_to_what_it_came_to(faults: Faults) -> None:
    then = json.loads((DATA / "0.10" / "season.json").read_text("utf-8"))
    now = json.loads(json.dumps(season_shown(season())))
    assert now.keys() == then.keys()
    for code, told in then.items():
        gone = GONE if "standings" in told else set()
        for name in told.keys() - gone:
            with faults.at(code, name):
                assert now[code][name] == told[name]


def test_a_tournament_still_knows_its_tables_and_whom_it_names() -> None:
    then = json.loads((DATA / "0.10" / "season.json").read_text("utf-8"))
    for code in ("OPEN", "LIGA"):
        events, told = season()[code], then[code]
        assert tables_of(events) == [table[0] for each in told["rounds"] for table in each]
        assert names_in(events) >= {name.casefold() for _number, name in told["players"]}


@OF_ALL_ROOMS
def test_a_season_is_whole_and_taken_in_again(faults: Faults) -> None:
    with closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(*season().values())
        assert list(faults_of(ledger, ledger.matches())) == []
        for code, events in season().items():
            with faults.at(code):
                assert ledger.read(code) == events
                READERS[marks_in(events[0])](events)


def marks_in(opening: Event) -> str:
    """Which kind of stream an opening begins."""
    return next(mark for mark in READERS if mark in opening.body)


def load_match(events: list[Event]) -> Match:
    """A match as a file is taken in, with all that is asked of it then."""
    return fold(load(text_of(events)))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_an_opening_holds_all_house_rules(game: AnyGame) -> None:
    ledger = open_ledger("sqlite://")
    match = Matches(ledger).open("M", game, ("A", "B", "C", "D"), 0, game.house(), "k")
    assert match.events[0].body["house"] == dump_whole_house(game.house())
    assert set(match.events[0].body["house"]) == set(fields_of(game.house))
    ledger.close()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_is_abridged_is_read_again(game: AnyGame) -> None:
    ours = game.house(confirm="opponent")
    assert game.read_house(game.abridge_house(ours)) == ours
    assert game.read_house(dump_whole_house(ours)) == ours


def test_a_group_that_is_named_means_what_it_meant() -> None:
    """A file may give a ready-made tariff by its name; the app writes what is in it."""
    house = GAMES["taroky"].read_house({"tariff": "taroky.net"})
    assert (house.tariff.pagat_silent, house.tariff.point, house.tariff.renonc) == (20, 5, 0)
    assert (house.tariff.zakladni, house.tariff.preferanc_third) == (1, 4)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app with the matches that 0.10 wrote."""
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger) as ledger:
        ledger.restore(*matches_in(DATA / "0.10").values())
        yield app


@pytest.mark.parametrize("key", GAMES)
def test_who_plays_on_plays_by_the_same_house_rules(app: Flask, key: str) -> None:
    """Told are those that are not as by default today. An empty field of a form is as by default,
    so what is nothing there (no stake, no money for a point) is not compared.
    """
    phone, old = Phone(app), app.extensions["matches"].get(f"{key.upper()}1")
    with phone.client.session_transaction() as session:
        session["roles"] = [(old.code, "scorer")]
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

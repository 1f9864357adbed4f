"""Backup, check and forget: a copy that is whole, faults by their match, names that are gone."""

import contextlib
import json
import os
import sqlite3
import stat

import pytest

from scorekeeper.cli import main
from scorekeeper.core.house_rules import dump_whole_house
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.maintenance import checking
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load
from scorekeeper.referee import judgements
from scorekeeper.referee.judgements import is_saved, is_verdict_code, load_judgement, save
from scorekeeper.stream.files import dump
from scorekeeper.web import create_app
from tests.core.house import care
from tests.verification.drills.imports import FOLDER
from tests.web.phone import Phone

EVENINGS = {
    name: load((FOLDER / f"{name}.jsonl").read_text("utf-8")) for name in ("taroky-1", "faraon-1")
}
TAROKY, FARAON = (events[0].stream for events in EVENINGS.values())
NAMES = {
    name for event in EVENINGS["taroky-1"] if "names" in event.body for name in event.body["names"]
}
"""Those of the evening of Taroky; that of Faraón has others."""


@pytest.fixture
def folder(tmp_path):
    """An instance folder with two evenings, and a kept verdict of the first group."""
    folder = tmp_path / "instance"
    folder.mkdir()
    with contextlib.closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        for events in EVENINGS.values():
            ledger.restore(events)
        game, names = GAMES["taroky"], Match.fold(EVENINGS["taroky-1"]).names
        given = {"rule": "taroky.renonc.misdeal"}
        house = game.house()
        judgements.save(ledger, judgements.judge_question(game, house, names, "seen", given))
    return folder


@pytest.fixture
def ledger(folder):
    """The ledger as a running server has it."""
    with contextlib.closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        yield ledger


def all_events(ledger):
    return [ledger.read(code) for code in sorted(ledger.matches())]


def run_sql(folder, sql):
    with contextlib.closing(sqlite3.connect(folder / "scorekeeper.db")) as connection:
        connection.executescript(sql)


@pytest.mark.sqlite_file
def test_a_copy_made_in_use_is_whole_and_one_file(folder, ledger, tmp_path, capsys):
    ledger.append("NEWM", 0, "k", "opened", {"only": "in the log so far"})
    copy = tmp_path / "copies" / "scorekeeper.db"
    copy.parent.mkdir()
    with contextlib.closing(sqlite3.connect(folder / "scorekeeper.db")) as other:
        other.isolation_level = None
        other.execute("begin immediate")
        assert care(folder, "backup", str(copy)) == 0
        other.execute("rollback")
    assert "secret.key" in capsys.readouterr().out
    assert [file.name for file in copy.parent.iterdir()] == ["scorekeeper.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with contextlib.closing(open_ledger(f"sqlite:///{copy}")) as restored:
        assert all_events(restored) == all_events(ledger)


@pytest.mark.sqlite_file
def test_a_backup_names_the_secret_that_is_kept_with_it(folder, tmp_path, capsys):
    for config, name in (("", "secret.key"), ("SECRET_KEY = 'x'\n", "config.py")):
        (folder / "config.py").write_text(config)
        assert main(["backup", str(tmp_path / f"{name}.db"), "--instance", str(folder)]) == 0
        assert f": keep {folder / name} with it" in capsys.readouterr().out


def test_a_backup_writes_over_nothing(folder, tmp_path, capsys):
    file = tmp_path / "copy.db"
    file.write_text("mine")
    assert care(folder, "backup", str(file)) == 2
    assert capsys.readouterr().err == f"scorekeeper: {file}: there is a file already\n"
    assert file.read_text() == "mine"


@pytest.mark.sqlite_file
def test_a_backup_is_on_the_disk_before_it_has_its_name(folder, tmp_path, monkeypatch):
    done = []
    sync, link = os.fsync, os.link

    def noted_sync(handle):
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def noted_link(draft, name):
        done.append("name")
        link(draft, name)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(os, "link", noted_link)
    assert care(folder, "backup", str(tmp_path / "copy.db")) == 0
    assert done == ["file", "name", "folder"]


@pytest.mark.sqlite_file
def test_a_stick_without_links_takes_a_backup_too(folder, tmp_path, monkeypatch):
    def no_links(draft, name):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    (tmp_path / "stick").mkdir()
    assert care(folder, "backup", str(tmp_path / "stick" / "copy.db")) == 0
    assert [file.name for file in (tmp_path / "stick").iterdir()] == ["copy.db"]


@pytest.mark.parametrize("words", [["backup", "copy.db"], ["check"], ["forget", "7KQ4"]])
def test_where_no_ledger_is_none_is_made(tmp_path, capsys, words, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert care(tmp_path, *words) == 2
    said = capsys.readouterr().err
    assert said == f"scorekeeper: {tmp_path}/scorekeeper.db is not there: name its folder with " + (
        "--instance\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_sound_ledger_is_counted(folder, capsys):
    assert care(folder, "check") == 0
    said = capsys.readouterr()
    assert said.out.startswith("3 matches, verdicts and groups, 0 faults, ")
    assert said.err == ""


@pytest.mark.sqlite_file
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("update events set body = '{\"entry\":{}}' where seq = 3", "it cannot be folded: Inv"),
        ("update events set body = '{}' where seq = 3", "event 3 records no entry"),
        ("update events set kind = 'later' where seq = 3", "event 3 is of no kind"),
        ("update events set body = '{' where seq = 3", "event 3 of"),
        ("delete from events where seq = 3", "3 is missing"),
        ("update events set at = 'yesterday' where seq = 3", "the time is not written"),
    ],
)
def test_a_fault_is_named_with_its_match(folder, capsys, change, why):
    run_sql(folder, "drop trigger events_are_not_updated; drop trigger events_are_not_deleted;")
    run_sql(folder, f"{change} and match = '{TAROKY}'")
    assert care(folder, "check") == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"scorekeeper: {TAROKY}: ")
    assert why in said.err
    assert said.err.count("\n") == 1
    assert "1 faults" in said.out


@pytest.mark.sqlite_file
def test_where_matches_are_many_helpers_find_the_same(folder, capsys, monkeypatch):
    run_sql(folder, "drop trigger events_are_not_updated; drop trigger events_are_not_deleted;")
    run_sql(folder, f"update events set at = 'once' where match = '{TAROKY}' and seq = 3")
    found = []
    monkeypatch.setattr(checking, "SHARE", 1)
    for many in (checking.MANY, 1):
        monkeypatch.setattr(checking, "MANY", many)
        assert care(folder, "check") == 1
        said = capsys.readouterr()
        found.append((said.err, said.out.rpartition(",")[0]))
    assert found[0] == found[1]


@pytest.mark.sqlite_file
def test_a_kept_verdict_that_cannot_be_read_is_named(folder, capsys):
    run_sql(folder, "drop trigger events_are_not_updated")
    told = """update events set body = '{"judged":{}}', hash = '' where body like '%judged%'"""
    run_sql(folder, told)
    assert care(folder, "check") == 1
    assert "it cannot be folded: KeyError('game')" in capsys.readouterr().err


@pytest.fixture
def hall(ledger):
    """A tournament that has lost a draw, as 0.10 did: its tables are there, the round is not."""
    tournament = {
        "name": "Open",
        "game": "durak",
        "house": dump_whole_house(GAMES["durak"].house()),
    }
    ledger.append("HALL", 0, "t", "opened", {"tournament": tournament})
    entered = {"players": [{"name": name} for name in ("Zdislava", "Jana", "Karel", "Eva")]}
    ledger.append("HALL", 1, "e", "entered", entered)
    for code in ("TAB1", "TAB2"):
        body = {**EVENINGS["faraon-1"][0].body, "names": ["Zdislava", "Jana"], "table_of": "HALL"}
        ledger.append(code, 0, code, "opened", body)
    return "HALL"


def test_a_table_that_no_round_knows_is_a_match_like_any(folder, hall):
    assert care(folder, "check") == 0


def files_of(folder):
    return b"".join(file.read_bytes() for file in folder.glob("scorekeeper.db*"))


def figures(match):
    return match.standing, [(row.entry, row.lines, row.struck) for row in match.rows]


@pytest.mark.sqlite_file
def test_names_are_in_no_file_and_the_scores_stay(folder, ledger, capsys):
    assert all(name.encode() in files_of(folder) for name in NAMES)
    before = Match.fold(ledger.read(TAROKY))
    assert care(folder, "forget", TAROKY.lower()) == 0
    assert capsys.readouterr().out.startswith("1 matches without names; in backups")
    after = Match.fold(ledger.read(TAROKY))
    assert after.names == ("1", "2", "3", "4")
    assert figures(after) == figures(before)
    other = {name for event in EVENINGS["faraon-1"] for name in event.body.get("names", ())}
    assert [name for name in NAMES - other if name.encode() in files_of(folder)] == []
    assert ledger.read(FARAON) == EVENINGS["faraon-1"]
    assert load(dump(after.events)) == list(after.events)


def test_the_verdicts_of_a_group_forget_it_too(folder, ledger):
    assert care(folder, "forget", TAROKY) == 0
    kept = [ledger.read(code)[0].body for code in ledger.matches() if len(code) > 4]
    assert [body["judged"]["names"] for body in kept] == [["1", "2", "3", "4"]]


def test_a_question_of_before_can_be_asked_again(folder, ledger):
    (code,) = (code for code in ledger.matches() if is_verdict_code(code))
    before = load_judgement(ledger.read(code)[0].body["judged"])
    assert is_saved(ledger, before)
    assert care(folder, "forget", TAROKY) == 0
    assert not is_saved(ledger, before)
    again = save(ledger, before)
    assert again != code
    assert save(ledger, before) == again
    assert is_saved(ledger, before)
    assert load_judgement(ledger.read(again)[0].body["judged"]) == before


def test_notes_go_with_the_names(folder, ledger):
    rulings = [event.body["ruling"] for event in ledger.read(FARAON) if "ruling" in event.body]
    assert any(ruling["note"] for ruling in rulings)
    assert care(folder, "forget", FARAON) == 0
    for event in ledger.read(FARAON):
        if "ruling" in event.body:
            assert event.body["ruling"]["note"] == ""
            assert set(event.body["ruling"]["names"]) <= set("12345")


def test_one_player_can_be_forgotten(folder, ledger, capsys):
    before = Match.fold(ledger.read(TAROKY))
    name = before.names[2]
    assert care(folder, "forget", TAROKY, "--player", name.upper()) == 0
    after = Match.fold(ledger.read(TAROKY))
    assert after.names == (*before.names[:2], "3", *before.names[3:])
    assert figures(after) == figures(before)
    assert care(folder, "forget", TAROKY, "--player", name) == 2
    assert f"there is no match {TAROKY} with a player {name}" in capsys.readouterr().err


def test_a_table_that_no_round_knows_forgets_too(folder, ledger, hall):
    assert care(folder, "forget", hall, "--player", "Zdislava") == 0
    assert not any(
        "Zdislava" in str(e.body) for code in ledger.matches() for e in ledger.read(code)
    )
    assert ledger.read("TAB1")[0].body["names"] == ["1", "Jana"]


def test_old_matches_are_forgotten_by_their_age(folder, ledger):
    assert care(folder, "forget", "--older-than", "36500") == 0
    assert ledger.read(TAROKY) == EVENINGS["taroky-1"]
    fresh = [Event("FRSH", 1, "opened", EVENINGS["faraon-1"][0].body, "k", "2999-01-01T00:00:00Z")]
    ledger.restore(fresh)
    ledger.append("SECD", 0, "k", "opened", EVENINGS["faraon-1"][0].body)  # in this very second
    assert care(folder, "forget", "--older-than", "0") == 0
    assert Match.fold(ledger.read(TAROKY)).names == ("1", "2", "3", "4")
    assert Match.fold(ledger.read("SECD")).names[0] == "1"
    assert ledger.read("FRSH") == fresh


def test_with_drop_the_scores_go_and_the_code_stays_taken(folder, ledger):
    assert care(folder, "forget", TAROKY, "--drop") == 0
    (event,) = ledger.read(TAROKY)
    assert (event.kind, event.body["names"]) == ("opened", ["1", "2", "3", "4"])


def test_names_first_and_scores_later(folder, ledger, capsys):
    assert care(folder, "forget", TAROKY) == 0
    assert care(folder, "forget", TAROKY, "--drop") == 0
    assert len(ledger.read(TAROKY)) == 1
    without, dropped = capsys.readouterr().out.splitlines()
    assert without.startswith("1 matches without names; ")
    assert dropped.startswith("1 matches dropped, names and scores; ")


@pytest.mark.parametrize("code", ["NONE", "no-code"])
def test_an_unknown_match_cannot_be_forgotten(folder, capsys, code):
    before = files_of(folder)
    assert care(folder, "forget", code) == 2
    assert capsys.readouterr().err == f"scorekeeper: there is no match {code}\n"
    assert files_of(folder) == before
    assert sorted(file.name for file in folder.iterdir()) == ["scorekeeper.db"]


@pytest.mark.sqlite_file
def test_afterwards_nothing_can_be_changed_again(folder, ledger):
    assert care(folder, "forget", TAROKY) == 0
    for change in ("update events set body = '{}'", "delete from events"):
        with pytest.raises(sqlite3.IntegrityError, match="an event is never"):
            run_sql(folder, change)
    match = Matches(ledger).get(TAROKY)
    assert ledger.append(TAROKY, match.version, "k", "closed", {}).seq == match.version + 1


def test_a_server_that_runs_notices(folder):
    app = create_app(folder, {"TESTING": True, "RATELIMIT_ENABLED": False})
    phone = Phone(app, "en")
    with contextlib.closing(app.extensions["matches"].ledger):
        with phone.client.session_transaction() as session:
            session["roles"] = [(TAROKY, "scorer")]
        pages = [f"/m/{TAROKY}{page}" for page in ("", "/watch", "/history", "/accounts")]
        shown = {name for page in pages for name in NAMES if name in phone.get(page).html}
        assert shown == NAMES
        assert care(folder, "forget", TAROKY) == 0
        assert [page for page in pages for name in NAMES if name in phone.get(page).html] == []
        assert phone.get(f"/m/{TAROKY}").status == 200


def test_a_save_on_its_way_brings_no_name_back(folder, ledger):
    matches = Matches(ledger)
    match = matches.get(TAROKY)
    assert care(folder, "forget", TAROKY) == 0
    saved = matches.undo(match, match.version, "a-key-of-a-save")
    assert saved.version == match.version + 1
    assert saved.names == ("1", "2", "3", "4")
    assert NAMES.isdisjoint(json.dumps([dict(event.body) for event in saved.events]))

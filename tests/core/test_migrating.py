"""`migrate`: a whole ledger into another one, proven; and for each bad input one sentence."""

import sqlite3
import sys
from contextlib import closing

import pytest

from scorekeeper.cli import main
from scorekeeper.ledger import Unavailable, open_ledger, store
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.maintenance import migrating
from scorekeeper.match import Match
from tests.commands import refusal
from tests.core.house import EVENING, TAROKY, all_of, care, write_house
from tests.postgres import free_port

pytestmark = pytest.mark.sqlite_file


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    path = tmp_path_factory.mktemp("house") / "scorekeeper.db"
    write_house(f"sqlite:///{path}")
    return path


@pytest.fixture
def source(house):
    return f"sqlite:///{house}"


@pytest.fixture
def target(tmp_path):
    return f"sqlite:///{tmp_path / 'copy.db'}"


@pytest.fixture
def written(source, tmp_path, capsys):
    """A copy of the house that is written to."""
    copy = f"sqlite:///{tmp_path / 'old.db'}"
    assert main(["migrate", source, copy]) == 0
    capsys.readouterr()
    return copy


def not_moved(capsys, *words):
    """What `migrate` says instead of doing it."""
    return refusal(capsys, "migrate", *words)


def write(url, match="NEWM", after=0):
    with closing(open_ledger(url)) as ledger:
        kind, body = ("recorded", {"n": after}) if after else ("opened", dict(EVENING[0].body))
        ledger.append(match, after, f"k{after}", kind, body)


def test_a_file_of_a_version_without_hashes_is_copied(tmp_path, target):
    path = tmp_path / "old.db"
    with closing(SqliteLedger(str(path))) as ledger:
        ledger.restore(EVENING)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "alter table events drop column hash;"
            "drop table phones;"
            "delete from _sqlite_migrations where name <> 'create_events';"
        )
    before = path.read_bytes()
    assert main(["migrate", f"sqlite:///{path}", target]) == 0
    assert [event for event, _ in all_of(target)[TAROKY]] == EVENING
    assert path.read_bytes() == before


def test_the_app_goes_on_where_it_was_copied_to(source, target):
    assert main(["migrate", source, target]) == 0
    write(target, TAROKY, len(EVENING))
    with closing(open_ledger(target)) as ledger:
        assert ledger.read(TAROKY)[-1].hash


def test_what_is_written_meanwhile_is_copied_too(written, target, monkeypatch, capsys):
    copy_some, turns = store.copy_some, iter(range(9))

    def and_then(*given):
        copy_some(*given)  # type: ignore[arg-type]
        if (turn := next(turns)) < 3:
            write(written, "NEWM", turn)

    monkeypatch.setattr(store, "copy_some", and_then)
    assert main(["migrate", written, target]) == 0
    assert "1 matches were written to meanwhile, and that is copied too" in capsys.readouterr().err
    assert len(all_of(target)["NEWM"]) == 3
    assert all_of(target) == all_of(written)


def test_a_house_that_goes_on_playing_is_given_up(written, target, monkeypatch, capsys):
    look, turns = migrating.LedgerComparison.look, iter(range(99))

    def and_then(*given):
        look(*given)  # type: ignore[arg-type]
        write(written, "NEWM", next(turns))

    monkeypatch.setattr(migrating.LedgerComparison, "look", and_then)
    assert "is still written to: stop the app; what was" in not_moved(capsys, written, target)


def break_after(monkeypatch, times, error):
    take_over, turns = SqliteLedger.restore_missing, iter(range(99))

    def broken(self, *matches):
        if next(turns) >= times:
            raise error
        take_over(self, *matches)

    monkeypatch.setattr(SqliteLedger, "restore_missing", broken)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (Unavailable("the database scores at db1 does not answer"), "the database scores at db1 d"),
        (KeyboardInterrupt(), "interrupted: "),
        (sqlite3.OperationalError("database or disk is full"), "the disk is full: make room"),
    ],
    ids=["gone", "ended", "full"],
)
def test_an_interruption_is_a_sentence_and_the_next_run_goes_on(
    source, target, monkeypatch, capsys, error, why
):
    monkeypatch.setattr("scorekeeper.ledger.store.BATCH", 3)
    if isinstance(error, sqlite3.OperationalError):
        error = Unavailable(f"copy.db cannot be written, the disk is full: make room ({error})")
    with monkeypatch.context() as patch:
        break_after(patch, 2, error)
        said = not_moved(capsys, source, target)
    assert why in said
    assert said.endswith("what was copied stays; run this again, and it goes on from there")
    assert len(all_of(target)) == 6
    assert main(["migrate", source, target]) == 0
    assert all_of(target) == all_of(source)


def test_a_run_again_copies_what_came_since(written, target):
    assert main(["migrate", written, target]) == 0
    write(written)
    write(written, TAROKY, len(EVENING))
    assert main(["migrate", written, target]) == 0
    assert all_of(target) == all_of(written)


@pytest.mark.parametrize(("match", "says"), [("OTHR", "holds OTHR, which is not in"),
                                             (TAROKY, f"holds another {TAROKY} than")])  # fmt: skip
def test_a_target_with_other_matches_is_left_alone(source, target, capsys, match, says):
    write(target, match)
    before = all_of(target)
    assert says in (said := not_moved(capsys, source, target))
    assert said.endswith(": name an empty one")
    assert match != "OTHR" or all_of(target) == before


def test_a_match_that_was_changed_in_the_file_is_named(written, target, capsys):
    with closing(sqlite3.connect(written.removeprefix("sqlite:///"))) as db:
        db.executescript(
            "drop trigger events_are_not_updated;"
            "update events set body = '{}' where match = 'OPEN' and seq = 2;"
        )
    assert "OPEN: hash: event 2 of" in not_moved(capsys, written, target)


def test_a_copy_that_is_not_the_same_is_named(source, target, monkeypatch, capsys):
    read_many = SqliteLedger.read_many

    def other(self, matches):
        found = read_many(self, matches)
        return found if "copy.db" not in self.where else {c: e[::-1] for c, e in found.items()}

    with monkeypatch.context() as patch:
        patch.setattr(SqliteLedger, "read_many", other)
        assert "the numbers are not 1, 2, 3" in not_moved(capsys, source, target)


SENTENCES = {
    "the same": (lambda url: (url, url), "FROM and TO are the same ledger: name two"),
    "the same, said otherwise": (
        lambda url: (url, url.replace("/scorekeeper.db", "/x/../scorekeeper.db")),
        "FROM and TO are the same ledger: name two",
    ),
    "no ledger": (lambda url: ("mysql://db/scores", url), "FROM: 'mysql://db/scores' is no ledger"),
    "no address": (lambda url: (url, "postgresql://u@/?nonsense=1"), "TO: LEDGER is no address"),
    "nowhere": (
        lambda url: ("sqlite:////nowhere/scorekeeper.db", url),
        "/nowhere/scorekeeper.db is not there: look at its address",
    ),
    "in memory": (lambda url: (url, "sqlite://"), "TO: sqlite:// is only in memory: name a file"),
    "no folder": (lambda url: (url, "sqlite:////nowhere/a.db"), "/nowhere/a.db cannot be made: No"),
}


@pytest.mark.parametrize(("given", "says"), SENTENCES.values(), ids=SENTENCES.keys())
def test_a_wrong_address_is_a_sentence(source, capsys, given, says):
    old, new = given(source)
    assert not_moved(capsys, old, new).startswith(says)


def test_a_database_that_is_not_there_is_a_sentence(source, capsys):
    pytest.importorskip("psycopg")
    url = f"postgresql://u@127.0.0.1:{free_port()}/scores"
    migrating_waits = "scorekeeper.extras.postgres.ledger.READING"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrating_waits, 0.1)
        assert "the database scores at 127.0.0.1 does not answer" in not_moved(capsys, source, url)


def test_a_driver_that_is_missing_is_a_sentence(source, monkeypatch, capsys):
    for name in [name for name in sys.modules if name.startswith("scorekeeper.extras.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "needs its driver" in not_moved(capsys, source, "postgresql://db/scores")


@pytest.mark.parametrize("command", [["check"], ["forget", "7KQ4"], ["backup", "new.db"]])
def test_a_setting_that_is_no_ledger_is_named(tmp_path, capsys, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.py").write_text("LEDGER = 'mysql://db'\n")
    assert care(tmp_path, *command) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"scorekeeper: {tmp_path}/config.py: LEDGER: 'mysql://db' is no ledger")


def test_a_house_that_forgets_much_does_it_part_by_part(source, target, tmp_path, monkeypatch):
    monkeypatch.setattr("scorekeeper.ledger.store.PART", 10)
    folder = tmp_path / "instance"
    folder.mkdir()
    (folder / "config.py").write_text(f"LEDGER = {target!r}\n")
    assert main(["migrate", source, target]) == 0
    begun = []
    writing = SqliteLedger._writing
    monkeypatch.setattr(SqliteLedger, "_writing", lambda self: begun.append(self) or writing(self))
    assert care(folder, "forget", "--older-than", "0") == 0
    assert len(begun) > 5
    assert care(folder, "check") == 0
    with closing(open_ledger(target)) as ledger:
        assert_no_names(ledger)


def assert_no_names(ledger):
    for code in ledger.matches():
        if "names" in ledger.read(code)[0].body:
            assert Match.fold(ledger.read(code)).names[0].isdigit()

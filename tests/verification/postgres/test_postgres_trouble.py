"""A database that is wrong, goes away or is full: one sentence, and no save twice."""

import os
import subprocess
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

import psycopg
import pytest

from scorekeeper.cli import main
from scorekeeper.extras.postgres import ledger as store
from scorekeeper.ledger import open_ledger
from tests.postgres import Cluster, free_port, programs, running_cluster
from tests.web.phone import Phone
from tests.web.table import start

LATER = "It cannot be read now. Try again in a moment."
AGAIN = "It could not be saved now. Try again: nothing is written twice."
WRONG = (
    "The storage for matches is damaged or out of reach. Nothing can be shown or saved until "
    "whoever runs Scorekeeper here puts it right."
)


# --- at the start --------------------------------------------------------------------------------


STARTS = {
    "gone": ("", "@127.0.0.1:", ":hunter2@127.0.0.2:", "does not answer"),
    "no address": ("", "/postgres?", ":x/postgres?", "has no such address"),
    "wrong database": ("", "/postgres?", "/nowhere?", "no such database"),
    "wrong user": ("", "postgres@", "nobody@", "database or user"),
    "no rights": ("", "postgres@", "guest@", "may use: grant it"),
    "newer": ("insert into {}.migrations values ('add_colours', '')", "", "", "a newer version"),
    "no versions": ("drop table {}.migrations", "", "", "no record of its version"),
}
"""What is wrong → what was done to the tables, what stands in the address for what, and what is
said then.
"""


@pytest.fixture
def url(cluster):
    """The address of a ledger that nobody has written in."""
    url = cluster.schema()
    open_ledger(url).close()
    return url


@pytest.fixture
def guest(cluster):
    """A user who may not do anything yet."""
    name = f"guest_{token_hex(4)}"
    cluster.sql(f"create role {name} login")
    return name


def change(url, sql):
    """Does something to the schema of a ledger, as its owner."""
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(sql.replace("{}", url.rpartition("%3D")[2]).encode())


@pytest.mark.parametrize(("sql", "right", "wrong", "says"), STARTS.values(), ids=STARTS.keys())
def test_a_server_that_cannot_start_says_why(  # noqa: PLR0913, PLR0917
    url, guest, tmp_path, capsys, monkeypatch, sql, right, wrong, says
):
    monkeypatch.setattr(store, "READING", 0.2)
    if sql:
        change(url, sql)
    address = url.replace(right, wrong.replace("guest", guest))
    (tmp_path / "config.py").write_text(f"LEDGER = {address!r}\n")
    assert main(["serve", "--instance", str(tmp_path), "--port", str(free_port())]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert "hunter2" not in said, "a password is never shown"


# --- in the middle -------------------------------------------------------------------------------


@contextmanager
def played(app, language="en"):
    """A table in an app that waits less for its database than usual."""
    ledger = app.extensions["matches"].ledger
    ledger._patience = ledger._reading = 0.3
    with closing(ledger):
        yield start(Phone(app, language))


def saved(table, form):
    """What comes of a form that was opened before."""
    table.phone.screen = form
    return table.phone.submit("form", durch="0")


def test_a_database_may_go_and_come_back(open_app):
    with running_cluster() as own, played(open_app(LEDGER=own.database())) as table:
        form = table.open("/new/round")
        own.kill()
        assert table.phone.get("/rules/kocka").status == 200
        for screen in (table.open(), table.phone.get("/")):
            assert (screen.status, LATER in screen.text) == (503, True)
        for _ in range(2):
            refused = saved(table, form)
            assert (refused.status, AGAIN in refused.text) == (503, True)
        own.start()
        assert len(saved(table, form).rows) == 1
        assert len(saved(table, form).rows) == 1, "the same save again"
        assert table.match.version == 2


def test_rights_may_be_taken_and_given_back(url, guest, open_app, caplog):
    given = f"grant all on all tables in schema {{}} to {guest}"
    change(url, f"grant usage on schema {{}} to {guest}; {given}")
    with played(open_app(LEDGER=url.replace("postgres@", f"{guest}@"))) as table:
        form = table.open("/new/round")
        change(url, f"revoke insert, update on all tables in schema {{}} from {guest}")
        assert table.open().status == 200
        refused = saved(table, form)
        assert (refused.status, WRONG in refused.text) == (503, True)
        assert "grant it the tables" in caplog.text
        client = table.phone.app.test_client()
        assert client.get("/health").status_code == 503
        change(url, given)
        assert client.get("/health").status_code == 200
        assert len(saved(table, form).rows) == 1


def test_tables_that_are_dropped_are_missed(url, open_app):
    with played(open_app(LEDGER=url)) as table:
        form = table.open("/new/round")
        change(url, "drop table {}.events")
        table.phone.app.extensions["matches"]._folds.clear()
        for screen in (table.open(), saved(table, form)):
            assert (screen.status, WRONG in screen.text) == (503, True)


@contextmanager
def small_disk(megabytes):
    """A folder on a disk of its own, which only root can make."""
    with TemporaryDirectory(prefix="scorekeeper-disk-") as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            pytest.skip(f"no small disk can be made here: {made.stderr.strip()}")
        try:
            yield Path(folder)
        finally:
            # Processes of a server that was stopped at once may take a moment to let go of it.
            subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder):
    """A file that leaves no room on a disk."""
    file = folder / "ballast"
    with file.open("wb", buffering=0) as ballast:
        try:
            while True:
                os.write(ballast.fileno(), b"\0" * 4096)
        except OSError:
            return file


@pytest.mark.skipif(programs() is None, reason="there is no PostgreSQL server here")
def test_a_full_disk_is_no_success(open_app):
    with (
        small_disk(96) as folder,
        running(Cluster.make(folder)) as own,
        played(open_app(LEDGER=own.database())) as table,
    ):
        ballast = fill(folder)
        form = fill_tables(table)
        rows = len(table.open().rows)
        ballast.unlink()
        assert len(saved(table, form).rows) == rows + 1
        assert len(saved(table, form).rows) == rows + 1, "the same save again"


def fill_tables(table):
    """Saves until there is no room; gives the form of the save that was refused."""
    for _ in range(500):
        form = table.open("/new/round")
        screen = saved(table, form)
        if screen.status != 200:
            assert (screen.status, AGAIN in screen.text) == (503, True)
            return form
    raise AssertionError("the disk is never full")


@contextmanager
def running(cluster):
    """A server on a disk of one's own."""
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()

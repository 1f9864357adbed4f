"""Machines that serve one house: what they tell each other beside the ledger of their database."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.extras.postgres.ledger import PostgresLedger
from scorekeeper.extras.postgres.shared import PATIENCE, Shared
from scorekeeper.extras.television.pages.looking import always
from scorekeeper.extras.television.presence import (
    FORGET_AFTER,
    PhoneActivity,
    Presence,
    PresenceExchange,
    Visitor,
)
from scorekeeper.extras.television.presence.stores import PHONES, TableNoteStore
from scorekeeper.ledger import LedgerError, Unavailable, open_ledger
from scorekeeper.ledger.store import SharedTables, shared_by
from scorekeeper.web.operation.server import CannotStart, require_one_secret
from tests.conftest import OpenApp
from tests.postgres import Cluster

KEY = "k" * 32


@pytest.fixture
def tables(cluster: Cluster) -> Iterator[SharedTables]:
    with closing(PostgresLedger(cluster.schema())) as ledger:
        yield ledger.shared


class Gone:
    """Tables of a database that does not answer."""

    clock = "now"

    def rows(self, sql: str, facts: object) -> list[tuple[object, ...]]:
        raise Unavailable("the database does not answer")


def presence_by(tables: SharedTables) -> Presence:
    """Who looks on, as one machine knows it."""
    return Presence(PresenceExchange(TableNoteStore(tables)))


def names(tables: SharedTables) -> list[str]:
    return [name for (name,) in tables.rows("select name from shared order by name", {})]


# --- who looks on --------------------------------------------------------------------------------


@pytest.mark.sqlite_file
def test_a_file_shares_no_tables() -> None:
    with closing(open_ledger("sqlite://")) as ledger:
        assert shared_by(ledger) is None


def test_machines_tell_each_other_who_looks_on(tables: SharedTables) -> None:
    one, other = presence_by(tables), presence_by(tables)
    one.ask("A", Visitor("e", "watcher", 2))
    other.ask("A", Visitor("w", "scorer"))
    assert one.viewers("A") == other.viewers("A")
    assert (one.viewers("A").people, one.viewers("A").others) == ((2,), {"scorer": 1})
    assert other.viewers("B").number == 0


@pytest.mark.slow("waits for a database that is away")
def test_a_process_has_one_row_and_writes_it_over(tables: SharedTables) -> None:
    board = TableNoteStore(tables)
    board.put("one", "{}")
    first = board.look("other", {})["one"]
    assert first
    assert first.text == "{}"
    assert board.look("one", {}) == {}
    assert board.look("other", {"one": first.version}) == {"one": None}
    board.put("one", "[]")
    second = board.look("other", {"one": first.version})["one"]
    assert second
    assert second.text == "[]"
    assert names(tables) == [f"{PHONES}one"]


def test_rows_of_processes_long_gone_are_cleared_away(tables: SharedTables) -> None:
    board = TableNoteStore(tables)
    for name in ("old", "new"):
        board.put(name, "{}")
    old = {"name": f"{PHONES}old", "memory": FORGET_AFTER + 1}
    tables.rows("update shared set at = at - :memory where name = :name", old)
    assert list(board.look("", {})) == ["new"]
    assert names(tables) == [f"{PHONES}new"]


@pytest.mark.parametrize("seconds", [-7200, 0.4, 7200])
def test_a_clock_of_a_machine_that_differs_misleads_nobody(
    tables: SharedTables, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    here, now = presence_by(tables), time.time
    with monkeypatch.context() as there:
        there.setattr(time, "time", lambda: now() + seconds)
        presence_by(tables).ask("A", Visitor("e", "watcher"))
    assert here.viewers("A").number == 1


def test_what_never_was_is_not_moved() -> None:
    assert PhoneActivity("board", 1, 0, 5, 0, 6).moved(10) == PhoneActivity(
        "board", 1, 0, 15, 0, 16
    )


def test_without_a_database_one_machine_knows_itself() -> None:
    presence = presence_by(Gone())
    presence.look("A", Visitor("e", "watcher"), always)
    assert presence.viewers("A").number == 1


def test_half_a_note_misleads_nobody(tables: SharedTables) -> None:
    TableNoteStore(tables).put("one", json.dumps({"A": {"m": [1] * 9}}))
    assert presence_by(tables).viewers("A").number == 0


@pytest.mark.slow("waits for a database that is away")
def test_only_one_waits_for_a_database_that_is_away() -> None:
    with closing(Shared("postgresql://nobody@127.0.0.1:1/nowhere")) as tables:
        with pytest.raises(Unavailable):
            tables.rows("select 1", {})
        began = time.monotonic()
        for _ in range(20):
            with pytest.raises(Unavailable, match="does not answer"):
                tables.rows("select 1", {})
        assert time.monotonic() - began < PATIENCE


# --- one secret ----------------------------------------------------------------------------------


def test_machines_of_one_secret_start(tables: SharedTables) -> None:
    for secret in (KEY, KEY.encode(), KEY):
        require_one_secret(tables, secret)
    [(told,)] = tables.rows("select body from shared where name = 'secret'", {})
    assert KEY not in told


def test_a_machine_of_another_secret_is_told_what_would_be_right(
    open_app: OpenApp, cluster: Cluster
) -> None:
    url = cluster.schema()
    app = open_app(LEDGER=url, SECRET_KEY=KEY)
    with pytest.raises(CannotStart, match="set the same SECRET_KEY") as refused:
        open_app(LEDGER=url, SECRET_KEY="o" * 32)
    sentence = str(refused.value)
    assert "\n" not in sentence
    shared = shared_by(app.extensions["matches"].ledger)
    assert shared
    shared.rows(sentence.partition("let psql do: ")[2], {})
    open_app(LEDGER=url, SECRET_KEY="o" * 32)


def test_a_secret_cannot_be_compared_without_a_database(tmp_path: Path) -> None:
    with pytest.raises(LedgerError):
        require_one_secret(Gone(), KEY)

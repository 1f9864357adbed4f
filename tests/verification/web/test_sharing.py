"""Machines that serve one house: what they tell each other beside the ledger of their database."""

import time
from contextlib import closing

import pytest

from scorekeeper.extras.postgres.ledger import PostgresLedger, Shared
from scorekeeper.ledger import LedgerError, Unavailable, open_ledger
from scorekeeper.ledger.store import shared_by
from scorekeeper.web.http.server import CannotStart, require_one_secret

KEY = "k" * 32


@pytest.fixture
def tables(cluster):
    with closing(PostgresLedger(cluster.schema())) as ledger:
        yield ledger.shared


class Gone:
    """Tables of a database that does not answer."""

    clock = "now"

    def rows(self, sql, facts):
        raise Unavailable("the database does not answer")


@pytest.mark.sqlite_file
def test_a_file_shares_no_tables():
    with closing(open_ledger("sqlite://")) as ledger:
        assert shared_by(ledger) is None


def test_only_one_waits_for_a_database_that_is_away():
    with closing(Shared("postgresql://nobody@127.0.0.1:1/nowhere")) as tables:
        with pytest.raises(Unavailable):
            tables.rows("select 1", {})
        began = time.monotonic()
        for _ in range(20):
            with pytest.raises(Unavailable, match="does not answer"):
                tables.rows("select 1", {})
        assert time.monotonic() - began < Shared.patience


# --- one secret ----------------------------------------------------------------------------------


def test_machines_of_one_secret_start(tables):
    for secret in (KEY, KEY.encode(), KEY):
        require_one_secret(tables, secret)
    [(told,)] = tables.rows("select body from shared where name = 'secret'", {})
    assert KEY not in told


def test_a_machine_of_another_secret_is_told_what_would_be_right(open_app, cluster):
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


def test_a_secret_cannot_be_compared_without_a_database(tmp_path):
    with pytest.raises(LedgerError):
        require_one_secret(Gone(), KEY)

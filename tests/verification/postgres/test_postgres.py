"""The ledger in PostgreSQL: what only a server can do wrong, and what it says then.

What holds for every store is asked of this one too in test_ledger.py.
"""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import psycopg
import pytest

from scorekeeper.extras.postgres.ledger import PostgresLedger, lane_of
from scorekeeper.extras.postgres.pool import Connection, ConnectionPool
from scorekeeper.extras.postgres.schema import LANES, MIGRATIONS
from scorekeeper.ledger import Event, Unavailable, Unusable
from tests import commands
from tests.postgres import running_cluster

BODY = {"note": "Černá kočka"}


@pytest.fixture
def url(cluster):
    return cluster.schema()


@pytest.fixture
def ledger(url):
    with closing(PostgresLedger(url)) as ledger:
        yield ledger


@pytest.fixture
def plain(url, ledger):
    """Somebody else's connection to a ledger with three events."""
    fill(ledger, "M", 3)
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def fill(ledger, match, count):
    for n in range(count):
        ledger.append(match, n, f"k{n + 1}", "recorded" if n else "opened", BODY)


def numbers(ledger, match):
    return [event.seq for event in ledger.read(match)]


# --- what the database itself refuses ------------------------------------------------------------

BYPASSES = {
    "update": "update events set body = '{}'",
    "delete": "delete from events where seq = 3",
    "truncate": "truncate events",
    "a gap": "insert into events values ('M', 5, 'recorded', '{}', 'x', '', '', 0, 1)",
    "a number again": "insert into events values ('M', 3, 'recorded', '{}', 'x', '', '', 0, 1)",
    "a key again": "insert into events values ('M', 4, 'recorded', '{}', 'k1', '', '', 0, 1)",
    "a second opening": "insert into events values ('M', 4, 'opened', '{}', 'x', '', '', 0, 1)",
    "no opening": "insert into events values ('N', 1, 'recorded', '{}', 'x', '', '', 0, 1)",
    "number 0": "insert into events values ('N', 0, 'recorded', '{}', 'x', '', '', 0, 1)",
}


def test_the_database_itself_refuses_changes(plain, ledger, subtests):
    before = ledger.read("M")
    for bypass, sql in BYPASSES.items():
        with subtests.test(bypass):
            with pytest.raises(psycopg.Error):
                plain.execute(sql.encode())
            assert ledger.read("M") == before


def test_what_was_forgotten_is_in_no_file(cluster):
    url = cluster.database()
    with closing(PostgresLedger(url)) as ledger:
        forget_zdenka(ledger)
        assert ledger.read("M")[0].body == {"names": ["hráč 1"]}
        with pytest.raises(psycopg.Error), psycopg.connect(url) as other:
            other.execute("delete from events")
    assert not named(cluster, url)


def forget_zdenka(ledger):
    """Writes her name, and something else, and takes it out again."""
    ledger.append("M", 0, "a", "opened", {"names": ["Zdeňka Vymazaná"]})
    ledger.append("M", 1, "b", "recorded", BODY)
    [opened, _] = ledger.read("M")
    ledger.rewrite([Event("M", 1, "opened", {"names": ["hráč 1"]}, opened.key, opened.at)])


@contextmanager
def looking_back(url):
    """Somebody reads a database as it is now, and not the ledger, until the end."""
    with psycopg.connect(url) as other:
        other.execute("set transaction isolation level repeatable read")
        other.execute("select count(*) from pg_class")
        yield


def test_who_looks_back_for_a_moment_is_waited_for(cluster):
    url = cluster.database()
    with closing(PostgresLedger(url)) as ledger, ThreadPoolExecutor(1) as pool:
        with looking_back(url):
            forgetting = pool.submit(forget_zdenka, ledger)
            with pytest.raises(TimeoutError):
                forgetting.result(1)
        forgetting.result()
    assert not named(cluster, url)


def test_what_somebody_still_looks_back_at_has_to_be_forgotten_again(cluster):
    url = cluster.database()
    with closing(PostgresLedger(url, patience=1)) as ledger:
        with looking_back(url), pytest.raises(Unusable, match="still holds what was forgotten"):
            forget_zdenka(ledger)
        assert named(cluster, url)
        ledger.rewrite([])
    assert not named(cluster, url)


def test_who_looks_back_in_another_database_keeps_nothing(cluster):
    url = cluster.database()
    with closing(PostgresLedger(url, patience=0)) as ledger, looking_back(cluster.database()):
        forget_zdenka(ledger)
    assert not named(cluster, url)


def test_the_server_keeps_no_samples_of_names(cluster):
    url = cluster.database()
    with closing(PostgresLedger(url)) as ledger:
        for n in range(60):
            ledger.append(f"M{n}", 0, "a", "opened", {"names": [f"Zdeňka {n}"]})
    with psycopg.connect(url, autocommit=True) as plain:
        plain.execute("analyze events")
        assert "match" in sampled(plain)
        assert "body" not in sampled(plain)
        # As an older version left it.
        plain.execute("alter table events alter column body set statistics -1")
        plain.execute("delete from migrations where name = 'take_no_samples'")
        plain.execute("analyze events")
        assert "body" in sampled(plain)
        PostgresLedger(url).close()
        assert "body" not in sampled(plain)


def sampled(plain):
    """The columns of which the server keeps values."""
    told = plain.execute(
        "select attname from pg_stats where tablename = 'events' and histogram_bounds is not null"
    )
    return {name for (name,) in told}


def named(cluster, url):
    """The files of a database in which her name stands."""
    cluster.sql("checkpoint")
    database = url.rpartition("/")[2]
    oid = cluster.sql(f"select oid from pg_database where datname = '{database}'")
    folder = cluster.folder / "base" / oid
    return [path for path in folder.rglob("*") if "Vymazaná".encode() in _bytes(path)]


def _bytes(path):
    return path.read_bytes() if path.is_file() else b""


# --- many at once --------------------------------------------------------------------------------


def test_two_can_make_the_tables_at_once(url):
    with ThreadPoolExecutor(4) as pool:
        for ledger in pool.map(lambda _: PostgresLedger(url), range(4)):
            ledger.close()
    with psycopg.connect(url) as plain:
        names = plain.execute("select name from migrations order by name").fetchall()
    assert [name for (name,) in names] == sorted(MIGRATIONS)


def test_a_worker_has_connections_of_its_own(url):
    """As in the app's server: greenlets, after a fork from a process that used the ledger."""
    code = f"""
import os
from scorekeeper.ledger import open_ledger
ledger = open_ledger({url!r})
ledger.append("M", 0, "k0", "opened", {{}})
if child := os.fork():
    os.waitpid(child, 0)
    ledger.append("M", 4, "k4", "recorded", {{}})
    print([event.key for event in ledger.read("M")])
else:
    from gevent import joinall, monkey, sleep, spawn
    from gevent.event import Event
    monkey.patch_all()
    beats = []
    def beat():
        while True:
            beats.append(1)
            sleep(0)  # whoever waits for the database lets it go on
    spawn(beat)
    turns = {{n: Event() for n in (1, 2, 3, 4)}}
    turns[1].set()
    def write(n):
        turns[n].wait()
        ledger.append("M", n, f"k{{n}}", "recorded", {{}})
        turns[n + 1].set()
    joinall([spawn(write, n) for n in (3, 1, 2)], raise_error=True)
    assert len(beats) > 3, beats
    os._exit(0)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert told.stdout.strip() == str([f"k{n}" for n in range(5)]), told.stderr


def test_one_statement_goes_without_words_around_it(url):
    def state(db):
        db.execute("select 1")
        return db.info.transaction_status.name

    with closing(ConnectionPool(url)) as link:
        assert link.run(state, 5, single_statement=True) == "IDLE"
        assert link.run(state, 5) == "INTRANS"


def test_every_lane_has_a_row(ledger):
    codes = [f"C{n}" for n in range(300)]
    for code in codes:
        fill(ledger, code, 1)
    assert {lane_of(code) for code in codes} == set(range(LANES))
    assert set(ledger.news(()).newest) == set(codes)


# --- failures ------------------------------------------------------------------------------------


def test_a_save_outlives_its_connection(url, ledger, monkeypatch):
    """The answer to the commit is lost: nobody knows whether it was written."""
    fill(ledger, "M", 1)
    commits, real = [0], Connection.execute

    def execute(connection, *values, **named):
        answer = real(connection, *values, **named)
        if b"insert" in str(values[0]).encode() and not commits[0]:
            commits[0] += 1
            connection.pgconn.exec_(b"commit")
            connection.pgconn.finish()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return answer

    monkeypatch.setattr(Connection, "execute", execute)
    assert ledger.append("M", 1, "b", "recorded", BODY).seq == 2
    assert commits == [1]
    assert [event.key for event in ledger.read("M")] == ["k1", "b"]


def test_a_save_waits_for_a_server_that_comes_back():
    with running_cluster() as own, closing(PostgresLedger(own.url())) as ledger:
        ledger.append("M", 0, "a", "opened", BODY)
        own.stop()
        again = threading.Timer(0.5, own.start)
        again.start()
        assert ledger.append("M", 1, "b", "recorded", BODY).seq == 2
        again.join()
        assert numbers(ledger, "M") == [1, 2]
        own.stop("fast")
        ledger._reading = ledger._patience = 0.3
        for use in (ledger.matches, ledger.try_write):
            with pytest.raises(Unavailable, match=r"^the database postgres at 127.0.0.1 does"):
                use()


def test_a_match_is_restored_once_whatever_was_lost(ledger, monkeypatch):
    fill(ledger, "M", 3)
    events = [Event("N", e.seq, e.kind, e.body, e.key, e.at) for e in ledger.read("M")]
    lost, real = [0], Connection.transaction

    def transaction(connection, *values, **named):
        if lost[0] == 1:
            lost[0] += 1
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        lost[0] += 1
        return real(connection, *values, **named)

    monkeypatch.setattr(Connection, "transaction", transaction)
    ledger.restore(events)
    assert numbers(ledger, "N") == [1, 2, 3]


def test_one_of_two_servers_is_enough(url):
    PostgresLedger(url.replace("@", "@127.0.0.1:1,"), 2).close()


def test_a_database_in_other_letters_is_refused(cluster):
    cluster.sql("create database latin encoding 'LATIN1' locale 'C' template template0")
    with pytest.raises(Unusable, match="--encoding UTF8"):
        PostgresLedger(cluster.url("latin"))


def test_a_full_disk_is_no_success(ledger, monkeypatch):
    fill(ledger, "M", 1)
    with monkeypatch.context() as full:

        def execute(*values, **named):
            raise psycopg.errors.DiskFull("could not extend file: No space left on device")

        full.setattr(Connection, "execute", execute)
        with pytest.raises(Unavailable, match="the disk is full: make room"):
            ledger.append("M", 1, "b", "recorded", BODY)
    assert ledger.append("M", 1, "b", "recorded", BODY).seq == 2


def test_whoever_stands_in_the_way_is_waited_for(url, ledger):
    fill(ledger, "M", 1)
    with psycopg.connect(url) as other, ThreadPoolExecutor(1) as pool:
        other.execute("update lanes set place = place where lane = %s", (lane_of("M"),))
        save = pool.submit(ledger.append, "M", 1, "b", "recorded", BODY)
        assert ledger.read("M", 1) == [], "readers do not wait for a writer"
        assert not save.done()
        other.rollback()
        assert save.result(10).seq == 2


def test_what_must_not_be_lost_is_acknowledged_by_a_commit(ledger, plain):
    """A commit waits for another machine; a look alone would trust what only this one has."""

    def version():
        sql = "select xmin::text, place from lanes where lane = %s"
        return plain.execute(sql, (lane_of("M"),)).fetchall()[0]

    for ask_again in (
        lambda: ledger.append("M", 2, "k3", "recorded", BODY).seq == 3,
        lambda: [event.seq for event in ledger.read_durable("M", 1)] == [2, 3],
    ):
        before, place = version()
        assert ask_again()
        after, same = version()
        assert (after != before, same) == (True, place)


# --- what a copy of it is ------------------------------------------------------------------------


def test_a_database_is_copied_by_its_own_means(url, tmp_path, capsys):
    PostgresLedger(url).close()
    (tmp_path / "config.py").write_text(f"LEDGER = {url!r}\n", "utf-8")
    said = commands.refusal(capsys, "backup", "--address", "--instance", str(tmp_path))
    assert said == "this ledger is in PostgreSQL: pg_dump copies it, and no address does"

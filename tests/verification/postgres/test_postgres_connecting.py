"""How a connection comes back: no sooner, no later, and no oftener than is good for the servers."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from scorekeeper.extras.postgres.pool import ANSWER, Connection, ConnectionPool
from scorekeeper.ledger import Unavailable

NOBODY = "postgresql://nobody@127.0.0.1:1/nothing"


class Fake:
    """A connection to a server that is well."""

    closed, limit, opened = False, None, 0.0

    def execute(self, *_words): ...

    def transaction(self):
        return self

    def __enter__(self): ...

    def __exit__(self, *_how): ...

    def close(self):
        self.closed = True


def connects(monkeypatch, answer):
    """Lets the servers answer so; gives the moments at which they were asked."""
    asked = []

    def connect(*_words, **_named):
        asked.append(time.monotonic())
        return answer()

    monkeypatch.setattr(Connection, "connect", connect)
    return asked


def refuse():
    raise psycopg.OperationalError("session is read-only")


def test_however_many_wait_the_servers_are_asked_now_and_then(monkeypatch):
    asked, link = connects(monkeypatch, refuse), ConnectionPool(NOBODY)

    def wait(_n):
        with pytest.raises(Unavailable, match="session is read-only"):
            link.run(lambda _db: None, 0.6)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(wait, range(8)))
    assert 2 <= len(asked) <= 4


def test_it_goes_on_when_one_leads_again(monkeypatch):
    ends = time.monotonic() + 0.4
    asked = connects(monkeypatch, lambda: Fake() if time.monotonic() > ends else refuse())
    assert ConnectionPool(NOBODY).run(lambda _db: "written", 5) == "written"
    assert asked[-1] - ends < 0.5


def test_an_answer_is_not_waited_for_beyond_ones_patience(monkeypatch):
    connects(monkeypatch, Fake)
    link = ConnectionPool(NOBODY)
    limits = [link.run(lambda db: db.limit, patience) for patience in (60, 4, 0.1)]
    assert limits == [ANSWER, pytest.approx(4, abs=0.5), 1]
    assert link.run(lambda db: db.limit, 4, None) is None


FROZEN = """
import socket, sys, time
from scorekeeper.ledger import Unavailable
from scorekeeper.extras.postgres.pool import ConnectionPool
from gevent import monkey, sleep, spawn
monkey.patch_all()
frozen = socket.create_server(("127.0.0.1", 0))
link = ConnectionPool(f"postgresql://127.0.0.1:{frozen.getsockname()[1]}/x?connect_timeout=2")
times = []
def tick():
    while True:
        times.append(time.monotonic())
        sleep(0.05)
spawn(tick)
try:
    link.run(print, 0.1)
except Unavailable:
    print(max(b - a for a, b in zip(times, times[1:])))
"""


def test_a_frozen_machine_holds_up_no_other_greenlet():
    """A worker imports the driver before gevent is there."""
    told = subprocess.run(
        [sys.executable, "-c", FROZEN], capture_output=True, text=True, check=True
    )
    assert float(told.stdout) < 1


def test_who_failed_takes_no_connection_from_who_is_next(monkeypatch):
    """Of many that fail at once each drops the one connection that it failed on."""
    made = []
    connects(monkeypatch, lambda: made.append(Fake()) or made[-1])
    link, first, all_there = ConnectionPool(NOBODY), threading.Event(), threading.Barrier(8)

    def work(db):
        if not first.is_set():
            first.set()
            raise psycopg.OperationalError("the connection is lost")
        assert not db.closed

    def ask(_n):
        all_there.wait(5)
        link.run(work, 5)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(ask, range(8)))
    assert [one.closed for one in made] == [True, False]


def test_what_lies_idle_is_as_lost_as_what_was_found_lost(monkeypatch):
    """Where a machine is frozen, whoever reads finds it out; whoever writes need not wait again."""
    made = []
    connects(monkeypatch, lambda: made.append(Fake()) or made[-1])
    writer, stranger = ConnectionPool(NOBODY), ConnectionPool(NOBODY)
    reader, younger = ConnectionPool(NOBODY, partner=writer), ConnectionPool(NOBODY, partner=writer)
    for link in (writer, stranger, reader):
        link.run(bool, 5)

    def hang(db):
        if db is made[2]:
            younger.run(bool, 5)
            raise psycopg.OperationalError("wait timeout expired")

    reader.run(hang, 5)
    assert [one.closed for one in made] == [True, False, True, False, False]
    for link in (writer, stranger, reader, younger):
        link.run(bool, 5)
    assert len(made) == 6, "only the writer's is made anew"


def test_as_many_as_may_be_are_at_it_at_once(monkeypatch):
    made = []
    connects(monkeypatch, lambda: made.append(Fake()) or made[-1])
    link, both = ConnectionPool(NOBODY, most=2), threading.Barrier(2, timeout=10)
    used = []

    def work(db):
        used.append(db)
        both.wait()

    for _each in range(2):  # nobody is told of a connection that another one has
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda _n: link.run(work, 5), range(2)))
        assert used[-1] is not used[-2]
    assert len(made) == 2, "they are used again"
    link.run(used.append, 5)
    with pytest.raises(Unavailable, match="others wait"):
        link.run(lambda _db: link.run(lambda _db: link.run(lambda _db: None, 0.1), 5), 5)
    link.close()
    assert [one.closed for one in made] == [True, True]
    with pytest.raises(Unavailable, match="closed"):
        link.run(lambda _db: None, 0.1)

"""Following a ledger: whoever listens hears of what was written, whichever process wrote it."""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.ledger import Ledger, News, open_ledger
from scorekeeper.ledger.following import Follower, stop_all
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.pocket.ledger import PocketLedger

LONG = 10.0
BODY = {"names": ["A"]}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    with contextlib.closing(SqliteLedger(str(tmp_path / "scorekeeper.db"))) as ledger:
        yield ledger


@pytest.fixture
def follower(ledger: SqliteLedger) -> Iterator[Follower]:
    follower = Follower(ledger, pause=0.005)
    yield follower
    follower.stop()


def write(ledger: SqliteLedger, code: str, after: int) -> None:
    ledger.append(code, after, f"k{after}", "recorded" if after else "opened", BODY)


@pytest.mark.parametrize("ledger", [open_ledger("sqlite://"), PocketLedger({})])
def test_news_are_what_was_written_since(ledger: Ledger) -> None:
    assert ledger.news(0) == News(0, {})
    ledger.append("A", 0, "k", "opened", BODY)
    ledger.append("B", 0, "k", "opened", BODY)
    first = ledger.news(0)
    assert first.newest == {"A": 1, "B": 1}
    assert ledger.news(first.place) == News(first.place, {})
    ledger.append("A", 1, "l", "recorded", BODY)
    assert ledger.news(first.place).newest == {"A": 2}
    assert ledger.news(10**9).newest == {"A": 2, "B": 1}, "a place that is gone: all is new"


def test_who_listens_is_told(ledger: SqliteLedger, follower: Follower) -> None:
    write(ledger, "A", 0)
    write(ledger, "B", 0)
    with follower.listen("A") as listener:
        write(ledger, "B", 1)
        assert not listener.wait(0.05), "that was another match"
        write(ledger, "A", 1)
        assert listener.wait(LONG)
        assert listener.newest == {"A": 2}
    assert follower.listening == 0


def test_who_comes_knows_how_far_all_is(ledger: SqliteLedger, follower: Follower) -> None:
    write(ledger, "A", 0)
    write(ledger, "A", 1)
    with follower.listen("A", "B") as listener:
        assert listener.newest == {"A": 2, "B": 0}
        assert not listener.wait(0.02), "that is not news"


def test_several_are_listened_to_at_once(ledger: SqliteLedger, follower: Follower) -> None:
    for code in "ABC":
        write(ledger, code, 0)
    with follower.listen("A", "B") as listener:
        write(ledger, "C", 1)
        assert not listener.wait(0.02), "nobody listens to that"
        for code in "AB":
            write(ledger, code, 1)
            assert listener.wait(LONG)
        assert listener.newest == {"A": 2, "B": 2}


def test_a_listener_turns_to_others(ledger: SqliteLedger, follower: Follower) -> None:
    for code in "ABC":
        write(ledger, code, 0)
    with follower.listen("A", "B") as listener:
        write(ledger, "C", 1)
        listener.turn_to(("A", "C"))
        assert listener.newest == {"A": 1, "C": 2}
        assert follower.listening == 1
        write(ledger, "B", 1)
        assert not listener.wait(0.02), "no more"
        write(ledger, "C", 2)
        assert listener.wait(LONG)
        assert listener.newest == {"A": 1, "C": 3}
    assert follower.listening == 0


def test_another_process_is_heard(ledger: SqliteLedger, follower: Follower, tmp_path: Path) -> None:
    write(ledger, "A", 0)
    path = tmp_path / "scorekeeper.db"
    script = (
        "from scorekeeper.ledger import open_ledger;"
        f"open_ledger('sqlite:///{path}').append('A', 1, 'x', 'recorded', {{}})"
    )
    with follower.listen("A") as listener:
        subprocess.run([sys.executable, "-c", script], check=True)
        assert listener.wait(LONG)


def test_many_hear_the_same(ledger: SqliteLedger, follower: Follower) -> None:
    write(ledger, "A", 0)
    heard: list[int] = []

    def listen() -> None:
        with follower.listen("A") as listener:
            ready.release()
            if listener.wait(LONG):
                heard.append(listener.newest["A"])

    ready = threading.Semaphore(0)
    threads = [threading.Thread(target=listen) for _ in range(20)]
    for thread in threads:
        thread.start()
    for _ in threads:
        ready.acquire()
    write(ledger, "A", 1)
    for thread in threads:
        thread.join()
    assert heard == [2] * 20


def test_all_are_let_go_at_the_end(ledger: SqliteLedger, follower: Follower) -> None:
    write(ledger, "A", 0)
    with follower.listen("A") as listener:
        stop_all()
        assert not listener.wait(LONG)
    assert follower.stopped


def test_it_asks_only_while_somebody_listens(ledger: SqliteLedger) -> None:
    asked = threading.Event()

    class Asked(SqliteLedger):
        def news(self, after: int) -> News:
            asked.set()
            return super().news(after)

    with contextlib.closing(Asked(ledger._path)) as other:
        write(other, "A", 0)
        follower = Follower(other, pause=0.001)
        with follower.listen("A"):
            assert asked.wait(LONG)
        thread = follower._thread
        if thread:
            thread.join(LONG)
        asked.clear()
        assert not asked.wait(0.05)
        write(other, "A", 1)
        with follower.listen("A") as listener:
            assert listener.newest == {"A": 2}

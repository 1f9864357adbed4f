"""Following a ledger: whoever listens hears of what was written, whichever process wrote it."""

import contextlib
import subprocess
import sys
import threading

import pytest

from scorekeeper.ledger import News, open_ledger
from scorekeeper.ledger.following import Follower, stop_all

LONG = 10.0
BODY = {"names": ["A"]}


@pytest.fixture
def ledger(any_address):
    with contextlib.closing(open_ledger(any_address)) as ledger:
        yield ledger


@pytest.fixture
def follower(ledger):
    follower = Follower(ledger, pause=0.005)
    yield follower
    follower.stop()


def write(ledger, code, after):
    ledger.append(code, after, f"k{after}", "recorded" if after else "opened", BODY)


def test_news_are_what_was_written_since(any_ledger):
    ledger, begin = any_ledger, any_ledger.news()
    assert begin.newest == ledger.news(()).newest == {}
    ledger.append("A", 0, "k", "opened", BODY)
    ledger.append("B", 0, "k", "opened", BODY)
    first = ledger.news(())
    assert ledger.news(begin.place) == first
    assert ledger.news() == News(first.place, {}), "only the place"
    assert first.newest == {"A": 1, "B": 1}
    assert ledger.news(first.place) == News(first.place, {})
    ledger.append("A", 1, "l", "recorded", BODY)
    assert ledger.news(first.place).newest == {"A": 2}
    gone = tuple(number + 10**9 for number in first.place)
    assert ledger.news(gone).newest == {"A": 2, "B": 1}, "a place that is gone: all is new"


def test_who_listens_is_told(ledger, follower):
    write(ledger, "A", 0)
    write(ledger, "B", 0)
    with follower.listen("A") as listener:
        write(ledger, "B", 1)
        assert not listener.wait(0.05), "that was another match"
        write(ledger, "A", 1)
        assert listener.wait(LONG)
        assert listener.newest == {"A": 2}
    assert not follower._listeners


def test_who_comes_knows_how_far_all_is(ledger, follower):
    write(ledger, "A", 0)
    write(ledger, "A", 1)
    with follower.listen("A", "B") as listener:
        assert listener.newest == {"A": 2, "B": 0}
        assert not listener.wait(0.02), "that is not news"


def test_several_are_listened_to_at_once(ledger, follower):
    for code in "ABC":
        write(ledger, code, 0)
    with follower.listen("A", "B") as listener:
        write(ledger, "C", 1)
        assert not listener.wait(0.02), "nobody listens to that"
        for code in "AB":
            write(ledger, code, 1)
            assert listener.wait(LONG)
        assert listener.newest == {"A": 2, "B": 2}


def test_a_listener_turns_to_others(ledger, follower):
    for code in "ABC":
        write(ledger, code, 0)
    with follower.listen("A", "B") as listener:
        write(ledger, "C", 1)
        listener.subscribe(("A", "C"))
        assert listener.newest == {"A": 1, "C": 2}
        assert set().union(*follower._listeners.values()) == {listener}
        write(ledger, "B", 1)
        assert not listener.wait(0.02), "no more"
        write(ledger, "C", 2)
        assert listener.wait(LONG)
        assert listener.newest == {"A": 1, "C": 3}
    assert not follower._listeners


def test_another_process_is_heard(ledger, follower, any_address):
    write(ledger, "A", 0)
    script = (
        "from scorekeeper.ledger import open_ledger;"
        f"open_ledger({any_address!r}).append('A', 1, 'x', 'recorded', {{}})"
    )
    with follower.listen("A") as listener:
        subprocess.run([sys.executable, "-c", script], check=True)
        assert listener.wait(LONG)


def test_many_hear_the_same(ledger, follower):
    write(ledger, "A", 0)
    heard = []

    def listen():
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


def test_all_are_let_go_at_the_end(ledger, follower):
    write(ledger, "A", 0)
    with follower.listen("A") as listener:
        stop_all()
        assert not listener.wait(LONG)
    assert follower.stopped


def test_it_asks_only_while_somebody_listens(ledger, monkeypatch):
    asked, news = threading.Event(), ledger.news

    def counted(after=None):
        asked.set()
        return news(after)

    monkeypatch.setattr(ledger, "news", counted)
    write(ledger, "A", 0)
    follower = Follower(ledger, pause=0.001)
    with follower.listen("A"):
        assert asked.wait(LONG)
    thread = follower._thread
    if thread:
        thread.join(LONG)
    asked.clear()
    assert not asked.wait(0.05)
    write(ledger, "A", 1)
    with follower.listen("A") as listener:
        assert listener.newest == {"A": 2}


def test_a_slow_store_keeps_nobody_else_from_coming_or_going(ledger, monkeypatch):
    asking, answer, newest = threading.Event(), threading.Event(), ledger.newest

    def slow(matches):
        if "SLOW" in matches:
            asking.set()
            assert answer.wait(LONG)
        return newest(matches)

    def listen():
        with follower.listen("SLOW") as listener:
            heard.append(dict(listener.newest))
            heard.append(listener.wait(0.02))

    heard = []
    monkeypatch.setattr(ledger, "newest", slow)
    write(ledger, "A", 0)
    write(ledger, "SLOW", 0)
    follower = Follower(ledger, pause=0.001)
    thread = threading.Thread(target=listen)
    thread.start()
    assert asking.wait(LONG)
    with follower.listen("A") as listener:
        write(ledger, "A", 1)
        write(ledger, "SLOW", 1)
        assert listener.wait(LONG), "who came later is told at once"
    answer.set()
    thread.join(LONG)
    assert heard == [{"SLOW": 2}, False], "what was written meanwhile is in the answer"

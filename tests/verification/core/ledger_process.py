"""A process of its own for test_ledger_processes.py: python ledger_process.py <what> <argument>…"""

import contextlib
import os
import resource
import sqlite3
import subprocess
import sys
import threading

from scorekeeper.ledger import Ledger, Stale, Unavailable, open_ledger

SOME = {"points": 41, "note": "Černá kočka"}


def say(*words: object) -> None:
    print(*words, flush=True)


def add(ledger: Ledger, match: str, key: str) -> int:
    """Append behind whatever is newest, as a phone does that looks again after each 409."""
    after = 0
    while True:
        try:
            return ledger.append(match, after, key, "recorded", SOME).seq
        except Stale as stale:
            after = stale.newest


def open_at_once(*urls: str) -> None:
    """Open each new file at the word of the parent, and write to it."""
    for url in urls:
        sys.stdin.readline()
        with contextlib.closing(open_ledger(url)) as ledger:
            ledger.append(f"M{os.getpid()}", 0, "k", "opened", SOME)
        say("done")


def write(url: str, name: str, count: str) -> None:
    sys.stdin.readline()
    with contextlib.closing(open_ledger(url)) as ledger:
        for i in range(int(count)):
            key = f"{name}-{i}"
            seq = add(ledger, "M", key)
            # Each third save is sent again, as after a lost answer.
            if i % 3 == 0 and ledger.append("M", 0, key, "recorded", SOME).seq != seq:
                raise SystemExit("a resend was written again")
            say(key, seq)


def stream(url: str) -> None:
    """Append until killed, saying each number once it is safe."""
    ledger = open_ledger(url)
    seq = len(ledger.read("M"))
    while True:
        kind = "recorded" if seq else "opened"
        seq = ledger.append("M", seq, f"k{seq + 1}", kind, SOME).seq
        say(seq)


def fork(url: str) -> None:
    """Fork with the ledger open; the parent leaves the file while the child goes on.

    Ends without closing anything, as if killed: what was acknowledged must be in the file.
    """
    ledger = open_ledger(url)
    ledger.append("M", 0, "before", "opened", SOME)
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        add(ledger, "M", "child")
        os.read(here, 1)
        # A stranger comes and goes; were it the last one for all it sees, the log is removed.
        subprocess.run([sys.executable, __file__, "look", url], check=True)
        add(ledger, "M", "child, alone")
        os._exit(0)
    add(ledger, "M", "parent")
    ledger.close()
    os.write(there, b"!")
    say(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def look(url: str) -> None:
    with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        connection.execute("select * from events").fetchall()


def fork_while_writing(url: str, forks: str) -> None:
    """Fork again and again while a thread of the parent writes; each child writes, too."""
    ledger = open_ledger(url)
    ledger.append("M", 0, "first", "opened", SOME)
    turns = threading.Semaphore(0)  # a thread that never pauses lets nobody else have a turn

    def keep_writing() -> None:
        for i in range(int(forks)):
            turns.acquire()
            add(ledger, "M", f"thread {i}")

    thread = threading.Thread(target=keep_writing)
    thread.start()
    for i in range(int(forks)):
        turns.release()
        child = os.fork()
        if child == 0:
            add(ledger, "M", f"child {i}")
            os._exit(0)
        os.waitpid(child, 0)
    thread.join()
    ledger.close()


def fork_in_memory() -> None:
    ledger = open_ledger("sqlite://")
    ledger.append("M", 0, "first", "opened", SOME)
    child = os.fork()
    if child:
        os.waitpid(child, 0)
    say(len(ledger.read("M")))


def fork_elsewhere() -> None:
    """Change the directory and fork: the file, named by a relative path, is still the same."""
    ledger = open_ledger("sqlite:///near.db")
    ledger.append("M", 0, "first", "opened", SOME)
    os.mkdir("elsewhere")
    os.chdir("elsewhere")
    child = os.fork()
    if child:
        os.waitpid(child, 0)
    say(add(ledger, "M", "parent" if child else "child"))


def fill_disk(url: str) -> None:
    """Append until the file may not grow; then let it grow, and go on with the same ledger."""
    ledger = open_ledger(url)
    ledger.append("M", 0, "k1", "opened", SOME)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    seq = 1
    try:
        while seq < 1000:
            seq = ledger.append("M", seq, f"k{seq + 1}", "recorded", SOME).seq
    except Unavailable as error:
        say(seq, type(error).__name__)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    # The phone sends the same save again.
    say(ledger.append("M", seq, f"k{seq + 1}", "recorded", SOME).seq)
    ledger.close()


def greenlets(url: str) -> None:
    """Twenty greenlets of gevent with one ledger."""
    import gevent

    ledger = open_ledger(url)
    ledger.append("M", 0, "first", "opened", SOME)

    def save(name: int) -> None:
        for i in range(5):
            add(ledger, "M", f"{name}-{i}")
            gevent.sleep(0)

    gevent.joinall([gevent.spawn(save, name) for name in range(20)], raise_error=True)
    ledger.close()


if __name__ == "__main__":
    what = sys.argv[1]
    globals()[what](*sys.argv[2:])

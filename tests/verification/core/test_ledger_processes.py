"""Processes at one ledger: many write at once, some are killed or forked, and a disk is full."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.ledger import open_ledger
from scorekeeper.ledger.sqlite import SqliteLedger
from tests.core.test_ledger import assert_sound, stored, url

pytestmark = pytest.mark.sqlite_file  # but what is asked of any ledger
HERE = Path(__file__).parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parents[2]), "PYTHONWARNINGS": "ignore"}


def command(*words):
    return [sys.executable, str(HERE / "ledger_process.py"), *words]


def run(*words, cwd=HERE):
    done = subprocess.run(
        command(*words),
        cwd=cwd,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextlib.contextmanager
def processes(*commands):
    with contextlib.ExitStack() as stack:
        started = [
            stack.enter_context(
                subprocess.Popen(
                    words, env=ENVIRONMENT, text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                )
            )
            for words in commands
        ]  # fmt: skip
        stack.callback(lambda: [process.kill() for process in started])
        yield started


def say_go(process):
    assert process.stdin
    process.stdin.write("go\n")
    process.stdin.flush()


# --- many at once --------------------------------------------------------------------------------


def test_processes_can_open_one_new_file_at_once(tmp_path):
    paths = [tmp_path / f"{n}.db" for n in range(25)]
    words = command("open_at_once", *map(url, paths))
    with processes(*[words] * 4) as started:
        for _ in paths:
            for process in started:
                say_go(process)
            answers = [process.stdout.readline() for process in started if process.stdout]
            assert answers == ["done\n"] * 4, [p.communicate()[1] for p in started]
    for path in paths:
        assert [row[2] for row in stored(path)] == [1] * 4


def test_processes_write_one_match_at_once(any_address):
    names = ["w1", "w2", "w3", "w4"]
    with contextlib.closing(open_ledger(any_address)) as ledger:
        ledger.append("M", 0, "first", "opened", {})
        with processes(*[command("write", any_address, name, "50") for name in names]) as started:
            for process in started:
                say_go(process)
            answers = [process.communicate(timeout=30) for process in started]
        assert [error for _, error in answers] == [""] * 4
        events = ledger.read("M")
    assert_sound(events)
    acknowledged = {line for out, _ in answers for line in out.splitlines()}
    assert acknowledged == {f"{event.key} {event.seq}" for event in events[1:]}
    assert len(acknowledged) == 200


def test_greenlets_write_one_match_at_once(any_address):
    words = [sys.executable, "-m", "gevent.monkey", *command("greenlets", any_address)[1:]]
    subprocess.run(words, env=ENVIRONMENT, timeout=30, check=True)
    with contextlib.closing(open_ledger(any_address)) as ledger:
        events = ledger.read("M")
    assert_sound(events)
    assert len(events) == 101


# --- killed, and forked --------------------------------------------------------------------------


def test_what_was_acknowledged_outlives_a_kill(any_address):
    for lines in (1, 7, 40, 133):
        with processes(command("stream", any_address)) as [process]:
            assert process.stdout
            first = [process.stdout.readline() for _ in range(lines)]
            process.kill()
            last = first[-1:] + process.stdout.readlines()
        # The kill may cut the last line short.
        acknowledged = max(int(line) for line in last if line.endswith("\n"))
        with contextlib.closing(open_ledger(any_address)) as ledger:
            events = ledger.read("M")
            assert_sound(events)
            # One event may be written whose acknowledgement was not.
            assert acknowledged <= len(events) <= acknowledged + 1
            newest = events[-1]
            again = ledger.append("M", 0, newest.key, newest.kind, newest.body)
            assert again == newest, "the phone that had no answer sends it again"


def test_a_child_can_use_the_ledger_after_a_fork(tmp_path):
    path = tmp_path / "forked.db"
    assert run("fork", url(path)) == "0\n"
    with contextlib.closing(SqliteLedger(str(path))) as ledger:
        events = ledger.read("M")
    assert_sound(events)
    assert {event.key for event in events} == {"before", "child", "parent", "child, alone"}
    assert events[-1].key == "child, alone"


def test_a_fork_waits_for_the_writing_thread(any_address):
    run("fork_while_writing", any_address, "10")
    with contextlib.closing(open_ledger(any_address)) as ledger:
        events = ledger.read("M")
    assert_sound(events)
    assert {f"child {n}" for n in range(10)} <= {event.key for event in events}
    assert "thread 1" in {event.key for event in events}


def test_a_ledger_in_memory_outlives_a_fork():
    assert run("fork_in_memory") == "1\n1\n"


def test_a_fork_after_a_change_of_directory(tmp_path):
    assert run("fork_elsewhere", cwd=tmp_path) == "2\n3\n"


def test_a_full_disk_is_no_success(tmp_path):
    """In a process that may write no larger file: the write to the log itself fails."""
    path = tmp_path / "full.db"
    refused, resent = run("fill_disk", url(path)).splitlines()
    last, error = refused.split()
    assert error == "Unavailable"
    assert int(resent) == int(last) + 1
    assert [row[2] for row in stored(path)] == list(range(1, int(resent) + 1))

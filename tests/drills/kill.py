"""Kills the server as a power cut would while phones save; what was acknowledged is there once."""

from http.client import HTTPException
from random import Random
from threading import Semaphore, Thread

from tests.drills.line import Line, served

PHONES = 4


def run(kills: int, seed: int) -> bool:
    """True if nothing was lost and nothing doubled."""
    random = Random(seed)
    with served() as server:
        lines = [Line(server) for _ in range(PHONES)]
        for line in lines:
            line.open_match()
        torn = 0
        for _ in range(kills):
            _play_until_killed(lines, random.randrange(1, 60))
            torn += sum(bool(line.pending) for line in lines)
            server.start()
        for line in lines:
            assert not line.pending or line.save() == 303
        faults = [fault for line in lines for fault in line.faults()]
        saves = sum(len(line.keys) for line in lines)
    print(f"kill: seed {seed}, {kills} kills, {saves} saves, {torn} torn: {len(faults)} faults")
    print(*faults, sep="\n", end="")
    return not faults


def _play_until_killed(lines: list[Line], saves: int) -> None:
    acknowledged = Semaphore(0)
    threads = [Thread(target=_play, args=(line, acknowledged)) for line in lines]
    for thread in threads:
        thread.start()
    for _ in range(saves):
        acknowledged.acquire(timeout=30)
    lines[0].server.kill()
    for thread in threads:
        thread.join()


def _play(line: Line, acknowledged: Semaphore) -> None:
    """Saves until the server does not answer any more."""
    try:
        while line.save() == 303:
            acknowledged.release()
    except (OSError, HTTPException):
        pass

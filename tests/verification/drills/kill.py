"""Kills the server as a power cut would while phones save; what was acknowledged is there once.

Where the ledger lies in PostgreSQL, its server is killed in its turn, and started again while the
phones go on saving.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from random import Random
from threading import Event, Semaphore, Thread
from time import monotonic

from tests.postgres import Cluster
from tests.verification.drills.line import Line, served

PHONES = 4
LONGEST = 25.0
"""Seconds that no answer may take, whatever was killed meanwhile."""


def run(kills: int, seed: int, cluster: Cluster | None = None) -> bool:
    """True if nothing was lost and nothing doubled, and no phone waited too long."""
    random = Random(seed)
    with served(cluster) as server:
        phones = [Phone(Line(server)) for _ in range(PHONES)]
        torn = ends = 0
        for kill in range(kills):
            saves = random.randrange(1, 60)
            if cluster and kill % 2:
                _outlive(phones, saves, cluster)
                ends += 1
            else:
                _play_until_killed(phones, saves)
                torn += sum(bool(phone.line.pending) for phone in phones)
                server.start()
        for phone in phones:
            assert not phone.line.pending or phone.line.save() == 303
        faults = [fault for phone in phones for fault in phone.line.faults()]
        saves = sum(len(phone.line.keys) for phone in phones)
    longest = max(phone.longest for phone in phones)
    told = f"{kills} kills, {ends} of them the database's" if cluster else f"{kills} kills"
    told += f", {saves} saves, {torn} torn, {sum(phone.refused for phone in phones)} refused"
    print(f"kill: seed {seed}, {told}, all within {longest:.1f} s: {len(faults)} faults")
    print(*faults, sep="\n", end="")
    return not faults and longest < LONGEST


class Phone:
    """Saves one round after another, and looks how long each takes."""

    def __init__(self, line: Line) -> None:
        self.line, self.longest, self.refused = line, 0.0, 0
        line.open_match()

    def save(self) -> bool:
        """True if the pending round was saved; it is refused while there is no database."""
        began = monotonic()
        status = self.line.save()
        self.longest = max(self.longest, monotonic() - began)
        self.refused += status == 503
        assert status in (303, 503), status
        return status == 303


def _play_until_killed(phones: list[Phone], saves: int) -> None:
    with _playing(phones, saves, Event()):
        phones[0].line.server.kill()


def _outlive(phones: list[Phone], saves: int, cluster: Cluster) -> None:
    """Plays while the database is killed and comes back, until each phone has saved again."""
    over = Event()
    with _playing(phones, saves, over) as acknowledged:
        cluster.kill()
        cluster.start()
        for _ in range(2 * len(phones)):
            assert acknowledged.acquire(timeout=LONGEST), "nobody saves since the database is back"
        over.set()


@contextmanager
def _playing(phones: list[Phone], saves: int, over: Event) -> Iterator[Semaphore]:
    """While the phones play, once so many saves were acknowledged; afterwards they have stopped."""
    acknowledged = Semaphore(0)
    threads = [Thread(target=_play, args=(phone, acknowledged, over)) for phone in phones]
    for thread in threads:
        thread.start()
    for _ in range(saves):
        acknowledged.acquire(timeout=30)
    yield acknowledged
    for thread in threads:
        thread.join()


def _play(phone: Phone, acknowledged: Semaphore, over: Event) -> None:
    """Saves until it is over, or the server does not answer any more."""
    try:
        while not over.is_set():
            if phone.save():
                acknowledged.release()
    except (OSError, HTTPException):
        pass

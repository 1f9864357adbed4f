"""Holds half-sent and idle connections open while phones play, and times each of their pages."""

import socket
from contextlib import suppress
from random import Random
from statistics import quantiles
from threading import Event, Thread
from time import monotonic, sleep

from tests.postgres import Cluster
from tests.verification.drills.line import Line, served

HALF, IDLE, PHONES = 200, 500, 50
BODY = b"POST /watch HTTP/1.1\r\nHost: pub\r\nContent-Length: 100\r\n\r\ncode="
SLOWEST = 1.0
"""Seconds that no page may take."""
THINKING = (0.5, 2.5)
"""Seconds between two taps, from … to."""


def run(seconds: int, seed: int, cluster: Cluster | None = None) -> bool:
    """True if every page came, and within the time."""
    with served(cluster) as server:
        lines = [Line(server) for _ in range(PHONES)]
        for line in lines:
            line.open_match()
        over = Event()
        holder = Thread(target=_hold, args=(server.port, over))
        holder.start()
        sleep(2)  # until all of them are held
        took: list[float] = []
        wrong: list[str] = []
        phones = [
            Thread(target=_play, args=(line, Random(f"{seed}-{n}"), over, took, wrong))
            for n, line in enumerate(lines)
        ]
        for phone in phones:
            phone.start()
        sleep(seconds)
        over.set()
        for thread in (*phones, holder):
            thread.join()
        wrong += [fault for line in lines for fault in line.faults()]
    p50, p99 = quantiles(took, n=100)[49], quantiles(took, n=100)[98]
    print(f"half: {HALF} half-sent, {IDLE} idle, {PHONES} phones, {seconds} s: {len(took)} pages,")
    print(
        f"  half of them within {p50:.3f} s, 99 % within {p99:.3f} s, all within {max(took):.3f} s"
    )
    print(*wrong, sep="\n", end="")
    return not wrong and max(took) < SLOWEST


def _play(line: Line, random: Random, over: Event, took: list[float], wrong: list[str]) -> None:
    """Looks at the sheet and saves a round, in turn."""
    while not over.wait(random.uniform(*THINKING)):
        began = monotonic()
        try:
            status = line.save() if random.random() < 0.5 else line.ask("GET", f"/m/{line.code}")[0]
        except OSError as error:
            wrong.append(f"{line.code}: {error!r}")
            return
        took.append(monotonic() - began)
        if status not in (200, 303):
            wrong.append(f"{line.code}: {status}")


def _hold(port: int, over: Event) -> None:
    """Keeps so many connections open: whatever the server ends is opened anew."""
    kinds = [BODY] * HALF + [b""] * IDLE
    held = [_opened(port, sends) for sends in kinds]
    while not over.wait(0.2):
        for at, sends in enumerate(kinds):
            if _has_ended(held[at]):
                held[at].close()
                held[at] = _opened(port, sends)
    for each in held:
        each.close()


def _opened(port: int, sends: bytes) -> socket.socket:
    held = socket.create_connection(("127.0.0.1", port), 30)
    held.sendall(sends)
    held.setblocking(False)
    return held


def _has_ended(held: socket.socket) -> bool:
    with suppress(BlockingIOError):
        while held.recv(4096):
            pass
        return True
    return False

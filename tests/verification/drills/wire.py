"""Cuts the line between a ledger and its PostgreSQL at any byte, to and fro: each save is written
once, whether its answer came or not.
"""

import select
import socket
from contextlib import closing, suppress
from random import Random
from threading import Thread

from scorekeeper.ledger import Ledger, open_ledger
from tests.on_postgres import QUICK
from tests.postgres import Cluster, running_cluster

NEVER = 10**9


def run(cuts: int, seed: int, cluster: Cluster | None = None) -> bool:
    """True if no save was lost, and none doubled."""
    if cluster is None:
        with running_cluster(**QUICK) as own:
            return run(cuts, seed, own)
    random, address = Random(seed), cluster.database()
    with closing(Wire(cluster.port)) as wire:
        through = address.replace(f":{cluster.port}/", f":{wire.port}/")
        with closing(open_ledger(through)) as ledger:
            ledger.append("WIRE", 0, "k0", "opened", {})
            places = _length_of_a_save(ledger, wire)
            n = 1
            while n < cuts:
                # Every byte once, then every byte again; the first of a run are spread evenly.
                for place in random.sample(range(places), min(places, cuts - n)):
                    wire.left, n = place, n + 1
                    _save(ledger, n)
            wire.left = NEVER
    with closing(open_ledger(address)) as ledger:
        found = [event.key for event in ledger.read("WIRE")]
    faults = [] if found == [f"k{n}" for n in range(n + 1)] else ["not every save once, in order"]
    print(f"wire: seed {seed}, {n} saves, {wire.cuts} cut of {places} bytes: {len(faults)} faults")
    print(*faults, sep="\n", end="")
    return not faults


def _save(ledger: Ledger, n: int) -> None:
    ledger.append("WIRE", n, f"k{n}", "recorded", {"n": "♥" * 20})


def _length_of_a_save(ledger: Ledger, wire: "Wire") -> int:
    """The bytes to and fro of the first save."""
    wire.left = NEVER
    _save(ledger, 1)
    return NEVER - wire.left


class Wire:
    """A line to a port of this machine, cut once `left` bytes have gone over it, to or fro."""

    def __init__(self, to: int) -> None:
        self._to, self.left, self.cuts = to, NEVER, 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Takes nobody in any more."""
        self._door.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                Thread(target=self._carry, args=(here, there), daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        """Carries bytes from each end to the other, until one hangs up or the line is cut."""
        other = {here: there, there: here}
        with closing(here), closing(there), suppress(OSError):
            while True:
                for end in select.select([here, there], [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    other[end].sendall(data[: self.left])
                    if len(data) > self.left:
                        self.left, self.cuts = NEVER, self.cuts + 1
                        return
                    self.left -= len(data)

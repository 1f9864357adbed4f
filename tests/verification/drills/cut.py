"""Cuts saves on the line, at every byte in turn: never a row, and the resend makes exactly one."""

import socket
import struct
from contextlib import closing, suppress
from random import Random
from uuid import uuid4

from tests.postgres import Cluster
from tests.verification.drills.line import PATIENCE, Line, events, served


def run(cuts: int, seed: int, cluster: Cluster | None = None) -> bool:
    """True if no cut save made a row, and each resend made one."""
    random, faults, n = Random(seed), list[str](), 0
    with served(cluster) as server:
        line = Line(server)
        line.open_match()
        line.pending = str(uuid4())
        places = list(range(len(_request(line))))
        while n < cuts:
            # Every byte once, then every byte again; the first ones of a run are spread evenly.
            for place in random.sample(places, min(len(places), cuts - n)):
                faults += _cut_and_resend(line, place, reset=random.random() < 0.5)
                n += 1
        faults += line.faults()
    print(f"cut: seed {seed}, {n} cuts of {len(places)} bytes: {len(faults)} faults")
    print(*faults, sep="\n", end="")
    return not faults


def _cut_and_resend(line: Line, place: int, *, reset: bool) -> list[str]:
    line.pending = line.pending or str(uuid4())
    rows = len(events(line.server, line.code))
    _send(line, _request(line)[:place], reset=reset)
    if len(events(line.server, line.code)) != rows:
        return [f"cut at byte {place}: a row"]
    key = line.pending
    statuses = [line.save()]
    line.keys, line.pending = [k for k in line.keys if k != key], key
    statuses.append(line.save())
    written = len(events(line.server, line.code)) - rows
    if (statuses, written) != ([303, 303], 1):
        return [f"cut at byte {place}: sent again twice, {statuses}, {written} rows"]
    return []


def _request(line: Line) -> bytes:
    """The pending save as it travels."""
    body = line.body(line.fields)
    head = (
        f"POST /m/{line.code}/entries HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {line.cookie}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _send(line: Line, data: bytes, *, reset: bool) -> None:
    """Sends a part of a request and hangs up: in an orderly way, or as a line that breaks."""
    phone = socket.create_connection(("127.0.0.1", line.server.port), PATIENCE)
    with closing(phone), suppress(ConnectionError):
        phone.sendall(data)
        if reset:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return
        phone.shutdown(socket.SHUT_WR)
        while phone.recv(4096):
            pass

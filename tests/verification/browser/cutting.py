"""A line between phone and server that can be cut: what is sent arrives, no answer comes back; or
nothing arrives at all; or only some bytes of a save or its answer; or that holds streams back, as
some proxies do.
"""

import re
import socket
import struct
import threading
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from math import inf

RESET = struct.pack("ii", 1, 0)
"""Closed so, a connection ends with a reset, as by a phone that left the network."""
TURNED_AWAY = b"HTTP/1.1 %s\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"


@dataclass
class FaultyProxy:
    """Hands on everything to a port of this machine, but while it is `cut` no answer to a save, and
    while it `holds` of a stream only that it has begun. While it is `mute` no answer comes back,
    and none is refused, either; while it is `down` there is no line. Of the next save only so many
    bytes of the `question` arrive, or of its `answer` come back, and the line is reset. Of
    the worker's scripts each `other[0]` comes as `other[1]`, which is as long. Of the answer to the
    next question that begins with `stalls` only the head comes, and no end.
    """

    port: int
    cut: bool = False
    holds: bool = False
    mute: bool = False
    down: bool = False
    question: int | None = None
    answer: int | None = None
    what: bytes = b"POST /pocket/send"
    most: float = inf
    turned_away: bytes = b""
    """What is said of a question that begins with `what` and has more than `most` bytes: if it is
    nothing, the line is reset.
    """
    late: threading.Event = field(default_factory=threading.Event)
    """While it is not set, answers to saves are held back; they come when it is."""
    other: tuple[bytes, bytes] = (b"", b"")
    stalls: bytes = b""
    stalled: socket.socket | None = None
    """The connection to the server on which an answer stalls."""
    door: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))

    def __post_init__(self) -> None:
        self.late.set()
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.door.getsockname()[1]}"

    def mend(self) -> None:
        """Everything goes over it again."""
        for each in fields(self):
            if each.default is not MISSING:
                setattr(self, each.name, each.default)
        self.late.set()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self.door.accept()
                server = self._connected()
                if server is None:
                    phone.close()
                    continue
                for way in ((phone, server), (server, phone)):
                    threading.Thread(target=self._carry, args=way, daemon=True).start()

    def _connected(self) -> socket.socket | None:
        """A connection to the server; None where there is no line, or no server any more."""
        with suppress(OSError):
            return None if self.down else socket.create_connection(("127.0.0.1", self.port))
        return None

    def _carry(self, source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if self.down or self._is_cut(source, to, data):
                    break
                if self.stalls and data.startswith(self.stalls):
                    self.stalled, self.stalls = to, b""
                if self.holds and b"text/event-stream" in data:
                    to.sendall(_head(data))
                    while source.recv(65536) and self.holds:
                        pass
                    break
                to.sendall(self._passing(source, data))
        for end in (source, to):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _passing(self, source: socket.socket, data: bytes) -> bytes:
        """What of it is handed on."""
        if self.mute and source.getpeername()[1] == self.port:
            return b""
        return _head(data) if self.stalled is source else self._altered(source, data)

    def _is_cut(self, source: socket.socket, to: socket.socket, data: bytes) -> bool:
        """True if the line ends here, within a save or its answer, as the test wants it."""
        if data.startswith(self.what) and _length(data) > self.most:
            self._turn_away(source, data)
            return True
        if data.startswith(b"POST /m/") and self.question is not None:
            self._send_some(source, to, data, self.question)
            self.question = None
            return True
        if not _is_saved(data):
            return False
        self.late.wait()
        if self.answer is not None:
            to.sendall(data[: min(self.answer, len(data) - 1)])
        elif not self.cut:
            return False
        to.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.answer = None
        return True

    def _turn_away(self, source: socket.socket, data: bytes) -> None:
        _whole(source, data)
        if self.turned_away:
            source.sendall(TURNED_AWAY % self.turned_away)
        else:
            source.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)

    def _send_some(self, source: socket.socket, to: socket.socket, data: bytes, size: int) -> None:
        """Hands on that many bytes of a question, all but the last at most; then ends the line."""
        data = _whole(source, data)
        to.sendall(data[: min(size, len(data) - 1)])
        source.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)

    def _altered(self, source: socket.socket, data: bytes) -> bytes:
        """What is handed on: asked for unpacked, the worker's script may be another one."""
        if b"worker.js" in data.partition(b"\r\n")[0]:
            return data.replace(b"Accept-Encoding:", b"X-Nothing-There:")
        if self.other[0] and b"text/javascript" in data:
            return _whole(source, data).replace(*self.other)
        return data


def _head(data: bytes) -> bytes:
    """The head of an answer; nothing where this is more of its body."""
    head, end, _ = data.partition(b"\r\n\r\n")
    return head + end if end else b""


def _length(data: bytes) -> int:
    """The bytes of the body of a message that begins with the data."""
    length = re.search(rb"\r\nContent-Length: (\d+)\r\n", data, re.IGNORECASE)
    return int(length[1] if length else 0)


def _whole(source: socket.socket, data: bytes) -> bytes:
    """A message that begins with the data, with what of its body is still to come."""
    size = data.index(b"\r\n\r\n") + 4 + _length(data)
    while len(data) < size and (more := source.recv(65536)):
        data += more
    return data


def _is_saved(data: bytes) -> bool:
    """True for the answer to a form that was saved: it says where to go."""
    head = data.partition(b"\r\n\r\n")[0]
    return head.startswith((b"HTTP/1.1 303", b"HTTP/1.1 201")) and b"\r\nLocation:" in head

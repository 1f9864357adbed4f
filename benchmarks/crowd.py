"""Phones by the thousand: one process opens their streams and notes when each hears of a save.

It speaks HTTP over bare sockets, so that what it costs itself is not taken for the server's.
"""

import asyncio
import re
import resource
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import chain
from time import monotonic

from benchmarks.ratio import Environ

HERE = "127.0.0.1"
AT_ONCE = 100
"""Phones that knock at the same moment: more would fill the queue of the server's door."""
LINES = 16
"""On which saves are sent and pages fetched, as a proxy keeps them open."""
PATIENCE = 20.0
"""Seconds until what was saved has to be heard."""
NUMBER = re.compile(rb"^id: (\d+)$", re.MULTILINE)
Save = tuple[int, int, Environ]
"""A save to be sent: its table, the number that its event will have, and the request."""
SEE_OTHER = b"HTTP/1.1 303"
BROWSER = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36",
    "Accept": "text/event-stream",
    "Accept-Language": "cs-CZ,cs;q=0.9,sk;q=0.8,en;q=0.7",
    "HX-Request": "true",
    "HX-Current-URL": "https://scores.example/m/ABCD/watch",
    "Referer": "https://scores.example/",
    "sec-ch-ua": '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
    "sec-ch-ua-mobile": "?1",
    "sec-ch-ua-platform": '"Android"',
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "X-Forwarded-For": "192.0.2.17",
    "X-Forwarded-Proto": "https",
}
"""What a phone says of itself with each request: it weighs in the server's memory."""
PART = {"HX-Request-Type": "partial"}
NOTHING_MORE: Mapping[str, str] = {}
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Listener(asyncio.Protocol):
    """A phone that follows a table: event → the moment at which it was heard.

    `look` is called with the number of the event that it knew before, whenever it hears of more.
    """

    def __init__(self, request: bytes, look: Callable[[int], None]) -> None:
        self._request, self._look = request, look
        self.heard: dict[int, float] = {}
        self.alive: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        at = monotonic()
        for number in map(int, NUMBER.findall(data)):
            if self.heard and number not in self.heard:
                self._look(max(self.heard))
            self.heard.setdefault(number, at)
            if not self.alive.done():
                self.alive.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.alive.done():
            self.alive.set_exception(ConnectionError("the server hung up"))


@dataclass
class Saved:
    """A save: which table, the number of its event, and when it was answered."""

    table: int
    number: int
    at: float


@dataclass
class Crowd:
    """All that listen at some tables, and, if they are `curious`, fetch what is new there.

    A table is a path and the cookie of its phones.
    """

    port: int
    tables: Sequence[tuple[str, str]]
    curious: bool = False
    listeners: list[list[Listener]] = field(default_factory=list)
    fetched: list[int] = field(default_factory=list)
    """Bytes of each answer."""
    _wanted: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    _fetching: list[asyncio.Task[None]] = field(default_factory=list)

    async def come(self, each: int) -> None:
        """Lets so many phones follow each table."""
        self.listeners = [[] for _table in self.tables]
        gate = asyncio.Semaphore(AT_ONCE)

        async def join(table: int) -> None:
            loop, (path, cookie) = asyncio.get_running_loop(), self.tables[table]
            request = _get(f"{path}/live", cookie)
            async with gate:
                _, listener = await loop.create_connection(
                    lambda: Listener(request, partial(self._look, table)), HERE, self.port
                )
                await asyncio.wait_for(listener.alive, PATIENCE)
            self.listeners[table].append(listener)

        coming = (join(table) for table in range(len(self.tables)) for _phone in range(each))
        await asyncio.gather(*coming)
        if self.curious:
            self._fetching = [asyncio.ensure_future(self._fetch()) for _line in range(LINES)]

    def _look(self, table: int, since: int) -> None:
        if self.curious:
            path, cookie = self.tables[table]
            self._wanted.put_nowait(_get(f"{path}/watch?since={since}", cookie, PART))

    async def _fetch(self) -> None:
        line = await asyncio.open_connection(HERE, self.port)
        while True:
            _head, size = await _asked(line, await self._wanted.get())
            self.fetched.append(size)
            self._wanted.task_done()

    async def rest(self) -> None:
        """Waits until all that is wanted has been fetched."""
        await asyncio.wait_for(self._wanted.join(), PATIENCE)

    def go(self) -> None:
        """Lets all of them leave."""
        for fetching in self._fetching:
            fetching.cancel()
        for listener in chain(*self.listeners):
            listener.transport.close()

    async def delays(self, saves: Iterable[Saved]) -> list[float]:
        """Milliseconds from the answer of each save until each listener of its table heard of it.

        Raises TimeoutError if one never does.
        """
        until = monotonic() + PATIENCE
        found: list[float] = []
        for saved in saves:
            for listener in self.listeners[saved.table] if self.listeners else ():
                found.append(await _heard(listener, saved, until))
        return found


async def _heard(listener: Listener, saved: Saved, until: float) -> float:
    while True:
        # Two saves in one breath are told as one: the later number says both.
        heard = [at for number, at in listener.heard.items() if number >= saved.number]
        if heard:
            return max(0.0, min(heard) - saved.at) * 1e3
        if monotonic() > until:
            raise TimeoutError(f"event {saved.number} was never heard")
        await asyncio.sleep(0.02)


async def write(
    port: int, requests: Sequence[tuple[int, int, Environ]], pace: float
) -> list[Saved]:
    """Sends saves, each made of its table, its event and its form, at a pace in seconds.

    Raises RuntimeError if one is refused.
    """
    lines: asyncio.Queue[Line] = asyncio.Queue()
    for _line in range(LINES):
        lines.put_nowait(await asyncio.open_connection(HERE, port))
    done: list[Saved] = []

    async def save(table: int, number: int, environ: Environ) -> None:
        line = await lines.get()
        head, _size = await _asked(line, _post(environ))
        done.append(Saved(table, number, monotonic()))
        lines.put_nowait(line)
        if not head.startswith(SEE_OTHER):
            raise RuntimeError(f"a save was answered with {head[:40]!r}")

    began, running = monotonic(), []
    for n, request in enumerate(requests):
        await asyncio.sleep(max(0.0, began + n * pace - monotonic()))
        running.append(asyncio.ensure_future(save(*request)))
    await asyncio.gather(*running)
    while not lines.empty():
        lines.get_nowait()[1].close()
    return done


async def _asked(line: Line, request: bytes) -> tuple[bytes, int]:
    """The head of an answer, and how many bytes its body has."""
    reader, writer = line
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    found = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    return head, len(await reader.readexactly(int(found[1]) if found else 0))


def _get(path: str, cookie: str, more: Mapping[str, str] = NOTHING_MORE) -> bytes:
    head = {"Host": "pub", "Cookie": cookie, **BROWSER, **more}
    return _head(f"GET {path}", head)


def _head(what: str, head: Mapping[str, object]) -> bytes:
    lines = (f"{name}: {value}" for name, value in head.items())
    return "\r\n".join((f"{what} HTTP/1.1", *lines, "", "")).encode()


def _post(environ: Environ) -> bytes:
    body: BytesIO = environ["wsgi.input"]
    sent = body.getvalue()
    head = {
        "Host": "pub",
        "Cookie": environ["HTTP_COOKIE"],
        "Content-Type": environ["CONTENT_TYPE"],
        "Content-Length": len(sent),
    }
    return _head(f"POST {environ['PATH_INFO']}", head) + sent


def allow_many_sockets() -> None:
    """Lets this process open as many sockets as the system allows at all."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

"""A phone: it keeps its connection, its cookies and its files as a browser does, and is timed."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import urlencode, urlsplit

from gevent import socket

from benchmarks.load.figures import Figures
from benchmarks.load.forms import Pairs

PATIENCE = 30.0
"""Seconds after which a phone does not wait any longer."""
IDLE = 8.0
"""Seconds after which a connection is not trusted any more: the server ends one that is silent."""
FOUND = (200, 204, 303)
BROKEN = (OSError, ValueError, IndexError)
"""What a connection raises that breaks off, or an answer that is none."""
COMPLAINT = re.compile(
    r'class="errors".*?<a\b[^>]*>([^<]+)|class="(?:strip|empty)"[^>]*>([^<]+)', re.DOTALL
)
FILE = re.compile(r'(?:href|src)="(/static/[^"]+)"')
BROWSER = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36",
    "Accept-Language": "cs-CZ,cs;q=0.9,sk;q=0.8,en;q=0.7",
}
PART = {"HX-Request": "true", "HX-Request-Type": "partial"}
"""What htmx says when it wants a part of a page."""


class Failed(Exception):
    """A request was not answered, or not as it should be; the message says how.

    `again` says that the same may be sent again: nothing was answered, or that nothing can be done
    just now.
    """

    def __init__(self, what: str, again: bool) -> None:
        super().__init__(what)
        self.again = again


@dataclass(frozen=True)
class Answer:
    """An answer: its status, its headers in small letters, its text."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def leads_to(self) -> str:
        """The path that it redirects to; empty if it does not."""
        return urlsplit(self.headers.get("location", ""))._replace(scheme="", netloc="").geturl()


class Wire:
    """A connection to the server, on which one request is answered after the other."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.reader: Any = self.socket.makefile("rb")
        self.used = monotonic()

    def close(self) -> None:
        """Hangs up."""
        self.reader.close()
        self.socket.close()

    def ask(self, request: bytes) -> tuple[int, dict[str, str]]:
        """Sends a request; gives the status and the headers of its answer.

        Raises OSError; a ConnectionError if the other end hung up without a word.
        """
        self.used = monotonic()
        self.socket.sendall(request)
        first = self.reader.readline()
        if not first:
            raise ConnectionResetError("the server hung up")
        headers: dict[str, str] = {}
        while (line := self.reader.readline().decode("latin-1").rstrip("\r\n")) != "":
            name, _colon, value = line.partition(": ")
            both = f"{headers[name.lower()]}\n{value}" if name.lower() in headers else value
            headers[name.lower()] = both
        return int(first.split()[1]), headers

    def body(self, headers: Mapping[str, str]) -> bytes:
        """The body of an answer. Raises ConnectionError if it breaks off."""
        if headers.get("transfer-encoding") == "chunked":
            return b"".join(iter(self.chunk, b""))
        size = int(headers.get("content-length", 0))
        data: bytes = self.reader.read(size)
        if len(data) < size:
            raise ConnectionResetError("the answer breaks off")
        return data

    def chunk(self) -> bytes:
        """The next piece of a body that is sent as it comes; empty at its end."""
        size = int(self.reader.readline() or b"0", 16)
        data: bytes = self.reader.read(size)
        self.reader.readline()
        return data


@dataclass
class Phone:
    """Somebody's phone at the server; `address` is the one that it comes from."""

    port: int
    address: str
    figures: Figures
    cookies: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """What the browser has kept: address → ETag."""
    _free: list[Wire] = field(default_factory=list)
    """Connections on which nothing is asked just now."""

    def get(self, kind: str, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Asks for a page or a part of one. Raises Failed."""
        return self.ask(kind, "GET", path, headers or {})

    def post(self, kind: str, path: str, form: Pairs, part: bool = False) -> Answer:
        """Sends a form, as htmx does if it wants a `part` of the page. Raises Failed."""
        kept = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask(kind, "POST", path, kept | (PART if part else {}), urlencode(form).encode())

    def page(self, kind: str, path: str) -> str:
        """Opens a page, and with it whatever it needs that is not here yet. Raises Failed."""
        answer = self.get(kind, path)
        if answer.leads_to:
            answer = self.get(kind, answer.leads_to)
        self.fetch_files(answer.text)
        return answer.text

    def fetch_files(self, html: str) -> None:
        """Fetches what a page needs; what is here is kept for a year."""
        for path in dict.fromkeys(FILE.findall(html)):
            if path not in self.files:
                self.files[path] = self.get("file", path).headers.get("etag", "")

    def reload_files(self) -> None:
        """Asks for each file whether it is still the same, as at a reload. Raises Failed."""
        for path, tag in self.files.items():
            self.ask("unchanged", "GET", path, {"If-None-Match": tag}, expected=(304,))

    def ask(
        self,
        kind: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes = b"",
        expected: tuple[int, ...] = FOUND,
    ) -> Answer:
        """One request, timed from its first byte to the last one of the answer. Raises Failed."""
        request = self._head(method, path, headers, body) + body
        began = monotonic()
        try:
            status, received, data = self._answered(request)
        except BROKEN as error:
            raise self._failed(kind, f"{type(error).__name__}: {error}") from error
        took = (monotonic() - began) * 1000
        if status not in expected:
            why = complaint_on(text_of(received, data))
            what = f"{method} was answered with {status} {why}"
            raise self._failed(kind, what.rstrip(), again=status >= 500)
        self.figures.note(kind, took)
        self._keep_cookies(received.get("set-cookie", ""))
        return Answer(status, received, text_of(received, data))

    def _failed(self, kind: str, what: str, again: bool = True) -> Failed:
        self.figures.fail(kind, what)
        return Failed(f"{kind}: {what}", again)

    def _answered(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        """As browsers do, what was sent on a connection that had ended is sent once more."""
        if wire := self._kept():
            with suppress(ConnectionError):
                return self._asked(wire, request)
        return self._asked(Wire(self.port), request)

    def _asked(self, wire: Wire, request: bytes) -> tuple[int, dict[str, str], bytes]:
        keeps = False
        try:
            status, headers = wire.ask(request)
            data = b"" if status in (204, 304) else wire.body(headers)
            keeps = headers.get("connection") != "close"
        finally:
            if keeps:
                self._free.append(wire)
            else:
                wire.close()
        return status, headers, data

    def _kept(self) -> Wire | None:
        """A connection that is still there; those on which nobody spoke for long are closed."""
        while self._free:
            wire = self._free.pop()
            if monotonic() - wire.used < IDLE:
                return wire
            wire.close()
        return None

    def hang_up(self) -> None:
        """Ends all connections on which nothing is asked."""
        while self._free:
            self._free.pop().close()

    def stream(self, path: str) -> Wire:
        """Opens a stream on a connection of its own; gives that. Raises Failed."""
        wire = None
        try:
            wire = Wire(self.port)
            status, _headers = wire.ask(self._head("GET", path, {"Accept": "text/event-stream"}))
        except BROKEN as error:
            raise self._failed("stream", f"{type(error).__name__}: {error}") from error
        if status != 200:
            wire.close()
            raise self._failed("stream", f"was answered with {status}")
        return wire

    def _head(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        sent = {"Host": "pub", **BROWSER, "X-Forwarded-For": self.address, **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            sent["Content-Length"] = str(len(body))
        lines = (f"{name}: {value}" for name, value in sent.items())
        return "\r\n".join((f"{method} {path} HTTP/1.1", *lines, "", "")).encode()

    def _keep_cookies(self, header: str) -> None:
        for line in filter(None, header.split("\n")):
            name, _is, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value


def complaint_on(page: str) -> str:
    """What a page says first of what is wrong; empty if it does not.

    >>> complaint_on('<ul class="errors"><li><a href="#n">Who lost?</a>')
    'Who lost?'
    >>> complaint_on('<p class="strip" role="alert">Somebody was quicker.</p>')
    'Somebody was quicker.'
    """
    found = COMPLAINT.search(page)
    return (found[1] or found[2]).strip() if found else ""


def text_of(headers: Mapping[str, str], data: bytes) -> str:
    """The text of a body; empty for one that is no text.

    >>> text_of({"content-type": "text/html; charset=utf-8"}, "š".encode())
    'š'
    """
    is_text = headers.get("content-type", "").startswith("text/html")
    return str(data, "utf-8") if is_text else ""

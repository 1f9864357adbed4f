"""A server: one process with its memory, on a file that another one may share.

The app is the real one. A start makes anew what a process makes at its start: the connection, the
folds, the pages that it remembers; a kill drops them wherever the code is, without a word to the
file. What a process does is cut into points, between which others may act and it may die.
"""

import logging
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask

from scorekeeper.ledger import Ledger, open_ledger, sqlite
from scorekeeper.match.actions import Matches
from scorekeeper.web import create_app
from tests.verification.simulation.clock import CLOCK
from tests.verification.simulation.disk import Disk

SETTINGS = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}

Point = Callable[[bool], None]
"""What happens at a point of what a server does; it may raise Killed. True: what follows can fail,
so it may raise sqlite3.OperationalError as well.
"""


class Killed(BaseException):
    """The process has ended in the middle of what it did."""


FORM, JSON = "application/x-www-form-urlencoded", "application/json"


@dataclass(frozen=True)
class Request:
    """What a phone sends: `body` is the form as it is encoded, empty for a look; or JSON, with the
    session's `token` beside it.
    """

    path: str
    cookies: Mapping[str, str]
    body: bytes = b""
    language: str = "cs"
    kind: str = FORM
    token: str = ""

    def environ(self, arrived: int | None) -> dict[str, Any]:
        """As a server is given it when so many bytes of the body have arrived (None: all)."""
        url = urlsplit(self.path)
        return {
            "REQUEST_METHOD": "POST" if self.body else "GET",
            "PATH_INFO": url.path,
            "QUERY_STRING": url.query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "HTTP_ACCEPT_LANGUAGE": self.language,
            "CONTENT_TYPE": self.kind if self.body else "",
            "HTTP_X_CSRFTOKEN": self.token,
            "CONTENT_LENGTH": str(len(self.body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(self.body[:arrived]),
            # As gunicorn says it: the input ends where the line was cut.
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }


@dataclass(frozen=True)
class Answer:
    """What a server sends back; `location` is where it sends the phone on to."""

    status: int
    html: str
    location: str = ""
    cookies: Mapping[str, str] = field(default_factory=dict)


class Server:
    """A process that may be dead. Its clock is wrong by `skew` seconds."""

    def __init__(self, name: str, app: Flask) -> None:
        self.name, self.app = name, app
        self.skew, self.starts = 0.0, 0
        self._point: Point = _nothing
        self.busy = False
        self._lock = Lock()
        self._conn: sqlite3.Connection | None = None

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._conn is not None

    @property
    def matches(self) -> Matches:
        """What the process remembers of matches."""
        open_here: Matches = self.app.extensions["matches"]
        return open_here

    def start(self, disk: Disk) -> None:
        """Begins with nothing in memory."""
        self._lock, self.starts = Lock(), self.starts + 1
        with self.running():
            ledger = open_ledger(f"sqlite:///{disk.path}")
        self.app.extensions["matches"] = Matches(ledger)
        for remembered in remembered_pages():
            remembered.cache_clear()
        self._cut_into_points(ledger, disk)

    def kill(self) -> None:
        """Ends the process as it stands; what it had not committed was never written."""
        if self._conn is not None:
            # A real kill lets its locks go at once; here statements may still hang on tracebacks.
            self._conn.rollback()
            self._conn.close()
            self._conn = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """While this process has the turn: its clock, and the lock that only it holds."""
        before = CLOCK.skew, sqlite._LOCK
        CLOCK.skew, sqlite._LOCK = self.skew, self._lock
        try:
            yield
        finally:
            CLOCK.skew, sqlite._LOCK = before

    def answer(self, request: Request, arrived: int | None = None) -> Answer:
        """The app's answer. Raises Killed, and whatever the app did not catch."""
        head: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            head[:] = int(status[:3]), headers

        self.busy = True
        try:
            with self.running():
                chunks = self.app.wsgi_app(request.environ(arrived), start_response)
                html = b"".join(chunks).decode()
        finally:
            self.busy = False
        status, headers = head
        location = next((value for name, value in headers if name == "Location"), "")
        cookies = dict(_cookie(value) for name, value in headers if name == "Set-Cookie")
        return Answer(status, html, location, cookies)

    @contextmanager
    def disturbed(self, point: Point) -> Iterator[None]:
        """Lets something happen at the points of what the process does meanwhile."""
        self._point = point
        try:
            yield
        finally:
            self._point = _nothing

    def _cut_into_points(self, ledger: Ledger, disk: Disk) -> None:
        """Puts a point on either side of every call of the ledger and of every statement in it."""
        db = vars(ledger)["_db"]
        vars(ledger)["_patience"] = 0.0  # who finds the file locked is told so at once
        self._conn, execute, rollback = db.conn, db.execute, db.rollback

        def watched(sql: str, *parameters: Any) -> sqlite3.Cursor:
            if not self.alive:
                raise Killed
            if sql.startswith("pragma"):
                return cast(sqlite3.Cursor, execute(sql, *parameters))
            if sql.startswith(("insert", "commit")):
                disk.unsynced(execute("pragma synchronous").fetchone()[0])
            self._point(True)
            cursor = execute(sql, *parameters)
            self._point(False)
            return cast(sqlite3.Cursor, cursor)

        db.execute, db.rollback = watched, lambda: rollback() if self.alive else None
        for call in ("append", "read"):
            setattr(ledger, call, self._between_points(getattr(ledger, call)))

    def _between_points(self, call: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(call)
        def watched(*args: Any, **named: Any) -> Any:
            self._point(False)
            result = call(*args, **named)
            self._point(False)
            return result

        return watched


def _nothing(can_fail: bool) -> None:
    pass


def _cookie(header: str) -> tuple[str, str]:
    name, _, value = header.partition(";")[0].partition("=")
    return name, value


@contextmanager
def silent() -> Iterator[None]:
    """Meanwhile the app logs nothing: a world makes trouble on purpose."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


@cache
def apps() -> tuple[Flask, Flask]:
    """Two processes' apps on one instance folder; made once, for every world starts them anew."""
    with TemporaryDirectory() as folder:
        pair = create_app(Path(folder), SETTINGS), create_app(Path(folder), SETTINGS)
    for app in pair:
        app.extensions["matches"].ledger.close()
    return pair


@cache
def remembered_pages() -> tuple[Any, ...]:
    """What the modules of the web remember of pages."""
    modules = [m for name, m in sys.modules.items() if name.startswith("scorekeeper.web.match")]
    return tuple(v for m in modules for v in vars(m).values() if type(v) is type(apps))

"""Serving the app with gunicorn: in the pub from one machine, or behind a proxy for everybody.

Its gevent worker has limits on time. A connection costs a greenlet, not a thread, so idle and
half-sent ones do not stand in anybody's way; but each ends by itself, and a phone that left the
room in the middle of a word is forgotten.
"""

import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from types import FrameType

import gevent
import segno
from flask import Flask
from gevent.lock import BoundedSemaphore
from gunicorn.app.base import BaseApplication
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.sock import create_sockets
from gunicorn.util import write_nonblock
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from scorekeeper.core.rooms import rooms
from scorekeeper.core.turns import TURNS
from scorekeeper.ledger.following import stop_all
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.maintenance.instance import SETTINGS as CONFIG
from scorekeeper.web import create_app
from scorekeeper.web.http import server
from scorekeeper.web.http.limits import HEAD_SECONDS, LINE_SECONDS, LONGEST_LINE, MOST_FIELDS
from scorekeeper.web.http.security import USUAL_HEADERS
from scorekeeper.web.http.settings import settle_memory

SHORTEST_PAUSE = 0.0005
"""Seconds."""

FAILED = "500 Internal Server Error"
ANSWERS = (
    (LimitRequestLine, "414 URI Too Long"),
    (LimitRequestHeaders, "431 Request Header Fields Too Large"),
    (ParseException, "400 Bad Request"),
)
"""What is no request that the app could be given, and how it is answered."""


class OneAfterAnother:
    """Lets all others have a turn before who computes long goes on; of several who do, only one
    goes on at a time, so that nobody waits for all of them.
    """

    def __init__(self) -> None:
        self._turn = BoundedSemaphore(1)

    def __call__(self) -> None:
        with self._turn:
            # Not 0: then it would go on before anybody looks at what has arrived.
            gevent.sleep(SHORTEST_PAUSE)


class PhoneWorker(GeventWorker):
    """A worker whose connections all end: idle, half-sent, or with nobody at the other end."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._waits: dict[gevent.Greenlet, gevent.Timeout] = {}

    def load_wsgi(self) -> None:
        super().load_wsgi()
        TURNS.let_others = OneAfterAnother()
        settle_memory()

    def run(self) -> None:
        """Serves until it is stopped. The process ends here, with everything on the disk: Python
        would take it apart piece by piece, and pieces that miss others complain.
        """
        super().run()
        self.wsgi.extensions["matches"].ledger.close()
        logging.shutdown()
        sys.stdout.flush()
        os._exit(0)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Ends as it does by TERM; gunicorn would leave in the middle of whatever it is at."""
        self.handle_exit(sig, frame)

    def handle(self, listener: object, client: socket.socket, addr: object) -> None:
        """Serves a connection until it ends."""
        # Gunicorn's own gevent worker would wait for ever here.
        client.settimeout(LINE_SECONDS)
        AsyncWorker.handle(self, listener, client, addr)

    def handle_request(
        self, listener_name: object, req: object, sock: object, addr: object
    ) -> object:
        """Answers one request whose headers have arrived."""
        TURNS.begin()
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise StopIteration from None  # it does not take its answer: the connection is closed

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """Ends the connection, without a word, unless a request's headers arrive in time."""
        with gevent.Timeout(HEAD_SECONDS, False) as limit:
            self._waits[gevent.getcurrent()] = limit
            try:
                yield
            finally:
                del self._waits[gevent.getcurrent()]

    def handle_error(
        self, req: object, client: object, addr: Sequence[object], exc: BaseException
    ) -> None:
        """Answers what never reached the app. Unlike gunicorn this repeats nothing of the request,
        neither to the sender nor in the log: an address may hold a token.
        """
        status = next((s for cls, s in ANSWERS if isinstance(exc, cls)), FAILED)
        if status == FAILED:
            self.log.error("a connection failed", exc_info=exc)
        else:
            self.log.warning("security: %s from %s", status, addr[0] if addr else "")
        reason = status.partition(" ")[2]
        head = {"Connection": "close", "Content-Type": "text/plain", "Content-Length": len(reason)}
        lines = [f"{name}: {value}" for name, value in {**head, **dict(USUAL_HEADERS)}.items()]
        with suppress(OSError):
            write_nonblock(client, "\r\n".join((f"HTTP/1.1 {status}", *lines, "", reason)).encode())

    def notify(self) -> None:
        """Says each second that this worker lives; once it stops, hangs up where nobody speaks."""
        super().notify()
        if not self.alive:
            stop_all()
            for greenlet, limit in list(self._waits.items()):
                gevent.kill(greenlet, limit, block=False)


class LoneWorker(PhoneWorker):
    """A worker that is all there is of a server: nobody watches over it, or starts another one."""

    def init_signals(self) -> None:
        super().init_signals()
        signal.signal(signal.SIGHUP, self.handle_exit)  # its terminal is closed

    def notify(self) -> None:
        self.ppid = os.getppid()  # whoever started it may go
        super().notify()


SETTINGS = {
    "worker_class": "scorekeeper.web.http.serve.PhoneWorker",
    # A worker that does not come round for so long is stuck, and started anew.
    "timeout": 60,
    "graceful_timeout": 5,
    "control_socket_disable": True,
    # Links carry tokens: no request is written to a log.
    "accesslog": None,
    "loglevel": "warning",
    "limit_request_line": LONGEST_LINE,
    "limit_request_fields": MOST_FIELDS,
}

EVERYWHERE = ("0.0.0.0", "::", "")
PLAIN_HTTP = """\
Over http their displays go out, and they can neither install the app nor share what it holds.
With https they can: "https in your own network" in scorekeeper/web/http/operation/OPERATING.md."""


class GunicornServer(BaseApplication):
    """Gunicorn with the settings of Scorekeeper."""

    def __init__(self, instance: Path, bind: str, workers: int) -> None:
        self.instance = instance
        # The workers fork, and inherit what this process may open.
        self.phones = server.phones_at_once()
        most = {"worker_connections": self.phones, "workers": workers}
        self.settings = {**SETTINGS, "bind": bind, **most}
        super().__init__()

    def load_config(self) -> None:
        """Takes the settings over."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Serves until it is stopped: one worker in this process, several each in its own."""
        if self.settings["workers"] != 1:
            super().run()
            return
        log = self.cfg.logger_class(self.cfg)
        sockets = create_sockets(self.cfg, log)
        timeout = self.cfg.timeout
        LoneWorker(1, os.getppid(), sockets, self, timeout, self.cfg, log).init_process()

    def load(self) -> Flask:
        """The app, made in each worker: a connection must not cross a fork."""
        return create_app(self.instance, {"WORKERS": self.settings["workers"]})


def serve(instance: Path, host: str, port: int, workers: int) -> int:
    """Serves until it is stopped; first says where. Gives the exit status.

    Raises CannotStart.
    """
    if workers < 1:
        raise server.CannotStart(f"{workers} workers would serve nobody: take --workers 1 or more")
    server.require_free(host, port)
    gunicorn = GunicornServer(instance, server.address(host, port), workers)
    app = create_app(instance, {})  # made to see that it can be; each worker makes its own
    ledger: LedgerStore = app.extensions["matches"].ledger
    ledger.close()
    with app.app_context():
        notices = [notice for room in rooms() for notice in room.notices()]
    hello = greeting(ledger.where, host, port, qr=sys.stdout.isatty())
    for line in (*hello, *server.gone_settings(app), *notices, *server.too_few(gunicorn.phones)):
        print(line, flush=True)
    gunicorn.run()
    return 0


def check_config(instance: Path) -> int:
    """Says that the settings of a folder are fine, and nothing else is done. Raises BadSettings."""
    app = Flask(__name__, instance_path=str(instance.resolve()))
    server.read_config(app, instance / CONFIG)
    for line in (*server.gone_settings(app), f"{instance / CONFIG}: nothing is wrong"):
        print(line)
    return 0


def greeting(data: str, host: str, port: int, qr: bool = False) -> list[str]:
    """The addresses of the app, for this machine and for phones, and where its data lie.

    With `qr` phones can read their address off the terminal.
    """
    own = own_address() if host in EVERYWHERE else ""
    lines = for_phones(f"http://{server.address(own, port)}/", qr) if own else []
    return [f"Scorekeeper: {here(host, port)}", *lines, f"Data: {data}"]


def here(host: str, port: int) -> str:
    """The address of the app for this machine."""
    return f"http://{server.address('localhost' if host in EVERYWHERE else host, port)}/"


def for_phones(url: str, qr: bool) -> list[str]:
    """What phones need to know of an address in this network, which is plain http."""
    drawn = StringIO()
    if qr:
        segno.make(url, error="l").terminal(drawn, compact=True, border=2)
    return [
        f"Phones on the same network: {url}",
        *drawn.getvalue().splitlines(),
        PLAIN_HTTP,
    ]


def own_address() -> str:
    """This machine's address in its network, or nothing. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address: tuple[object, ...] = probe.getsockname()
    return str(address[0])

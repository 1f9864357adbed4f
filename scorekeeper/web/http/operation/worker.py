"""Gunicorn's gevent worker with limits on time: whoever sends half a request waits alone.

A connection costs a greenlet, not a thread, so idle and half-sent ones do not stand in anybody's
way; but each ends by itself, and a phone that left the room in the middle of a word is forgotten.
"""

import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

import gevent
from gevent.lock import BoundedSemaphore
from gunicorn.app.base import BaseApplication
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.sock import create_sockets
from gunicorn.util import write_nonblock
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from scorekeeper.core.turns import TURNS
from scorekeeper.ledger.following import stop_all
from scorekeeper.web.http.memory import settle_memory
from scorekeeper.web.http.security import USUAL_HEADERS
from scorekeeper.web.http.sizes import HEAD_SECONDS, LINE_SECONDS

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


def run_alone(app: BaseApplication) -> None:
    """Serves an app in this process until it is stopped."""
    log = app.cfg.logger_class(app.cfg)
    sockets = create_sockets(app.cfg, log)
    LoneWorker(1, os.getppid(), sockets, app, app.cfg.timeout, app.cfg, log).init_process()

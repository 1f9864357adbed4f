"""Gunicorn's gevent worker with limits on time: whoever sends half a request waits alone.

A connection costs a greenlet, not a thread, so idle and half-sent ones do not stand in anybody's
way; but each ends by itself, and a phone that left the room in the middle of a word is forgotten.
Nor does one ask without end and without reading: each connection is at one request, and one address
holds so many of them.
"""

import socket
import termios
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from random import uniform
from time import monotonic
from typing import Any

import gevent
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.util import close_graceful, write_nonblock
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker
from werkzeug.exceptions import RequestTimeout

from scorekeeper.ledger.following import stop_all
from scorekeeper.web.limits import visitor_of
from scorekeeper.web.memory import settle_memory
from scorekeeper.web.security import HEADERS

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

HEAD_SECONDS = 15
"""From the first answer, or from the connection, until the next request's headers are all there."""
BODY_SECONDS = 20
"""From the headers until the last byte of the body, at most."""
ANSWER_SECONDS = 30
"""How long a phone may take none of the bytes that are sent to it."""


TOO_MANY = "429 Too Many Requests"
FAILED = "500 Internal Server Error"
ANSWERS = (
    (LimitRequestLine, "414 URI Too Long"),
    (LimitRequestHeaders, "431 Request Header Fields Too Large"),
    (ParseException, "400 Bad Request"),
)
"""What is no request that the app could be given, and how it is answered."""


class PhoneWorker(GeventWorker):
    """A worker whose connections all end: idle, half-sent, or with nobody at the other end."""

    wsgi: Wsgi

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._waits: dict[gevent.Greenlet, gevent.Timeout] = {}
        self._held: Counter[str] = Counter()
        """How many connections each address holds at this worker."""

    def load_wsgi(self) -> None:
        """Makes the app that this worker serves."""
        super().load_wsgi()
        self.wsgi = without_request_data(one_at_a_time(self.wsgi))
        settle_memory()

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        """Serves a connection until it ends; one too many of an address is told so."""
        client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        # Gunicorn's own gevent worker would wait for ever here.
        client.settimeout(ANSWER_SECONDS)
        who, most = visitor_of(addr[0] if addr else ""), self.app.connections_per_address
        if who and most and self._held[who] >= most:
            self._refuse(client, TOO_MANY, who, **{"Retry-After": HEAD_SECONDS})
            close_graceful(client)
            return
        self._held[who] += 1
        try:
            AsyncWorker.handle(self, listener, client, addr)
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        """Answers one request whose headers have arrived."""
        reader = req.body.reader
        # Not all at one moment: whoever opened many of them would get as many answers at once.
        req.body.reader = TimelyReader(reader, monotonic() + BODY_SECONDS * uniform(0.75, 1))
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            raise StopIteration from None  # it does not take its answer: the connection is closed
        except StopIteration:
            if is_pipelined(req, sock):
                close_graceful(sock)  # closed at once, the answer itself might not arrive
            raise
        finally:
            # What the app left of the body is read, and counted, as the head of the next request.
            req.body.reader = reader

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """Ends the connection, without a word, unless a request's headers arrive in time."""
        with gevent.Timeout(HEAD_SECONDS, False) as limit:
            self._waits[gevent.getcurrent()] = limit
            try:
                yield
            finally:
                del self._waits[gevent.getcurrent()]

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answers what never reached the app. Unlike gunicorn this repeats nothing of the request,
        neither to the sender nor in the log: an address may hold a token.
        """
        status = next((s for cls, s in ANSWERS if isinstance(exc, cls)), FAILED)
        if status == FAILED:
            self.log.error("a connection failed", exc_info=exc)
        self._refuse(client, status, addr[0] if addr else "")

    def _refuse(self, client: Any, status: str, who: str, **more: object) -> None:
        """Says a status and no more on a connection that ends then."""
        if status != FAILED:
            self.log.warning("security: %s from %s", status, who)
        reason = status.partition(" ")[2]
        head = {"Connection": "close", "Content-Type": "text/plain", "Content-Length": len(reason)}
        lines = [f"{name}: {value}" for name, value in {**head, **more, **HEADERS}.items()]
        with suppress(OSError):
            write_nonblock(client, "\r\n".join((f"HTTP/1.1 {status}", *lines, "", reason)).encode())

    def notify(self) -> None:
        """Says each second that this worker lives; once it stops, hangs up where nobody speaks."""
        super().notify()
        if not self.alive:
            stop_all()
            for greenlet, limit in list(self._waits.items()):
                gevent.kill(greenlet, limit, block=False)


def without_request_data(app: Wsgi) -> Wsgi:
    """Empties the WSGI environment once the app has answered. A stream stays open for hours, and
    its request headers would be a quarter of the memory that it takes.
    """

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = app(environ, start_response)
        sends_files = environ["wsgi.file_wrapper"]
        environ.clear()
        environ["wsgi.file_wrapper"] = sends_files  # gunicorn asks for it
        request = start_response.__self__.req
        # Whether the connection stays is asked at the end.
        request.headers = [each for each in request.headers if each[0] == "CONNECTION"]
        return answer

    return answered


def one_at_a_time(app: Wsgi) -> Wsgi:
    """Closes a connection on which the next request arrived before this one was answered
    (pipelining). Browsers never do that, and a client that does could pile up answers that it does
    not read.
    """

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = app(environ, start_response)
        response = start_response.__self__
        if is_pipelined(response.req, response.sock):
            response.req.force_close()
        return answer

    return answered


def is_pipelined(request: Any, sock: socket.socket) -> bool:
    """True if more has come on a connection than the whole request."""
    reader = request.body.reader.reader
    if getattr(reader, "length", 1):
        return False  # it is the rest of its body, which the app did not want
    return bool(request.unreader.buf.getvalue()) or any(ioctl(sock, termios.FIONREAD, bytes(4)))


class TimelyReader:
    """A body's reader of gunicorn that has to be done before a moment of the monotonic clock."""

    def __init__(self, reader: Any, deadline: float) -> None:
        self.reader, self.deadline = reader, deadline

    def read(self, size: int) -> bytes:
        """Some bytes of the body, none at its end. Raises RequestTimeout when time is up."""
        with gevent.Timeout(max(0, self.deadline - monotonic()), RequestTimeout):
            data: bytes = self.reader.read(size)
        return data

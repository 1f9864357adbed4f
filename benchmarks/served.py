"""The same over the wire: both apps behind gunicorn, as phones meet them."""

import multiprocessing
import socket
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from io import BytesIO
from time import perf_counter, sleep

from flask import Flask
from gunicorn.app.base import BaseApplication

from benchmarks.evening import SAVE_KEY, Table, folder, scorekeeper
from benchmarks.ratio import Environ, Ratio, compare, get, post
from benchmarks.record import SHORT, bare_insert
from benchmarks.sheet import ROWS, bare_page
from scorekeeper.web.http.serve import SETTINGS

CALLS = 20


class _Server(BaseApplication):
    """One gunicorn worker for an app that is already made."""

    connections_per_address = 0

    def __init__(self, app: Flask, port: int) -> None:
        self.app, self.port = app, port
        super().__init__()

    def load_config(self) -> None:
        settings = {"bind": f"127.0.0.1:{self.port}", "worker_class": SETTINGS["worker_class"]}
        for name, value in {**settings, "control_socket_disable": True}.items():
            self.cfg.set(name, value)
        self.cfg.set("loglevel", "error")

    def load(self) -> Flask:
        return self.app


@dataclass(frozen=True)
class Visits:
    """Requests made ready for a served app, sent one after another on one connection."""

    phone: HTTPConnection
    requests: Sequence[Environ]
    status: int

    def microseconds(self) -> float:
        """How long one answer takes on average, there and back."""
        began = perf_counter()
        given = {self._visit(each) for each in self.requests}
        took = perf_counter() - began
        if given != {self.status}:
            raise RuntimeError(f"{self.requests[0]['PATH_INFO']} was answered with {given}")
        return took / len(self.requests) * 1e6

    def _visit(self, environ: Environ) -> int:
        body: BytesIO = environ["wsgi.input"]
        headers = {"Cookie": environ.get("HTTP_COOKIE", ""), "Accept-Language": "cs"}
        if kind := environ.get("CONTENT_TYPE"):
            headers["Content-Type"] = kind
        self.phone.request(
            environ["REQUEST_METHOD"], environ["PATH_INFO"], body.getvalue() or None, headers
        )
        with self.phone.getresponse() as response:
            response.read()
            return response.status


@contextmanager
def served(app: Flask) -> Iterator[HTTPConnection]:
    """A connection to an app that runs in a process of its own for as long as it is needed."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    process = multiprocessing.get_context("fork").Process(target=_Server(app, port).run)
    process.start()
    try:
        yield _connected(port)
    finally:
        process.terminate()
        process.join()


def _connected(port: int) -> HTTPConnection:
    for _try in range(100):
        phone = HTTPConnection("127.0.0.1", port)
        try:
            phone.connect()
        except ConnectionRefusedError:
            sleep(0.05)
        else:
            return phone
    raise RuntimeError("the server did not start")


def measure() -> Iterator[Ratio]:
    """The sheet and a save, each against its bare twin."""
    yield _sheet()
    yield _save()


def _sheet() -> Ratio:
    with scorekeeper() as app:
        table = Table(app, ROWS, durch_every=3)
        with served(app) as phone, served(bare_page()) as bare:
            subject, baseline = compare(
                lambda: Visits(phone, [table.page("/m/{code}")] * CALLS, 200),
                lambda: Visits(bare, [get("/")] * CALLS, 200),
            )
    return Ratio("served: sheet against a bare Jinja table", subject, baseline, 0.75, speed=True)


def _save() -> Ratio:
    form = {f"cards-{n}": "0" for n in range(9)} | {"seen": "11", "key": SAVE_KEY}
    with scorekeeper() as app, folder() as path:
        table = Table(app, SHORT)
        with served(app) as phone, served(bare_insert(path / "bare.db")) as bare:
            subject, baseline = compare(
                lambda: Visits(phone, [table.save() for _ in range(CALLS)], 303),
                lambda: Visits(bare, [post("/", form) for _ in range(CALLS)], 303),
            )
    return Ratio("served: save against a bare insert", subject, baseline, 0.6, speed=True)

"""Serving the app with gunicorn: in the pub from one machine, or behind a proxy for everybody."""

import socket
import sys
from io import StringIO
from pathlib import Path

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication

from scorekeeper.core.rooms import rooms
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.maintenance.instance import SETTINGS as CONFIG
from scorekeeper.web import create_app
from scorekeeper.web.http.operation.server import (
    address,
    gone_settings,
    phones_at_once,
    read_config,
    require_free,
    require_workers,
    too_few,
)
from scorekeeper.web.http.operation.worker import run_alone
from scorekeeper.web.http.sizes import LONGEST_LINE, MOST_FIELDS

SETTINGS = {
    "worker_class": "scorekeeper.web.http.operation.worker.PhoneWorker",
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
        self.phones = phones_at_once()  # the workers fork, and inherit what this process may open
        most = {"worker_connections": self.phones, "workers": workers}
        self.settings = {**SETTINGS, "bind": bind, **most}
        super().__init__()

    def load_config(self) -> None:
        """Takes the settings over."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Serves until it is stopped: one worker in this process, several each in its own."""
        if self.settings["workers"] == 1:
            run_alone(self)
        else:
            super().run()

    def load(self) -> Flask:
        """The app, made in each worker: a connection must not cross a fork."""
        return create_app(self.instance, {"WORKERS": self.settings["workers"]})


def serve(instance: Path, host: str, port: int, workers: int) -> int:
    """Serves until it is stopped; first says where. Gives the exit status.

    Raises CannotStart.
    """
    require_workers(workers)
    require_free(host, port)
    server = GunicornServer(instance, address(host, port), workers)
    for line in (*_first_words(instance, host, port), *too_few(server.phones)):
        print(line, flush=True)
    server.run()
    return 0


def _first_words(instance: Path, host: str, port: int) -> list[str]:
    """What is said at the start, by an app that is made to see that it can be; each worker makes
    its own.
    """
    app = create_app(instance, {})
    ledger: LedgerStore = app.extensions["matches"].ledger
    ledger.close()
    with app.app_context():
        notices = [notice for room in rooms() for notice in room.notices()]
    hello = greeting(ledger.where, host, port, qr=sys.stdout.isatty())
    return [*hello, *gone_settings(app), *notices]


def check_config(instance: Path) -> int:
    """Says that the settings of a folder are fine, and nothing else is done. Raises BadSettings."""
    app = Flask(__name__, instance_path=str(instance.resolve()))
    read_config(app, instance / CONFIG)
    for line in (*gone_settings(app), f"{instance / CONFIG}: nothing is wrong"):
        print(line)
    return 0


def greeting(data: str, host: str, port: int, qr: bool = False) -> list[str]:
    """The addresses of the app, for this machine and for phones, and where its data lie.

    With `qr` phones can read their address off the terminal.
    """
    own = own_address() if host in EVERYWHERE else ""
    lines = for_phones(f"http://{address(own, port)}/", qr) if own else []
    return [f"Scorekeeper: {here(host, port)}", *lines, f"Data: {data}"]


def here(host: str, port: int) -> str:
    """The address of the app for this machine."""
    return f"http://{address('localhost' if host in EVERYWHERE else host, port)}/"


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

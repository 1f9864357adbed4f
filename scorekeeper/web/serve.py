"""Serving the app with gunicorn: in the pub from one machine, or behind a proxy for everybody."""

import socket
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from scorekeeper.web import create_app

SETTINGS = {
    "worker_class": "gthread",
    "threads": 4,
    "timeout": 60,
    "graceful_timeout": 5,
    "keepalive": 15,
    "control_socket_disable": True,
    # Links carry tokens: no request is written to a log.
    "accesslog": None,
    "loglevel": "warning",
    "limit_request_line": 2048,
    "limit_request_fields": 50,
}


class Server(BaseApplication):
    """Gunicorn with the settings of Scorekeeper."""

    def __init__(self, instance: Path, bind: str, workers: int) -> None:
        self.instance = instance
        self.settings = {**SETTINGS, "bind": bind, "workers": workers}
        super().__init__()

    def load_config(self) -> None:
        """Takes the settings over."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app, made in each worker: a connection must not cross a fork."""
        return create_app(self.instance, {})


def serve(instance: Path, host: str, port: int, workers: int) -> int:
    """Serves until it is stopped; first says where. Gives the exit status."""
    create_app(instance, {})
    for line in greeting(instance, host, port):
        print(line, flush=True)
    Server(instance, f"{host}:{port}", workers).run()
    return 0


def greeting(instance: Path, host: str, port: int) -> list[str]:
    """Where the app is found, by this machine and by phones, and where its data lies."""
    everywhere = host in ("0.0.0.0", "::")
    here = f"http://{'localhost' if everywhere else host}:{port}/"
    lines = [f"Scorekeeper: {here}"]
    if everywhere and (address := own_address()):
        lines.append(f"Phones on the same network: http://{address}:{port}/")
    return [*lines, f"Data: {instance.resolve() / 'scorekeeper.db'}"]


def own_address() -> str:
    """This machine's address in its network, or nothing. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address: tuple[Any, ...] = probe.getsockname()
    return str(address[0])

"""What an app stands on: a server with its file, or a phone with or without one."""

from typing import Protocol

from flask import Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

from scorekeeper.ledger import Ledger

SERVER, PHONE, PHONE_ALONE = "server", "phone", "phone alone"
"""What an app stands on (`PLATFORM`): a server, a phone that follows one, a phone without any."""


class NeedsServer(ServiceUnavailable):
    """What was asked for is not to be had in the phone alone."""


class Platform(Protocol):
    """What an app stands on: a server with a file, or a phone."""

    def configure(self, app: Flask) -> None:
        """Takes settings that come before those that the caller gives."""

    def begin(self, app: Flask) -> Ledger:
        """The ledger, and what comes before all pages; gives the app its secret."""

    def finish(self, app: Flask) -> None:
        """What comes once an app has all its pages."""


def in_phone() -> bool:
    return _platform() != SERVER


def alone() -> bool:
    """True for the app in a phone that follows no server."""
    return _platform() == PHONE_ALONE


def _platform() -> str:
    platform: str = current_app.config["PLATFORM"]
    return platform

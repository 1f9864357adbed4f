"""How rooms of the third floor join the app – what each declares – and what an app stands on: a
server with its file, or a phone with or without one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, Protocol

from flask import Blueprint, Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

from scorekeeper.core.rooms import modules_of_rooms
from scorekeeper.ledger import Ledger
from scorekeeper.web.stream import StreamPresenter


@dataclass(frozen=True)
class Room:
    """What a room adds to an app."""

    blueprints: Sequence[Blueprint] = ()
    template_globals: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    """Globals of all templates."""
    macros: Mapping[str, str] = field(default_factory=dict)
    """Global of all templates → the file of its macros."""
    scripts: Sequence[str] = ()
    """Files below `static/` that every page runs."""
    init_app: Callable[[Flask], None] = lambda app: None
    """What it does with an app that has its ledger."""
    not_found_errors: Sequence[type[LookupError]] = ()
    """Errors of its own that say that nothing is here."""
    notices: Callable[[], Sequence[str]] = tuple
    """What whoever starts the app should read."""
    presenters: Sequence[StreamPresenter[Any, Any]] = ()
    """Types of stream with pages of their own."""
    slot_modules: Sequence[ModuleType] = ()
    """The modules in which it fills slots of other pages."""


@cache
def rooms() -> tuple[Room, ...]:
    """The rooms that are there; each ends in `room.ROOM`."""
    return tuple(module.ROOM for module in modules_of_rooms("room"))


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

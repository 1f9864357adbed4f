"""How rooms of the third floor join the app: what each declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

from flask import Blueprint, Flask

from scorekeeper.rooms import modules_of_rooms
from scorekeeper.web.stream.noun import Noun


@dataclass(frozen=True)
class Room:
    """What a room adds to an app."""

    pages: Sequence[Blueprint] = ()
    templates: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    """Globals of all templates."""
    prepare: Callable[[Flask], None] = lambda app: None
    """What it does with an app that has its ledger."""
    unknown: Sequence[type[LookupError]] = ()
    """Errors of its own that say that nothing is here."""
    notices: Callable[[], Sequence[str]] = tuple
    """What whoever starts the app should read."""
    nouns: Sequence[Noun[Any, Any]] = ()
    """Types of stream with pages of their own."""
    fills: Sequence[ModuleType] = ()
    """The modules in which it fills slots of other pages."""


@cache
def rooms() -> tuple[Room, ...]:
    """The rooms that are there; each ends in `room.ROOM`."""
    return tuple(module.ROOM for module in modules_of_rooms("room"))

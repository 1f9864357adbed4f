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
    """What a room adds to an app: its `pages`, globals of the `templates`, what it does with an app
    that has its ledger (`prepare`), its own errors that say that nothing is here (`unknown`), and
    what whoever starts it should read (`notices`). `nouns` are types of stream with pages of their
    own; `fills` are the modules in which it fills slots of other pages.
    """

    pages: Sequence[Blueprint] = ()
    templates: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    prepare: Callable[[Flask], None] = lambda app: None
    unknown: Sequence[type[LookupError]] = ()
    notices: Callable[[], Sequence[str]] = tuple
    nouns: Sequence[Noun[Any, Any]] = ()
    fills: Sequence[ModuleType] = ()


@cache
def rooms() -> tuple[Room, ...]:
    """The rooms that are there; each ends in `room.ROOM`."""
    return tuple(module.ROOM for module in modules_of_rooms("room"))

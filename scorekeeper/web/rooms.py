"""How rooms of the third floor join the app: what each declares, and the slots that it fills."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, TypeVar

from flask import Blueprint, Flask

from scorekeeper.rooms import modules_of_rooms

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True)
class Room:
    """What a room adds to an app: its `pages`, globals of the `templates`, what it does with an app
    that has its ledger (`prepare`), its own errors that say that nothing is here (`unknown`), and
    what whoever starts it should read (`notices`).
    """

    pages: Sequence[Blueprint] = ()
    templates: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    prepare: Callable[[Flask], None] = lambda app: None
    unknown: Sequence[type[LookupError]] = ()
    notices: Callable[[], Sequence[str]] = tuple


@cache
def rooms() -> tuple[Room, ...]:
    """The rooms that are there; each ends in `room.ROOM`."""
    return tuple(module.ROOM for module in modules_of_rooms("room"))


class Slot(Generic[F]):
    """Where a page of the app lets rooms add something, and knows none of them."""

    def __init__(self) -> None:
        self._fillers: list[tuple[int, F]] = []

    def fill(self, place: int = 0) -> Callable[[F], F]:
        """Adds a function, at its place among the others."""

        def filled(filler: F) -> F:
            self._fillers.append((place, filler))
            self._fillers.sort(key=lambda each: each[0])
            return filler

        return filled

    def __iter__(self) -> Iterator[F]:
        return (filler for _place, filler in self._fillers)

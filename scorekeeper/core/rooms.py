"""Which rooms of the third floor are there, and the slots that they fill on the others.

Rooms are folders of `extras`, found by looking; nothing else knows one of them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Generic, ParamSpec, TypeVar

EXTRAS = "scorekeeper.extras"
P = ParamSpec("P")
T = TypeVar("T")


@cache
def rooms_with(name: str = "") -> tuple[str, ...]:
    """The names of the rooms that have a module of this name, or of all, by the alphabet."""
    if find_spec(EXTRAS) is None:
        return ()
    paths = [*import_module(EXTRAS).__path__]
    rooms = sorted(module.name for module in iter_modules(paths) if module.ispkg)
    return tuple(room for room in rooms if not name or name in _modules_in(paths, room))


def modules_of_rooms(name: str) -> Iterator[ModuleType]:
    """The module of this name of each room that has one; no other is imported."""
    return (import_module(f"{EXTRAS}.{room}.{name}") for room in rooms_with(name))


def import_rooms(name: str) -> None:
    """Imports the module of this name of each room that has one, for what it declares or fills."""
    for _module in modules_of_rooms(name):
        pass


def _modules_in(paths: Iterable[str], room: str) -> set[str]:
    return {module.name for module in iter_modules(f"{path}/{room}" for path in paths)}


class Slot(Generic[P, T]):
    """Where a page or a command lets rooms add something, and knows none of them.

    >>> greetings: Slot[[str], str] = Slot()
    >>> @greetings.fill()
    ... def greet(name: str) -> str:
    ...     return f"Hello {name}"
    >>> greetings("Eva")
    ['Hello Eva']
    """

    def __init__(self) -> None:
        self._fillers: list[tuple[int, Callable[P, T]]] = []

    def fill(self, place: int = 0) -> Callable[[Callable[P, T]], Callable[P, T]]:
        """Adds a function, at its place among the others."""

        def filled(filler: Callable[P, T]) -> Callable[P, T]:
            self._fillers.append((place, filler))
            self._fillers.sort(key=lambda each: each[0])
            return filler

        return filled

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[T]:
        """What each room gives, in their order."""
        return [filler(*args, **kwargs) for _place, filler in self._fillers]

    def first(self, *args: P.args, **kwargs: P.kwargs) -> T | None:
        """What the first room gives that gives anything."""
        return next((given for given in self(*args, **kwargs) if given), None)

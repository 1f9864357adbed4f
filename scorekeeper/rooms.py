"""Which rooms of the third floor are there: folders of `extras`, found by looking."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

EXTRAS = "scorekeeper.extras"


def room_names() -> list[str]:
    """The names of the rooms, in the order of the alphabet."""
    if find_spec(EXTRAS) is None:
        return []
    path = import_module(EXTRAS).__path__
    return sorted(module.name for module in iter_modules(path) if module.ispkg)


def modules_of_rooms(name: str) -> Iterator[ModuleType]:
    """The module of this name of each room that has one."""
    for room in room_names():
        if find_spec(module := f"{EXTRAS}.{room}.{name}"):
            yield import_module(module)

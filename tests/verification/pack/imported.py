"""What can be imported in the pack: this file is run by packed Python under Node."""

from collections.abc import Iterable, Iterator
from importlib import import_module


def missing(names: Iterable[str]) -> list[str]:
    """Those of some names, of modules or of what is in one, that cannot be imported, and why."""
    return list(_missing(names))


def _missing(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        module, _, inner = name.rpartition(".")
        try:
            if not hasattr(import_module(module) if module else None, inner):
                import_module(name)
        except Exception as error:
            yield f"{name}: {error!r}"

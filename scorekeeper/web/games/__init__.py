"""Pages that only one game has: a folder here, found by the game's key, may hold `PAGES`.

Most games need none: their forms are read off declarations, and templates in
`templates/games/<key>/` replace those forms where a special one is better.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec

from flask import Response

from scorekeeper.match import Match

Pages = Mapping[str, Callable[[Match], Response]]
"""Kind of question → the function that answers it with a page."""


FreePages = Mapping[str, Callable[[str, str], Response]]
"""Kind of question → its page for a table without a match: from its address and the way back."""


def pages_of(key: str) -> Pages:
    """The pages of a game's own; none if it has no folder here."""
    pages: Pages = getattr(_folder_of(key), "PAGES", {})
    return pages


def free_pages_of(key: str) -> FreePages:
    """Those of a game's own pages that need no match."""
    pages: FreePages = getattr(_folder_of(key), "FREE_PAGES", {})
    return pages


def _folder_of(key: str) -> object:
    name = f"{__name__}.{key}"
    return import_module(name) if find_spec(name) else None

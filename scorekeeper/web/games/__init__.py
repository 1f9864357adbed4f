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


def pages_of(key: str) -> Pages:
    """The pages of a game's own; none if it has no folder here."""
    name = f"{__name__}.{key}"
    if find_spec(name) is None:
        return {}
    pages: Pages = import_module(name).PAGES
    return pages

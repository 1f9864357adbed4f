"""A game's own pages and views, found by its key in `web.games`, as a module or a folder, so
that no shared file names a game.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from werkzeug import Response

from scorekeeper.match import Match

Pages = Mapping[str, Callable[[Match], Response]]
"""Kind of question → the function that answers it with a page."""

FreePages = Mapping[str, Callable[[str, str], Response]]
"""Kind of question → its page for a table without a match: from its address and the way back."""

EntryContext = Callable[[Match, Mapping[str, object]], Mapping[str, object]]
"""What the template of an entry's page needs besides: from the match, and the JSON data that its
form is filled with, or that was sent."""


def pages_of(key: str) -> Pages:
    """The pages of a game's own (`PAGES` of its folder); none if it has no folder."""
    pages: Pages = getattr(_folder_of(key), "PAGES", {})
    return pages


def free_pages_of(key: str) -> FreePages:
    """Those of a game's own pages that need no match (`FREE_PAGES` of its folder)."""
    pages: FreePages = getattr(_folder_of(key), "FREE_PAGES", {})
    return pages


def entry_context_of(key: str, type: str) -> EntryContext:
    """The function that gives an entry's page more context (`ENTRY_CONTEXTS` of the game)."""
    views: Mapping[str, EntryContext] = getattr(_folder_of(key), "ENTRY_CONTEXTS", {})
    return views.get(type, lambda match, data: {})


@cache
def _folder_of(key: str) -> object:
    name = f"scorekeeper.web.games.{key}"
    return import_module(name) if find_spec(name) else None

"""What an engine is asked before a picture of its memory is taken: pages, and a match of each game.

Whatever a first page needs is loaded then: words, styles, forms. Nothing of it is kept.
"""

import json
import re
from collections.abc import Callable
from html import unescape
from urllib.parse import urlencode

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES

RawAnswer = tuple[int, str, bytes, str]
"""The status; the headers and what has to be put away, as JSON; the body."""
Ask = Callable[[str, str, bytes], RawAnswer]
"""Asks by a method for an address below the site's root, with a body."""
PAGES, PAGES_OF_A_GAME = ("/", "/rules", "/referee"), ("/rules/{}", "/referee/{}")
PAGES_OF_A_MATCH = ("", "/new/{}", "/history", "/disputes")
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')


def warm_up(ask: Ask) -> None:
    """Asks for what players ask for. Raises KeyError if a match cannot be opened."""
    for game in GAMES.values():
        _play(ask, game)
        for page in PAGES_OF_A_GAME:
            ask("GET", page.format(game.key), b"")
    # Last: now there are matches to be listed.
    for page in PAGES:
        ask("GET", page, b"")


def _play(ask: Ask, game: AnyGame) -> None:
    """Opens a match as a player does, by its form, and looks at it."""
    _status, _headers, form, _changes = ask("GET", f"/new/{game.key}", b"")
    hidden = [(name, unescape(value)) for name, value in HIDDEN.findall(form.decode())]
    names = [(f"player-{seat}", str(seat + 1)) for seat in range(game.seats[0])]
    _status, headers, _page, _changes = ask(
        "POST", f"/new/{game.key}", urlencode(hidden + names).encode()
    )
    code = dict(json.loads(headers))["Location"].rpartition("/")[2]
    for page in PAGES_OF_A_MATCH:
        ask("GET", f"/m/{code}{page.format(next(iter(game.entry_types)))}", b"")

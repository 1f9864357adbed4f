"""The shelf of games: every folder here that ends in `GAME = Game(...)` is one.

Here belong the games, a folder each, and what some of them share (`tricks`, `shedding`). No game
knows another, and no other file of the project knows one. Folders are discovered, so a new
game touches no file but its own. Pages of a game do not belong here: those are in `web/games/`.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from scorekeeper.core.game import AnyGame


class UnknownGame(LookupError):
    """A game that was played is not here, as where its folder was taken out; the key of it."""


def find_games() -> dict[str, AnyGame]:
    """Key → game, for every folder on this package's path. Raises if a folder has no GAME."""
    folders = (module.name for module in iter_modules(__path__) if module.ispkg)
    return {key: import_module(f"{__name__}.{key}").GAME for key in folders}


GAMES: Mapping[str, AnyGame] = find_games()


def game_of(key: str) -> AnyGame:
    """The game of a key that was written once. Raises UnknownGame."""
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGame(key) from None

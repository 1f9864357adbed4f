"""Whether a tournament can be played so: how many sit at a table, what its places give."""

from typing import Literal

from scorekeeper.games import GAMES
from scorekeeper.tournament.shapes import LEAGUE, Opened

SMALLEST, LARGEST = 3, 6
"""How many sit at a table of a tournament."""
Problem = Literal["house", "size", "points", "name"]


def sizes_of(game: str, house: object) -> tuple[int, ...]:
    """How many may sit at a table of a tournament of a game, under some house rules."""
    known = GAMES[game]
    sizes = known.sizes(known.read_house(house))
    return tuple(size for size in sizes if SMALLEST <= size <= LARGEST)


def fault_of(opened: Opened, house: object) -> tuple[Problem, str] | None:
    """The field of an opening that cannot be, and what would be right; None if it all can."""
    sizes = sizes_of(opened.game, house)
    sizes = tuple(size for size in sizes if size == LEAGUE) if opened.system == "leagues" else sizes
    if opened.size not in sizes:
        return "size", ", ".join(map(str, sizes))
    if len(opened.points) != opened.size or list(opened.points) != sorted(opened.points)[::-1]:
        return "points", str(opened.size)
    return None if opened.name.strip() else ("name", "")

"""What is written in some language, and not in another one: read off the files of all books."""

from pathlib import Path

from scorekeeper.games import GAMES
from scorekeeper.rulebook import WORDS
from scorekeeper.testing.missing import Way, all_texts, forgotten, missing, read, untranslated

__all__ = ["Way", "all_texts", "folders", "forgotten", "missing", "read", "untranslated"]


def folders() -> dict[str, Path]:
    """Everything that has a file for each language, by what it is called in the table."""
    games = {
        f"{key}, {part}": game.folder / part
        for key, game in GAMES.items()
        for part in ("rulebook", "decisions")
    }
    return {"shared words": WORDS, **games}

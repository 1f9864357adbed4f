"""The beginning of a game that is a package of its own: a folder that passes the contract at once.

What it is written from lies in `package/`: a small game of tricks, in which `newgame` stands for
the key. Here belongs nothing that a game needs once it has begun.
"""

import string
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.games import GAMES
from scorekeeper.installed import KEY
from scorekeeper.rulebook.decisions import decisions_of
from scorekeeper.version import version

PACKAGE = Path(__file__).parent / "package"
STEPS = (
    ("pyproject.toml", "the author, and in a sentence what is played"),
    ("__init__.py", "how many play, and whether the most points win or the fewest"),
    ("house.py, defaults.toml", "what a table may agree on, and the pack"),
    ("entries.py, checks.py", "what is written on the sheet, and what it refuses"),
    ("scoring.py", "the points of an entry, and when a match is over"),
    ("statistics.py", "what is counted, and who won and lost"),
    ("referee.py", "the questions, and what is forbidden"),
    ("examples.toml", "a worked case of each rule, one good and one bad"),
    (
        "rulebook/en.toml",
        "the rules and all sentences; then cs.toml or another beside it",
    ),
    ("decisions/", "quarrels that were decided"),
    ("source.toml", "the document that the rules come from, statement by statement"),
)
"""File → what to fill in there, in the order in which it is easiest."""


class CannotBegin(ValueError):
    """The folder cannot be written; the message says why."""


def write_game(key: str, folder: Path, author: str) -> Path:
    """Writes the package of a new game into a folder; gives its own folder. Raises CannotBegin."""
    if not KEY.fullmatch(key):
        raise CannotBegin(f"a key has small letters without accents, and {key} has not")
    if key in GAMES:
        raise CannotBegin(f"there is a game with the key {key}")
    to = folder / f"pubscorekeeper-{key}"
    if to.exists():
        raise CannotBegin(f"{to} is there already")
    words = {
        "newgame": key,
        "Newgame": key.capitalize(),
        "AUTHOR": author,
        "0.0.0": version(),
        "LETTER": _free_letter(key),
        "STEPS": "\n".join(steps()),
    }
    for path in sorted(PACKAGE.rglob("*.*")):
        if path.is_file() and path.suffix != ".pyc":
            name, text = str(path.relative_to(PACKAGE)), path.read_text("utf-8")
            for before, after in words.items():
                name, text = name.replace(before, after), text.replace(before, after)
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (to / name).write_text(text, "utf-8")
    return to


def steps() -> Iterator[str]:
    """What to fill in next, a line each."""
    for number, (file, what) in enumerate(STEPS, start=1):
        yield f"{number}. `{file}`: {what}"


def _free_letter(key: str) -> str:
    """A letter for the numbers of decided quarrels that no game has yet; its own, if it is free."""
    taken = {each.letter for game in GAMES.values() for each in decisions_of(game)}
    letters: tuple[str, ...] = (key[0].upper(), *string.ascii_uppercase)
    return next(letter for letter in letters if letter not in taken)

"""What is written in some language, and not in another one: read off the files of all books."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.rulebook import DEFAULT_LANGUAGE, WORDS
from scorekeeper.rulebook.fallback import Words, completed, is_one, is_said, says

Way = tuple[str, ...]


def read(path: Path) -> dict[str, Any]:
    """A file of words, for nobody to change; an empty one if there is none."""
    return _read(path, path.stat().st_mtime_ns) if path.exists() else {}


@cache
def _read(path: Path, _written: int) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


@cache
def all_texts(folder: Path) -> Words:
    """What a folder says at all: in English, and what is written in other languages alone."""
    english = read(folder / f"{DEFAULT_LANGUAGE}.toml")
    words: Words = {name: part for name, part in english.items() if name != "untranslated"}
    for path in sorted(folder.glob("??.toml")):
        words = completed(words, read(path), path.stem)
    return words


def missing(folder: Path, language: str) -> list[Way]:
    return list(unsaid(read(folder / f"{language}.toml"), all_texts(folder)))


def unsaid(own: Words, other: Words, way: Way = ()) -> Iterator[Way]:
    """The ways to the texts of a file that another one says, and it does not; of what is not so
    nothing need be said.

    >>> english = {"title": "Makao", "answers": {"skips": {"yes": "Skips.", "no": ""}}}
    >>> list(unsaid({"title": "", "answers": {"skips": {"yes": "Traci."}}}, english))
    [('title',)]
    """
    for name, text in other.items():
        here, mine = (*way, name), own.get(name)
        if is_one(here, text):
            if says(text) and not is_said(here, mine):
                yield here
        elif isinstance(text, Mapping):
            yield from unsaid(mine if isinstance(mine, Mapping) else {}, text, here)


def untranslated(folder: Path) -> list[str]:
    """The ids of what stands in one language until the next release, as the English file says."""
    return list(read(folder / f"{DEFAULT_LANGUAGE}.toml").get("untranslated", ()))


def forgotten(folder: Path, language: str) -> list[Way]:
    """The ways to what a language does not say, though nothing names it as untranslated."""
    known = set(untranslated(folder))
    return [way for way in missing(folder, language) if not known & set(way)]


def folders() -> dict[str, Path]:
    """Everything that has a file for each language, by what it is called in the table."""
    games = {
        f"{key}, {part}": game.folder / part
        for key, game in GAMES.items()
        for part in ("rulebook", "decisions")
    }
    return {"shared words": WORDS, **games}


def texts_of(part: Any) -> Iterator[str]:
    """Every text in a part of a book, or in other plain data."""
    inner = part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ()
    if isinstance(part, str):
        yield part
    for each in inner:
        yield from texts_of(each)

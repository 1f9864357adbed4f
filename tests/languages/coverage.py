"""How much of the app each language says: text by text, beside English.

    python -m tests.languages.coverage

prints a table: the catalogue of the app's own words, the words that all games share, and of each
game its rulebook and its decisions; what is there of all texts, in per cent.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.rulebook import ALWAYS, WORDS
from tests.languages.po import CATALOGUES, catalogue_of, written
from tests.languages.po import texts as forms_of

OTHER_WORD = "also"
"""Another word for a term of a glossary: a language may have none."""
FORMS = {"one", "few", "many", "other"}
Way = tuple[str, ...]


def folders() -> dict[str, Path]:
    """Everything that has a file for each language, by what it is called in the table."""
    games = {
        f"{key}, {part}": game.folder / part
        for key, game in GAMES.items()
        for part in ("rulebook", "decisions")
    }
    return {"shared words": WORDS, **games}


def languages() -> list[str]:
    """Every language of which there is a file; English comes last."""
    found = {path.stem for folder in folders().values() for path in folder.glob("??.toml")}
    return sorted(
        found | {path.name for path in CATALOGUES.iterdir()},
        key=lambda each: (each == ALWAYS, each),
    )


def read(path: Path) -> dict[str, Any]:
    """A file of words; an empty one if there is none."""
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def texts(part: Mapping[str, Any], way: Way = ()) -> Iterator[tuple[Way, bool]]:
    """The way to each text of a file, and whether it is said: in all forms, if it has any.

    How the name of a card is inflected is a language's own affair: it counts as one text.
    """
    for name, value in part.items():
        here = (*way, name)
        named = here[0] == "cards" and len(here) == 3
        if (here[0], name) == ("glossary", OTHER_WORD):
            continue
        if isinstance(value, Mapping) and not (named or set(value) <= FORMS):
            yield from texts(value, here)
        elif isinstance(value, list):
            yield here, bool(value)
        else:
            inner = value.values() if isinstance(value, Mapping) else [value]
            yield here, name == "no" or all(inner)


def missing(folder: Path, language: str) -> list[Way]:
    """The ways to what English says in a folder and a language does not, or not yet."""
    said = {way for way, is_said in texts(read(folder / f"{language}.toml")) if is_said}
    return [way for way, _ in texts(read(folder / f"{ALWAYS}.toml")) if way not in said]


def messages_of(language: str) -> tuple[int, int]:
    """How many messages of the app there are, and how many a language has not translated."""
    every = {path.name for path in CATALOGUES.iterdir() if catalogue_of(path.name).exists()}
    spoken = language if language in every else min(every)
    known = written(spoken)
    bare = [message for message in known if not all(forms_of(message.string))]
    if language == ALWAYS:
        return len(known), 0
    return len(known), len(bare) if language in every else len(known)


def rows() -> Iterator[tuple[str, int, dict[str, int]]]:
    """What has texts, how many, and how many of them each language does not say."""
    counted = {language: messages_of(language) for language in languages()}
    yield "catalogue", counted[ALWAYS][0], {lang: bare for lang, (_, bare) in counted.items()}
    for name, folder in folders().items():
        every = len(list(texts(read(folder / f"{ALWAYS}.toml"))))
        yield name, every, {lang: len(missing(folder, lang)) for lang in languages()}


def table() -> str:
    """The table as text."""
    head = f"{'':22}{'texts':>6}" + "".join(f"{language:>7}" for language in languages())
    return "\n".join([head, *(_line(*row) for row in rows())])


def _line(name: str, every: int, bare: Mapping[str, int]) -> str:
    # Down, so that 100 says that nothing is missing.
    shares = (100 * (every - count) // every for count in bare.values())
    return f"{name:22}{every:>6}" + "".join(f"{share:>5} %" for share in shares)


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")

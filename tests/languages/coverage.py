"""How much of the app each language says: text by text, beside English.

    python -m tests.languages.coverage

prints a table: the catalogue of the app's own words, the words that all games share, and of each
game its rulebook and its decisions; what is there of all texts, in per cent.
"""

import sys
from collections.abc import Iterator, Mapping

from scorekeeper.rulebook import DEFAULT_LANGUAGE
from scorekeeper.rulebook.fallback import unsaid
from tests.contract.missing import all_texts, folders, missing
from tests.languages.po import CATALOGUES, catalogue_of, written
from tests.languages.po import texts as forms_of


def languages() -> list[str]:
    """Every language of which there is a file; English comes last."""
    found = {path.stem for folder in folders().values() for path in folder.glob("??.toml")}
    return sorted(
        found | {path.name for path in CATALOGUES.iterdir()},
        key=lambda each: (each == DEFAULT_LANGUAGE, each),
    )


def messages_of(language: str) -> tuple[int, int]:
    """How many messages of the app there are, and how many a language has not translated."""
    every = {path.name for path in CATALOGUES.iterdir() if catalogue_of(path.name).exists()}
    spoken = language if language in every else min(every)
    known = written(spoken)
    bare = [message for message in known if not all(forms_of(message.string))]
    if language == DEFAULT_LANGUAGE:
        return len(known), 0
    return len(known), len(bare) if language in every else len(known)


def rows() -> Iterator[tuple[str, int, dict[str, int]]]:
    """What has texts, how many, and how many of them each language does not say."""
    counted = {language: messages_of(language) for language in languages()}
    yield (
        "catalogue",
        counted[DEFAULT_LANGUAGE][0],
        {lang: bare for lang, (_, bare) in counted.items()},
    )
    for name, folder in folders().items():
        every = len(list(unsaid({}, all_texts(folder))))
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

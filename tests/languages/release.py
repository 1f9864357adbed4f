"""What a release asks for and a day's work does not: that every language says everything.

    python -m tests.languages.release

lists what is missing, by language and file, each text with its key and how it is said in English.
"""

import json
import sys
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path

from scorekeeper.rulebook.sentences import look_up
from scorekeeper.web import LANGUAGES
from tests.contract.missing import all_texts, folders, missing
from tests.languages.po import TRANSLATED, catalogue_of, texts, written


def lines_of(folder: Path, language: str) -> Iterator[str]:
    ways = missing(folder, language)
    if ways:
        yield f"{relpath(folder / f'{language}.toml')}: {len(ways)} texts"
    for way in ways:
        said = json.dumps(look_up(all_texts(folder), *way), ensure_ascii=False)
        yield f"  {'.'.join(way)}: {said}"


def messages_of(language: str) -> Iterator[str]:
    bare = [message for message in written(language) if not all(texts(message.string))]
    if bare:
        yield f"{relpath(catalogue_of(language))}: {len(bare)} messages"
    yield from (f"  {json.dumps(texts(message.id)[0])}" for message in bare)


def main() -> int:
    """Prints what is missing: 1 if anything is."""
    lines = [line for each in TRANSLATED for line in messages_of(each)]
    for language in LANGUAGES:
        lines += [line for folder in folders().values() for line in lines_of(folder, language)]
    sys.stdout.write("\n".join(lines or ["Every language says everything."]) + "\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())

"""Begins a language, or goes on with it: files with every text that is still to be written.

    python -m tests.languages.adding de

makes a catalogue, shared words, and of each game a rulebook and decisions: each text empty, with
the English one beside it. What was written stays. Then it lists what is missing.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from scorekeeper.rulebook.fallback import FORMS, LANGUAGE_NEUTRAL
from scorekeeper.rulebook.sentences import plural
from scorekeeper.rulebook.stems import ALGORITHMS, OURS
from scorekeeper.web import LANGUAGES, ROOT
from tests.contract.missing import all_texts, folders, missing, read
from tests.languages.po import CATALOGUES, catalog, catalogue_of, texts, written

OTHER_WORD = "also"
"""Another word for a term of a glossary: a language may have none."""
BARE_KEY = re.compile(r"[\w-]+", re.ASCII)


def begin(language: str) -> None:
    if not catalogue_of(language).exists():
        _begin_catalogue(language)
    compile_catalogue(language)
    for folder in folders().values():
        path = folder / f"{language}.toml"
        if missing(folder, language):
            lines = _skeleton(all_texts(folder), read(path), language)
            path.write_text("\n".join(lines).lstrip() + "\n", "utf-8")


def _begin_catalogue(language: str) -> None:
    """A catalogue with all messages of the app, none of them translated."""
    known = min(path for path in CATALOGUES.iterdir() if catalogue_of(path.name).exists())
    template = catalog(known.name)
    catalogue = Catalog(language, project=template.project)
    for message in template:
        if message.id:
            catalogue.add(message.id, locations=message.locations, flags=message.flags)
    catalogue_of(language).parent.mkdir(parents=True)
    with catalogue_of(language).open("wb") as file:
        write_po(file, catalogue)


def compile_catalogue(language: str) -> None:
    with catalogue_of(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog(language))


def _skeleton(
    english: Mapping[str, Any], own: Mapping[str, Any], language: str, way: str = ""
) -> Iterator[str]:
    """A table of a book: what was written, and what is to be written with the English beside it."""
    inner = [name for name, text in english.items() if _is_table(text)]
    for name, text in english.items():
        if name not in inner and (name != OTHER_WORD or own.get(name)):
            yield f"{_key(name)} = {_value(name, text, own.get(name), language)}"
    for name in inner:
        path = f"{way}.{_key(name)}".removeprefix(".")
        yield from ("", f"[{path}]")
        below = own.get(name, {})
        yield from _skeleton(english[name], below if _is_table(below) else {}, language, path)


def _is_table(text: Any) -> bool:
    return isinstance(text, Mapping) and not set(text) <= FORMS


def _value(name: str, text: Any, own: Any, language: str) -> str:
    """What stands behind a key: what was written, else nothing yet, and what English says."""
    if own and all(own.values() if isinstance(own, Mapping) else [own]):
        return _toml(own)
    if name in LANGUAGE_NEUTRAL or text == "":
        return _toml(text)
    forms = dict.fromkeys(sorted({plural(language, n) for n in range(200)}), "")
    bare = forms if isinstance(text, Mapping) else [] if isinstance(text, list) else ""
    return f"{_toml(bare)}  # {_toml(text)}"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(name)} = {_toml(text)}' for name, text in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else json.dumps(name)


def still_missing(language: str) -> Iterator[str]:
    """What a language lacks: texts by file, and what else the app has for those that it speaks."""
    every = written(language)
    if bare := sum(not all(texts(message.string)) for message in every):
        yield f"{catalogue_of(language).relative_to(ROOT)}: {bare} of {len(every)} messages"
    for folder in folders().values():
        if ways := missing(folder, language):
            shown = ", ".join(".".join(way) for way in ways[:3])
            path = (folder / f"{language}.toml").relative_to(ROOT)
            yield f"{path}: {len(ways)} texts ({shown}{', …' if ways[3:] else ''})"
    yield from beside_the_texts(language)
    if language not in LANGUAGES:
        own = str(Locale.parse(language).get_display_name(language)).capitalize()
        yield f'"{language}": "{own}" in LANGUAGES of scorekeeper/web/__init__.py, when it is whole'
        yield "until then config.py of an instance may say LANGUAGES, to read what there is"


def beside_the_texts(language: str) -> Iterator[str]:
    """What the code has to know of a language and does not know yet."""
    name = Locale.parse(language)
    if any(plural(language, n) != name.plural_form(n) for n in range(200)):
        tags = ", ".join(sorted({*name.plural_form.tags, "other"}))
        yield f"its plural forms ({tags}) in scorekeeper/rulebook/sentences.py"
    if language not in {*ALGORITHMS, *OURS}:
        yield "a stemmer in scorekeeper/rulebook/stems.py: words are found as they are spelled"


def main(arguments: list[str]) -> int:
    try:
        (language,) = arguments
        Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        sys.stderr.write("Which language? L=de\n")
        return 2
    begin(language)
    lines = list(still_missing(language)) or ["nothing"]
    sys.stdout.write("\n  ".join([f"{language}: what is missing", *lines]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The words of each language, and those on a page that are of none of what its language writes.

A language's words are those of its catalogue, its books and decisions, the words that all games
share, and its days and months. Whatever else stands on a page is data, or of another language.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale

from scorekeeper.games import GAMES
from scorekeeper.rulebook.fallback import LANGUAGE_NEUTRAL
from scorekeeper.rulebook.sources import source_of
from scorekeeper.web import LANGUAGES
from tests.contract.missing import Way, folders, missing, read, texts_of, untranslated
from tests.languages.po import SOURCE_LANGUAGE, TRANSLATED, messages
from tests.web.screen import Node

WORD = re.compile(r"[^\W\d_]+")
FACT = re.compile(r"%\(\w+\)[sd]|\{[^{}]*\}")
"""What stands in a text for a fact."""
ADDRESS = re.compile(r"\w+://\S+|(?<!\w)/[\w/?=&.-]+|\b\w+\.(?:css|csv|js|jsonl|png|svg|toml)\b")
CODES = re.compile(r"\b(?=\w*[A-Z0-9])[A-Z2-9]{4,6}\b|\b[IVX]+\b|\b[a-z]*\d\w*\b|\b[A-ZČ]\b")
"""Codes of matches, Roman numbers, marks such as "K" before a number and corners of cards."""
SILENT = {"script", "style", "textarea", "pre", "code"}
"""Elements whose text is data, or nobody's."""
READ = {"title", "aria-label", "aria-description", "placeholder", "content", "alt", "hx-confirm"}
"""Attributes that are read to somebody, beside those of scripts (`data-…`) that hold a sentence."""
MACHINE = {"data-plays", "data-body", "data-opponents"}
EVERYWHERE = {"scorekeeper", "qr", "csv", "https", "json", "utf", "σ", "l"}
EVERYWHERE |= {"kč", "zł", "br", "czk", "eur", "pln", "byn"}
"""What is written alike in every language."""


def words_in(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


@cache
def vocabulary(language: str) -> frozenset[str]:
    texts = [*catalogue_texts(language), *book_texts(language), *_calendar(language)]
    texts.append(LANGUAGES[language])
    return frozenset(word for text in texts for word in words_in(FACT.sub(" ", text)))


def catalogue_texts(language: str) -> Iterator[str]:
    if language == SOURCE_LANGUAGE:
        yield from (text for id in messages(TRANSLATED[0]) for text in id)
    else:
        yield from (text for texts in messages(language).values() for text in texts)


def book_texts(language: str) -> Iterator[str]:
    """Every text of the books, of the decisions, and of the words that all games share."""
    for folder in folders().values():
        words = read(folder / f"{language}.toml")
        yield from texts_of({name: part for name, part in words.items() if name != "dates"})


@cache
def late_texts(language: str) -> frozenset[str]:
    """The texts of a language that another one lacks, and that are named as untranslated."""
    found = set()
    for folder in folders().values():
        if lacking := late_ways(folder):
            own = read(folder / f"{language}.toml")
            found |= {text for way in lacking for text in texts_of(at(own, way))}
    return frozenset(found)


@cache
def late_ways(folder: Path) -> frozenset[Way]:
    """The ways to what some language lacks of a folder, and that is named as untranslated."""
    if not (named := set(untranslated(folder))):
        return frozenset()
    lacking = (way for each in LANGUAGES for way in missing(folder, each) if named & set(way))
    return frozenset(way for way in lacking if way[-1] not in LANGUAGE_NEUTRAL)


def at(words: Any, way: Way) -> Any:
    """What stands at a way in a file; nothing if it does not have it."""
    for step in way:
        words = words.get(step, {})
    return words


def _calendar(language: str) -> Iterator[str]:
    locale = Locale.parse(language)
    for names in (locale.days, locale.months):
        for context in names.values():
            for width in context.values():
                yield from map(str, width.values())


@cache
def _sources(language: str) -> frozenset[str]:
    """The words of the documents that rules come from, of those in a language."""
    every = [source_of(game.folder) for game in GAMES.values()]
    sources = [source for source in every if source.language == language]
    passages = [each.text for s in sources for part in s.sections for each in part.passages]
    named = [f"{part.name} {part.heading}" for s in sources for part in s.sections]
    return frozenset(word for text in (*passages, *named) for word in words_in(text))


@cache
def _terms(language: str) -> frozenset[str]:
    """The words that glossaries explain in a language."""
    books = [read(folder / f"{language}.toml") for folder in folders().values()]
    terms = (each["term"] for book in books for each in book.get("glossary", {}).values())
    return frozenset(word for term in terms for word in words_in(term))


def foreign_words(root: Node, language: str, data: str = "") -> list[str]:
    """The words of a page that are not of its language, each with the text that it stands in.

    `data` are the words that people typed. What is marked as of another language may only be the
    name of that language, or a passage of a source; as long as a text is named as untranslated, it
    may also be of the language that the text is written in.
    """
    known, found = _known(vocabulary(language), data), []
    for text, spoken, quoted in texts_on(root, language):
        told = known if spoken == language else words_in(LANGUAGES.get(spoken, ""))
        told = told | _sources(spoken) if quoted or spoken != language else told
        told = told | _terms(spoken) if spoken != language else told
        told = told | vocabulary(spoken) if late_texts(spoken) else told
        if strange := sorted(_told_by(text) - told):
            found.append(f"{' '.join(strange)} in {' '.join(text.split())!r}")
    return found


@cache
def _known(words: frozenset[str], data: str) -> frozenset[str]:
    """The words that may stand on a page of a language of these words; `data` is what was typed."""
    late = {text for spoken in LANGUAGES for text in late_texts(spoken)}
    return words | EVERYWHERE | words_in(f"{data} {' '.join(late)}")


@cache
def _told_by(text: str) -> frozenset[str]:
    """The words of a text on a page, without addresses, codes and marks."""
    return frozenset(words_in(CODES.sub(" ", ADDRESS.sub(" ", text))))


def texts_on(node: Node, language: str, quoted: bool = False) -> Iterator[tuple[str, str, bool]]:
    """Every text that an element shows or says, with its language; True if it is quoted."""
    spoken, quoted = node.attrs.get("lang", language), quoted or node.tag == "blockquote"
    if node.tag in SILENT:
        return
    for name, value in node.attrs.items():
        if _is_read(node, name, value):
            # Of a sentence that a script fills in, only the facts are no words of a language.
            yield FACT.sub(" ", value) if name.startswith("data-") else value, spoken, quoted
    for inner in node.inside:
        if isinstance(inner, Node):
            yield from texts_on(inner, spoken, quoted)
        else:
            yield inner, spoken, quoted


def _is_read(node: Node, name: str, value: str) -> bool:
    """True if somebody reads or hears an attribute: by its name, or since it holds a sentence."""
    if node.tag == "meta":
        return node.attrs.get("name") == "description" and name == "content"
    if name == "value":
        return node.tag == "input" and node.attrs.get("type") in ("submit", "button")
    told = name.startswith("data-") and " " in value and value[0] not in "{["
    return name in READ or (told and name not in MACHINE)

"""What a language does not say yet: said in another one, text by text, and it tells in which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, TypeAlias

Words: TypeAlias = "Mapping[str, str | Words]"
"""A table of a book's file: texts, and tables of texts."""
FORMS = frozenset({"one", "few", "many", "other"})
"""The plural forms of a text: together they are one."""
LANGUAGE_NEUTRAL = frozenset({"number", "source", "gender"})
"""What is the same in every language."""
NO_TEXTS = LANGUAGE_NEUTRAL | {"stop", "alike"}
"""What nobody reads: it is taken from another language as it is, lists of words too."""
OF_ITS_OWN = frozenset({"abbreviations", "slang", "untranslated"})
"""Tables that are no translations: each language has its own, or none."""

CARDS = frozenset({"cards", "german"})
"""Tables of names of cards: of all games, or of one kind of pack."""


class FallbackText(str):
    """A text that stands in a book of another language than its own.

    >>> text = FallbackText("One card at a time", "en")
    >>> str(text).language, text == "One card at a time"
    ('en', True)
    """

    language: str

    def __new__(cls, text: str, language: str) -> Self:
        """The text, in the language that it is of."""
        self = super().__new__(cls, text)
        self.language = language
        return self

    def __str__(self) -> Self:
        """The text itself: it goes on telling its language."""
        return self


def language_of(text: object, usual: str) -> str:
    """The language of a text, or of one in plural forms, from a book of the `usual` language."""
    first = next(iter(text.values()), "") if isinstance(text, Mapping) else text
    return first.language if isinstance(first, FallbackText) else usual


def in_language_of(text: str, origin: object) -> str:
    language = language_of(origin, "")
    return FallbackText(text, language) if language else text


def completed(own: Words, other: Words, language: str, way: tuple[str, ...] = ()) -> Words:
    """A file of words, with what it does not say as that of another `language` says it.

    >>> polish = {"title": "Makao", "house": {"packs": {"label": ""}}}
    >>> english = {"title": "Makao", "house": {"packs": {"label": "Packs", "help": "How many."}}}
    >>> completed(polish, english, "en")
    {'title': 'Makao', 'house': {'packs': {'label': 'Packs', 'help': 'How many.'}}}
    """
    words, before = dict(own), ""
    for name, text in other.items():
        here, mine = (*way, name), own.get(name)
        if isinstance(text, Mapping) and isinstance(mine, Mapping) and not is_one(here, text):
            words[name] = completed(mine, text, language, here)
        elif not is_said(here, mine) and is_said(here, text):
            put = {name: _fallback(here, text, language)}
            items, at = [*words.items()], [*words].index(before) + 1 if before else 0
            behind = dict([*items[:at], *put.items(), *items[at:]])
            words = {**words, **put} if name in words else behind
        before = name if name in words else before
    return words


def is_one(way: tuple[str, ...], text: object) -> bool:
    """True if what stands at a way is one text, be it in plural forms or as a card is inflected."""
    if not isinstance(text, Mapping):
        return True
    return (way[0] in CARDS and len(way) == 3) or (bool(text) and set(text) <= FORMS)


def is_said(way: tuple[str, ...], text: object) -> bool:
    """True if a text need not be asked of another language: it is written, or may be left out, as
    other words for a term, what players say, and what is not so.
    """
    optional = way[0] in OF_ITS_OWN or (way[0], way[-1]) == ("glossary", "also")
    return optional or (way[-1] == "no" and text is not None) or says(text)


def says(text: object) -> bool:
    """True if there is a text, or a table; one in forms has all of them."""
    return bool(text) and (not isinstance(text, Mapping) or all(text.values()))


def _fallback(way: tuple[str, ...], text: str | Words, language: str) -> str | Words:
    """A text of another language, or all texts of a table, with the language that they are of."""
    if isinstance(text, Mapping):
        return {name: _fallback((*way, name), inner, language) for name, inner in text.items()}
    return text if way[-1] in NO_TEXTS else FallbackText(text, language)

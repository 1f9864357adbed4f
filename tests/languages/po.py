"""The catalogues of messages: what is written, and what a phone gets of it."""

import gettext
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from scorekeeper.web import LANGUAGES, PACKAGE
from tests.web.screen import Screen

SOURCE_LANGUAGE = "en"
TRANSLATED = [code for code in LANGUAGES if code != SOURCE_LANGUAGE]
EACH_TRANSLATION = pytest.mark.parametrize("language", TRANSLATED)
SPOKEN = ("title", "aria-label", "placeholder", "content", "alt", "data-copied")
SPOKEN += ("data-say", "data-done", "data-news")
"""Attributes whose text a reader sees or hears."""
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
FORMS_OF = (1, 2, 5)
"""A number for each plural form of every language that the app is translated into."""

CATALOGUES = PACKAGE / "translations"


def catalogue_of(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


@cache
def catalog(language: str) -> Catalog:
    with catalogue_of(language).open("rb") as file:
        return read_po(file, locale=language)


def written(language: str) -> list[Message]:
    return [message for message in catalog(language) if message.id]


@cache
def messages(language: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Message, with its plural if it has one → its translations, one for each plural form."""
    return {texts(message.id): texts(message.string) for message in written(language)}


def texts(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def compiled(language: str) -> gettext.NullTranslations:
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    return gettext.translation("messages", str(CATALOGUES), [language])


def english_on(screen: Screen, language: str) -> set[str]:
    """The messages of the app that a page shows untranslated."""
    said = messages(language)
    english = {text for id, texts in said.items() if not set(id) & set(texts) for text in id}
    pieces = {" ".join(piece.split()) for piece in screen.root.pieces()}
    attributes = {v for node in screen.root for k, v in node.attrs.items() if k in SPOKEN}
    return english & (pieces | attributes)

"""That words of another language are found, on pages (`tests/crawl`) and in books."""

from unittest.mock import patch

import pytest
from flask import Flask

from scorekeeper.web import LANGUAGES
from tests.contract.faults import Faults
from tests.languages.vocabulary import FACT, book_texts, foreign_words, vocabulary, words_in
from tests.web.phone import Phone
from tests.web.screen import Tree
from tests.web.table import NAMES, start

EACH = pytest.mark.parametrize("language", LANGUAGES)

PAGE = """<main><p title="{title}">Zapsat {word} 3</p><input placeholder="{hint}" value="Emil">
<blockquote lang="sk">{quoted}</blockquote><b lang="en">English</b></main>"""
RIGHT = {"title": "Zpět", "word": "kolo", "hint": "Jméno", "quoted": "Faraón"}


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        ("word", "runda", ""),
        ("word", "round", "round"),
        ("title", "Undo: kolo 3", "undo"),
        ("hint", "Your name", "name your"),
        ("quoted", "Petr and", "and petr"),
        ("word", "%(name)s", "name"),
    ],
)
def test_a_word_of_another_language_is_found(place: str, text: str, told: str) -> None:
    found = foreign_words(Tree(PAGE.format_map({**RIGHT, place: text})).root, "cs")
    assert [each.partition(" in ")[0] for each in found] == [told] * bool(told)


def test_a_message_that_is_not_translated_is_found_on_a_page(app: Flask) -> None:
    page = start(Phone(app, "pl")).open("/history")
    assert not foreign_words(page.root, "pl", " ".join(NAMES))
    with patch("tests.languages.vocabulary.messages", return_value={}):
        vocabulary.cache_clear()
        assert foreign_words(page.root, "pl", " ".join(NAMES))
    vocabulary.cache_clear()


@EACH
def test_no_book_holds_a_sentence_of_another_one(language: str, faults: Faults) -> None:
    for other in set(LANGUAGES) - {language}:
        theirs = {text for text in book_texts(other) if len(words_in(FACT.sub(" ", text))) > 5}
        with faults.at(language, other):
            assert not theirs & set(book_texts(language))

"""Dates, numbers and quotation marks: each language writes its own, and one place says how."""

import re
from datetime import date

import pytest

from scorekeeper.web import LANGUAGES, PACKAGE
from scorekeeper.web.wording import reader
from tests.contract.missing import folders, read, texts_of
from tests.languages.vocabulary import book_texts, catalogue_texts

DAY = date(2026, 2, 1)
DATES = {
    "cs": ("1. 2. 2026", "ne 1. 2. 2026", "ne 1. 2.", "1. 2. 26", "únor 2026"),
    "sk": ("1. 2. 2026", "ne 1. 2. 2026", "ne 1. 2.", "1. 2. 26", "február 2026"),
    "pl": ("1.02.2026", "niedz., 1.02.2026", "niedz., 1.02", "1.02.26", "luty 2026"),
    "be": ("1.02.2026", "нд, 1.02.2026", "нд, 1.02", "1.02.26", "люты 2026"),
    "en": ("1 Feb 2026", "Sun 1 Feb 2026", "Sun 1 Feb", "1 Feb 26", "February 2026"),
}
WAYS = ("day", "named", "night", "small", "month")
POINTS = {"cs": "−1234,5", "sk": "−1234,5", "pl": "−1234,5", "be": "−1234,5", "en": "−1234.5"}
MONEY = {
    "cs": "12 345,60 Kč",
    "sk": "12 345,60 CZK",
    "pl": "12 345,60 CZK",
    "be": "12 345,60 CZK",
    "en": "CZK 12,345.60",
}
QUOTES = {"cs": "„“", "sk": "„“", "pl": "„”", "be": "«»", "en": "“”"}
MARKS = re.compile("[„“”«»‹›‚‘\"']")
EACH = pytest.mark.parametrize("language", LANGUAGES)


@EACH
def test_dates_and_numbers_are_written_as_the_language_writes_them(app, language):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert tuple(reader.date_text(DAY, way) for way in WAYS) == DATES[language]
        assert reader.decimal(-1234.5) == POINTS[language]
        assert reader.money(1234560, "CZK").replace("\N{NO-BREAK SPACE}", " ") == MONEY[language]


def test_only_one_place_writes_dates():
    writing = re.compile(r"format_(date|datetime)\b|strftime\(\"(?!%Y-%m-%dT)")
    files = (path for path in (PACKAGE / "web").rglob("*.py") if writing.search(path.read_text()))
    assert [path.name for path in files] == ["reader.py"]


@EACH
def test_a_language_uses_its_own_quotation_marks_only(language, faults):
    opening, closing = QUOTES[language]
    for text in (*book_texts(language), *catalogue_texts(language)):
        with faults.at(language, text):
            marks = MARKS.findall(text)
            assert marks == [opening, closing] * (len(marks) // 2)


TOLD = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
"""What English says of a man; a player is *they*."""
HEARD = ("slang", "stop", "alike")
"""Parts of a book with the words that people search by, however they speak."""


def english_texts():
    for folder in folders().values():
        words = read(folder / "en.toml")
        yield from texts_of({name: part for name, part in words.items() if name not in HEARD})
    yield from catalogue_texts("en")


def test_english_speaks_of_a_player_as_they(faults):
    for text in english_texts():
        with faults.at(text):
            assert not TOLD.search(text), "they, or no pronoun at all"


JUDGED = ("verdicts", "legal", "answers", "onward", "missing")
"""Parts of a book that are said of a quarrel, at a table that may have no names."""
PLAYER_FIRST = re.compile(r"(?:^|[.!?][”“»\")]* )\{(?:seats?|\w+(?:\[\w+\])?:seats?)\}")
STIFF = {
    "cs": ("Chybí, ", "se na chybu smí přijít", "stání se"),
    "sk": ("Chýba, ", "tak hráme,", "Hráme tak, že", "sa smie prísť"),
    "pl": ("Gramy tak, że", "gramy tak, że", "Przejmij z papieru"),
    "be": ("гуляем так, што",),
    "en": ("Missing: w", ", we play,", "as we play,", "Barrage", "a barrage"),
}
"""What was said in the place of a word that players use: it stood there by the dozen."""


@EACH
def test_no_sentence_on_a_quarrel_begins_with_a_player(language, faults):
    """Without names it would begin with a small letter: "player 4 leads."."""
    for folder in folders().values():
        words = read(folder / f"{language}.toml")
        for text in texts_of({part: words[part] for part in JUDGED if part in words}):
            with faults.at(language, text):
                assert not PLAYER_FIRST.search(text)


@EACH
def test_a_book_says_it_as_players_do(language, faults):
    for text in book_texts(language):
        with faults.at(language, text):
            assert [words for words in STIFF[language] if words in text] == []

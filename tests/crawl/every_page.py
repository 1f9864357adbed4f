"""What holds for every page of the crawl."""

import re
from collections.abc import Iterator
from functools import cache

from scorekeeper.games import GAMES
from scorekeeper.rulebook import glossary_of, open_rulebook
from scorekeeper.rulebook.sources import source_of
from tests.crawl.evenings import typed_in
from tests.crawl.laws import EVERY, Complaints, Page, differs, law
from tests.languages.vocabulary import foreign_words
from tests.web.screen import Node


@law(EVERY, where="templates/ (and tests/web/html.py, which reads them)")
def it_is_good_html(page: Page) -> Complaints:
    """Every answer has its headers, and every page is right HTML that needs no script."""
    yield from page.wrong


@law(EVERY, where="scorekeeper/translations/{language}/LC_MESSAGES/messages.po")
def it_says_its_language(page: Page) -> Complaints:
    """A page is marked as of the language that the phone asked for."""
    for screen in page.screens:
        if screen.headers["Content-Type"].startswith("text/html"):
            yield from differs(f"lang of {screen.url}", screen.lang, page.language)


@law(EVERY, where="scorekeeper/translations/{language} or the books of the game in {language}")
def it_mixes_no_languages(page: Page) -> Complaints:
    """Whatever is no word of the page's language was typed, or is marked as of another language."""
    typed = page.typed or typed_in(page.game.key)
    for screen in page.screens:
        yield from foreign_words(screen.root, page.language, typed)


BARE = {"option", "script", "style", "svg", "textarea", "title"}
"""Elements in which no other one can stand."""
LETTERS = {"en": "a-z", "pl": "a-ząćęłńóśźż"}
"""Of languages whose books hold terms of the original rules that are written with others."""


@law(EVERY, where="scorekeeper/games/{game}/rulebook/{language}.toml, [abbreviations]")
def it_can_be_read_aloud(page: Page) -> Complaints:
    """A term of the original rules is marked as of their language, as far as it has letters that
    the page's language has not; and an abbreviation is hidden from those who hear its long form.
    """
    for screen in (
        each
        for each in page.screens
        if each.headers.get("Content-Type", "").startswith("text/html")
    ):
        for text, spoken in _heard(screen.root, page.language):
            wrong = _short(page.language) | (
                _foreign(page.language) if spoken == page.language else set()
            )
            yield from (f"{word} in {text!r}" for word in wrong if _holds(text, word))


def _heard(node: Node, spoken: str) -> Iterator[tuple[str, str]]:
    """Each text in an element that is read aloud, and the language that it is marked as."""
    if node.tag in BARE or node.attrs.get("aria-hidden") == "true":
        return
    spoken = node.attrs.get("lang", spoken)
    for inner in node.inside:
        if isinstance(inner, Node):
            yield from _heard(inner, spoken)
        else:
            yield inner, spoken


def _holds(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


@cache
def _short(language: str) -> set[str]:
    """What is written short in a book that tells the long form."""
    books = (open_rulebook(game.folder, language) for game in GAMES.values())
    return {short for book in books for short in book.data.get("abbreviations", ())}


@cache
def _foreign(language: str) -> set[str]:
    """Terms that books share with the original rules, and that have letters of these alone."""
    if language not in LETTERS:
        return set()
    found: set[str] = set()
    for game in GAMES.values():
        here, there = (
            {term.term for term in glossary_of(open_rulebook(game.folder, each)).values()}
            for each in (language, source_of(game.folder).language)
        )
        found |= here & there
    return {term for term in found if re.search(f"[^\\W\\d_{LETTERS[language]}]", term.casefold())}

"""No screen mixes languages: every page of every game, in every language, word by word."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorekeeper.games import GAMES
from scorekeeper.ledger import Event
from scorekeeper.match.files import load
from scorekeeper.rulebook.decisions import decisions_of
from scorekeeper.rulebook.examples import examples_of
from scorekeeper.web import LANGUAGES, create_app
from tests.conftest import SETTINGS
from tests.faults import Faults
from tests.languages.vocabulary import FACT, book_texts, foreign_words, vocabulary, words_in
from tests.web.phone import Phone
from tests.web.screen import Form, Screen, Tree

WRITTEN = Path(__file__).parents[1] / "data" / "0.4"
"""Evenings of every game, with corrections, strikes and rulings, and verdicts."""
ONE_OF_EACH = ("kind", "type")
"""Arguments of addresses of which each value is another page."""
FIRST = "cs"
"""The language in which the pages are found."""
OURS = {"type", "key", "seen", "csrf_token", "role", "tab", "players", "next"}
"""Fields of a form that nobody fills in."""
NO_PAGES = {"sharing.join", "phones.join", "live.stream", "live.since", "history.export"}
NO_PAGES |= {"own_cases.export", "verdicts.case", "home.settings", "television.way_in"}
EACH = pytest.mark.parametrize("language", LANGUAGES)
EACH_GAME = pytest.mark.parametrize("key", GAMES)


class Reader(Phone):
    """A phone that reads pages in one language after the other; that they are right, others see."""

    def _check(self, answer: TestResponse) -> None:
        """Leaves that to the tests of the pages themselves."""


class Shelf:
    """An app that holds evenings of every game."""

    def __init__(self, app: Flask) -> None:
        self.app, self.phone = app, Reader(app)
        ledger = app.extensions["matches"].ledger
        for path in sorted(WRITTEN.glob("*-*.jsonl")):
            ledger.restore(load(path.read_text("utf-8")))
        for line in (WRITTEN / "verdicts.jsonl").read_text("utf-8").splitlines():
            ledger.restore([Event(**json.loads(line))])
        self._known: dict[tuple[str, int], dict[str, Screen]] = {}

    def codes(self, key: str) -> list[str]:
        """The codes of the evenings of a game."""
        files = sorted(WRITTEN.glob(f"{key}-*.jsonl"))
        return [load(path.read_text("utf-8"))[0].match for path in files]

    def names(self, key: str) -> str:
        """What people typed in the evenings of a game, and the players of its worked cases."""
        paths = (*WRITTEN.glob(f"{key}-*.jsonl"), WRITTEN / "verdicts.jsonl")
        lines = (line for path in paths for line in path.read_text("utf-8").splitlines())
        told = [text for line in lines for text in typed(json.loads(line))]
        cases = (*examples_of(GAMES[key]), *(each.example for each in decisions_of(GAMES[key])))
        seated = [name for each in cases for name in each.case.get("players", ())]
        return " ".join(["x", *told, *seated])

    def read(self, url: str, language: str) -> Screen:
        """A page in a language."""
        self.phone.language = language
        return self.phone.get(url)

    def pages(self, key: str, language: str, most: int) -> Iterator[tuple[str, Screen]]:
        """Every page of a game, with what is answered to whom fills in each form wrongly."""
        for url, czech in self.found(key, most).items():
            screen = czech if language == FIRST else self.read(url, language)
            yield url, screen
            for form in screen.forms if re.search(r"/new/|/disputes/", url) else ():
                if form.node.attrs.get("id") == "form":
                    yield f"{url}, wrong", self._wrong(screen, form)

    def _wrong(self, screen: Screen, form: Form) -> Screen:
        """What a form answers if every field of it holds what nobody may fill in."""
        self.phone.screen = screen
        told = {name: value if name in OURS else "x" for name, value in form.fields.items()}
        return self.phone.post(form.action, {**told, "judge": "y"})

    def found(self, key: str, most: int) -> dict[str, Screen]:
        """The pages of a game that links lead to: of each kind so many, of what differs each."""
        with self.phone.client.session_transaction() as session:
            session["roles"] = [(code, "scorer") for code in self.codes(key)]
        if (key, most) not in self._known:
            self._known[key, most] = dict(self._walk(key, most))
        return self._known[key, most]

    def _walk(self, key: str, most: int) -> Iterator[tuple[str, Screen]]:
        codes = self.codes(key)[: 1 if most < 9 else None]
        at = [f"/m/{code}" for code in codes]
        waiting = [*at, *(f"{url}{path}" for url in at for path in MORE), f"/rules/{key}"]
        waiting += [f"/referee/{key}", f"/new/{key}", f"/rules?q={key}"]
        seen, counted = set(waiting), Counter[tuple[object, ...]]()
        for url in waiting:
            kind = self.kind_of(url, key, codes)
            if kind is None or counted[kind] >= (1 if len(kind) > 1 else most):
                continue
            counted[kind] += 1
            screen = self.read(url, FIRST)
            if screen.html:
                yield url, screen
            links = [a.attrs.get("href", "") for a in screen.root.all("a")]
            new = dict.fromkeys(link for link in links if link.startswith("/"))
            waiting += [link for link in new if link not in seen]
            seen |= set(new)

    def kind_of(self, url: str, key: str, codes: list[str]) -> tuple[object, ...] | None:
        """What page an address leads to; None if it is none of this game."""
        try:
            adapter = self.app.url_map.bind("localhost")
            endpoint, args = adapter.match(urlsplit(url).path)
        except HTTPException:
            return None
        if args.get("game", key) != key or args.get("code", codes[0]) not in codes:
            return None
        if endpoint in NO_PAGES or endpoint.startswith(("static", "company", "opening", "board")):
            return None
        return (endpoint, *(str(args[name]) for name in ONE_OF_EACH if name in args))


MORE = ("/print", "/result", "/board", "/watch", "/lookers", "/seats", "/accounts", "/people")
TYPED = {"name", "names", "note"}
"""Members of events that people typed."""


def typed(part: Any, by_hand: bool = False) -> Iterator[str]:
    """What people typed, in an event."""
    if isinstance(part, str) and by_hand:
        yield part
    for name, inner in part.items() if isinstance(part, Mapping) else ():
        yield from typed(inner, name in TYPED)
    for inner in part if isinstance(part, list) else ():
        yield from typed(inner, by_hand)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """One app for all languages, with evenings of every game."""
    app = create_app(tmp_path_factory.mktemp("instance"), {**SETTINGS, "LEDGER": "sqlite://"})
    with closing(app.extensions["matches"].ledger):
        yield Shelf(app)


def unmixed(shelf: Shelf, key: str, language: str, most: int) -> Mapping[str, list[str]]:
    """Page → what of it is not of its language."""
    data = shelf.names(key)
    shown = shelf.pages(key, language, most)
    found = {url: foreign_words(page.root, language, data) for url, page in shown}
    return {url: words for url, words in found.items() if words}


@EACH_GAME
@EACH
def test_no_page_mixes_languages(shelf: Shelf, key: str, language: str) -> None:
    assert not unmixed(shelf, key, language, 2)
    assert len(shelf.found(key, 2)) > 60


@pytest.mark.walk
@EACH_GAME
@EACH
def test_no_page_at_all_mixes_languages(shelf: Shelf, key: str, language: str) -> None:
    assert not unmixed(shelf, key, language, 1000)


# --- that it can fail ----------------------------------------------------------------------------

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


def test_a_message_that_is_not_translated_is_found_on_a_page(shelf: Shelf) -> None:
    url = next(url for url in shelf.found("kocka", 2) if url.endswith("/history"))
    with patch("tests.languages.vocabulary.messages", return_value={}):
        vocabulary.cache_clear()
        assert foreign_words(shelf.read(url, "pl").root, "pl", shelf.names("kocka"))
    vocabulary.cache_clear()
    assert not foreign_words(shelf.read(url, "pl").root, "pl", shelf.names("kocka"))


@EACH
def test_no_book_holds_a_sentence_of_another_one(language: str, faults: Faults) -> None:
    for other in set(LANGUAGES) - {language}:
        theirs = {text for text in book_texts(other) if len(words_in(FACT.sub(" ", text))) > 5}
        with faults.at(language, other):
            assert not theirs & set(book_texts(language))

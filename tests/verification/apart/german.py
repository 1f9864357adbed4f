"""German in a copy: the book of one game and a few messages, and nothing else yet.

`test_language.py` lets this run in a copy, in which German was begun and so far filled in.
"""

from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook, speaks
from scorekeeper.web import LANGUAGES, create_app
from tests.conftest import SETTINGS
from tests.web.phone import Phone
from tests.web.table import start

DE = "de"


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app that was told to offer German."""
    settings = {**SETTINGS, "LEDGER": "sqlite://", "LANGUAGES": {**LANGUAGES, DE: "Deutsch"}}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger):
        yield app


def test_only_what_is_whole_is_spoken():
    assert [key for key, game in GAMES.items() if speaks(game.folder, DE)] == ["makao"]


def test_a_page_is_german_as_far_as_german_goes(german):
    home = Phone(german, DE).get("/")
    assert home.lang == DE
    assert home.heading == "Was spielt ihr heute Abend?"
    assert "Mau-Mau" in home.links
    assert "Scorekeeper" in home.text


def test_a_game_is_played_and_judged_in_german(german):
    phone = Phone(german, DE)
    table = start(phone, ("Ute", "Jan", "Max"), "makao", dealer="0", seats="3")
    assert table.book.language == DE
    for path in ("", "/disputes", "/rules", "/rules/decisions", "/rules/makao.draw", "/history"):
        screen = table.open(path)
        assert (screen.status, screen.lang) == (200, DE)
    rule = table.open("/rules/makao.draw")
    assert rule.heading.endswith("[Drawing]")
    assert DE in {node.attrs.get("lang") for node in rule.root.all("article")}


def test_a_text_that_german_lacks_is_said_in_english_and_says_so(german):
    (law,) = Phone(german, DE).get("/rules/makao/makao.draw").root.all("p", css="law")
    english = open_rulebook(GAMES["makao"].folder, "en").rule("makao.draw").text
    said = [(node.attrs["lang"], node.text) for node in law.all("span")]
    assert {language for language, _ in said} == {"en"}
    assert " ".join(text for _, text in said) == english == law.text


def test_a_game_that_speaks_no_german_is_read_in_english_and_says_so(german):
    rule = Phone(german, DE).get("/rules/kocka/kocka.follow")
    (article,) = rule.root.all("article", css="rule")
    assert (rule.lang, article.attrs["lang"]) == (DE, "en")
    assert open_rulebook(GAMES["kocka"].folder, "en").rule("kocka.follow").text in article.text


def test_german_stands_in_the_switch_where_it_was_chosen_so(german, app):
    assert "Deutsch" in Phone(german, DE).get("/settings").text
    settings = Phone(app, DE).get("/settings")
    assert (settings.lang, "Deutsch" in settings.text) == ("en", False)

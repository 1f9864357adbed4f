"""What agrees with a number, in every language: the app's messages and the books of the games."""

import pytest
from babel import Locale
from flask_babel import force_locale, ngettext

from scorekeeper.games import GAMES
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sentences import plural
from scorekeeper.web import LANGUAGES
from tests.languages.po import compiled, messages

NUMBERS = (1, 2, 5, 22)


TAKEN = {
    "en": ("take 1 card", "take 2 cards", "take 5 cards", "take 22 cards"),
    "cs": ("vzít 1 kartu", "vzít 2 karty", "vzít 5 karet", "vzít 22 karet"),
    "sk": ("vziať 1 kartu", "vziať 2 karty", "vziať 5 kariet", "vziať 22 kariet"),
    "pl": ("wziąć 1 kartę", "wziąć 2 karty", "wziąć 5 kart", "wziąć 22 karty"),
    "be": ("узяць 1 карту", "узяць 2 карты", "узяць 5 карт", "узяць 22 карты"),
}
"""A penalty in cards, as the words that all games share say it."""

POINTS = {
    "en": ("1 point", "2 points", "5 points", "22 points"),
    "cs": ("1 bod", "2 body", "5 bodů", "22 bodů"),
    "sk": ("1 bod", "2 body", "5 bodov", "22 bodov"),
    "pl": ("1 punkt", "2 punkty", "5 punktów", "22 punkty"),
    "be": ("1 ачко", "2 ачкі", "5 ачкоў", "22 ачкі"),
}
"""What a message of the app says of 1, 2, 5 and 22."""

SENTENCES = [
    ("sk", "faraon", "strokes", ("1 čiarka", "2 čiarky", "5 čiarok", "22 čiarok")),
    ("sk", "faraon", "cards", ("1 karta", "2 karty", "5 kariet", "22 kariet")),
    ("be", "durak", "played", ("1 гульня", "2 гульні", "5 гульняў", "22 гульні")),
    ("be", "durak", "epaulettes", ("1 пагон", "2 пагоны", "5 пагонаў", "22 пагоны")),
    ("pl", "makao", "played", ("1 gra", "2 gry", "5 gier", "22 gry")),
    ("cs", "kocka", "played", ("1 kolo", "2 kola", "5 kol", "22 kol")),
    ("en", "kocka", "played", ("1 round", "2 rounds", "5 rounds", "22 rounds")),
]
"""Language, game and id of a text → what it says of them."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_takes_the_form_that_cldr_says(language):
    rule = Locale.parse(language).plural_form
    for n in range(201):
        assert plural(language, n) == plural(language, -n) == rule(n), n


def test_a_language_without_rules_has_one_and_other():
    assert [plural("xx", n) for n in (0, 1, 2)] == ["other", "one", "other"]


@pytest.mark.parametrize(("language", "said"), POINTS.items())
def test_a_message_agrees_with_its_number(app, language, said):
    points = "%(num)d point", "%(num)d points"
    given = (compiled(language).ngettext(*points, n) for n in NUMBERS)
    assert tuple(t % {"num": n} for t, n in zip(given, NUMBERS, strict=True)) == said
    with app.test_request_context(), force_locale(language):
        assert tuple(ngettext(*points, n) for n in NUMBERS) == said


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_message_with_a_number_has_every_form_of_its_language(language, faults):
    forms = {compiled(language).plural(n) for n in range(201)}  # type: ignore[attr-defined]
    for id, said in messages(language).items():
        if id[1:]:
            with faults.at(language, id):
                assert len(said) == len(forms)
                assert all(said)


def test_a_sentence_of_a_book_agrees_with_its_number(faults):
    for language, key, id, said in SENTENCES:
        with faults.at(key, language, id):
            book = open_rulebook(GAMES[key].folder, language)
            assert tuple(book.say("texts", id, {"n": n}) for n in NUMBERS) == said
    assert {language for language, *_ in SENTENCES} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_penalty_in_cards_agrees_with_its_number(language):
    books = (open_rulebook(game.folder, language) for game in GAMES.values())
    book = next(book for book in books if book.language == language)
    taken = tuple(book.penalty(Penalty("cards", amount=n), "") for n in NUMBERS)
    assert taken == TAKEN[language]

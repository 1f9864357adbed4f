"""The books of all games in all languages: short labels, cards and suits by one name."""

from collections.abc import Mapping
from os.path import relpath
from unittest.mock import patch

import pytest

from scorekeeper.core.schema import fields_of
from scorekeeper.games import GAMES
from scorekeeper.referee.question import objects_in, paths_in
from scorekeeper.rulebook import DEFAULT_LANGUAGE, open_rulebook
from scorekeeper.rulebook.fallback import language_of
from scorekeeper.web import LANGUAGES
from tests.contract.books import EACH_BOOK, languages_of
from tests.contract.missing import folders, forgotten, missing, untranslated
from tests.languages.adding import beside_the_texts
from tests.languages.release import lines_of
from tests.languages.vocabulary import FACT, book_texts, foreign_words, vocabulary, words_in
from tests.web.phone import Phone
from tests.web.screen import Tree
from tests.web.table import NAMES, start

LONGEST_LABEL = 24  # over a control of a phone 360 pixels wide
LONG_LABELS = {
    *("Cards for an invalid move", "Overtake on suits in a Varšava", "Transfer in the first bout"),
    *("Ve Varšavě přebíjet i na barvu", "Who begins the dokládačka"),
}
"""House rules whose label is longer; no more may join them."""
LONGEST_ANSWER = 350
"""Letters of the first paragraph of a rule: what one asks at the table stands there."""


def labels(words):
    for key, value in words.items() if isinstance(words, Mapping) else ():
        if key == "label":
            yield value
        yield from labels(value)


def test_every_game_speaks_every_language():
    books = {(game.key, language) for game in GAMES.values() for language in languages_of(game)}
    assert books == {(key, language) for key in GAMES for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", folders().values(), ids=folders())
def test_a_language_of_the_app_lacks_nothing_but_what_is_named(folder, language):
    """A rule may land in one language; `make missing` lists the others."""
    lacking = sorted(map(".".join, forgotten(folder, language)))
    assert not lacking, (
        f"{relpath(folder / language)}.toml lacks {lacking}: write them, or name their ids at the "
        f"top of {DEFAULT_LANGUAGE}.toml, until the next release: "
        'untranslated = ["makao.match", "packs"]'
    )


def test_nothing_is_named_as_untranslated_that_every_language_says(faults):
    for folder in folders().values():
        lacking = {step for each in LANGUAGES for way in missing(folder, each) for step in way}
        with faults.at(folder):
            assert not set(untranslated(folder)) - lacking, "take them out of `untranslated`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_offered_language_has_its_plurals_and_its_stemmer(language):
    assert list(beside_the_texts(language)) == []


def test_a_text_that_a_language_lacks_is_asked_at_a_release(tmp_path):
    english = 'untranslated = ["makao.new"]\n[rules."makao.new"]\nnumber = "9"\ntext = "New."\n'
    (tmp_path / "en.toml").write_text(f'{english}title = "New"\n[offences]\n"makao.old" = "old"\n')
    (tmp_path / "pl.toml").write_text('[rules."makao.new"]\nnumber = "9"\ntext = ""\n')
    assert missing(tmp_path, "en") == []
    new = [("rules", "makao.new", "text"), ("rules", "makao.new", "title")]
    assert missing(tmp_path, "pl") == [*new, ("offences", "makao.old")]
    assert forgotten(tmp_path, "pl") == [("offences", "makao.old")]
    assert list(lines_of(tmp_path, "pl")) == [
        f"{relpath(tmp_path / 'pl.toml')}: 3 texts",
        '  rules.makao.new.text: "New."',
        '  rules.makao.new.title: "New"',
        '  offences.makao.old: "old"',
    ]


@EACH_BOOK
def test_the_names_of_questions_and_fields_and_house_rules_are_short(game, language):
    data = open_rulebook(game.folder, language).data
    names = [kind["name"] for kind in data["kinds"].values()]
    told = [*names, *labels(data["asked"]), *labels(data["house"])]
    assert len(told) > len(names) > 1
    own = {text for text in told if language_of(text, language) == language} - LONG_LABELS
    long = sorted(text for text in own if len(text) > LONGEST_LABEL)
    assert not long, f"{long}: {LONGEST_LABEL} characters at most"


@EACH_BOOK
def test_a_rule_answers_in_its_first_paragraph(game, language, faults):
    """A blank line begins another paragraph: when, who, what it costs."""
    for id, rule in open_rulebook(game.folder, language).rules.items():
        with faults.at(id):
            paragraphs = rule.text.split("\n\n")
            assert paragraphs == [" ".join(each.split()) for each in paragraphs]
            assert len(paragraphs[0]) <= LONGEST_ANSWER


@EACH_BOOK
def test_what_is_asked_for_is_a_field(game, language):
    kinds = [*((d.kind, d) for d in game.disputes), *game.entry_types.items()]
    fields = {
        (kind, path)
        for kind, declared in kinds
        for path in (
            *fields_of(declared),
            *paths_in(declared, {name: {} for name in objects_in(declared)}),
        )
    }
    ask = open_rulebook(game.folder, language).data["ask"]
    assert {(kind, name) for kind, names in ask.items() for name in names} <= fields


@pytest.mark.parametrize("language", languages_of(GAMES["durak"]))
def test_a_suit_of_durak_is_called_the_same_everywhere(language):
    book = open_rulebook(GAMES["durak"].folder, language)
    suits = {suit: book.suit(suit) for suit in "SHDC"}
    assert suits == {suit: book.label("words", suit) for suit in "SHDC"}
    for kind, asked in book.data["asked"].items():
        assert asked.get("trump", {}).get("choices", suits) == suits, kind


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
def test_a_word_of_another_language_is_found(place, text, told):
    found = foreign_words(Tree(PAGE.format_map({**RIGHT, place: text})).root, "cs")
    assert [each.partition(" in ")[0] for each in found] == [told] * bool(told)


def test_a_message_that_is_not_translated_is_found_on_a_page(app):
    page = start(Phone(app, "pl")).open("/history")
    assert not foreign_words(page.root, "pl", " ".join(NAMES))
    with patch("tests.languages.vocabulary.messages", return_value={}):
        vocabulary.cache_clear()
        assert foreign_words(page.root, "pl", " ".join(NAMES))
    vocabulary.cache_clear()


@EACH
def test_no_book_holds_a_sentence_of_another_one(language, faults):
    for other in set(LANGUAGES) - {language}:
        theirs = {text for text in book_texts(other) if len(words_in(FACT.sub(" ", text))) > 5}
        with faults.at(language, other):
            assert not theirs & set(book_texts(language))

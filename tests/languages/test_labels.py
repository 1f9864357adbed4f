"""What stands on buttons, tiles and rows is explained: every word of a game that a screen uses."""

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from scorekeeper.games.taroky.entries import Announcement
from scorekeeper.games.taroky.house_rules import Contract
from scorekeeper.rulebook import glossary_of, open_rulebook
from scorekeeper.rulebook.fallback import language_of
from tests.contract.books import EACH_BOOK, EACH_GAME, written_in
from tests.games.test_glossaries import is_said

PARTS = ("entries", "fields", "stats", "marks", "records", "pages")
"""What a book calls things on screens: entries, their fields, columns. A house rule has its `help`
beside it, and a question the facts that it asks for.
"""
PLAIN = Path(__file__).with_name("plain_labels.txt")
"""Labels in everyday words, a game's in a paragraph; none of them may use a word of the game."""


def labels(words, *way):
    for name, below in words.items():
        if isinstance(below, Mapping):
            yield from labels(below, *way, name)
        elif name in ("name", "label") or way[-1] in ("choices", "keys", "stats", "marks"):
            yield ".".join((*way, name)), below


def labels_of(game, language):
    """The labels of a book; not those that it has from another language until the next release."""
    data = open_rulebook(game.folder, language).data
    told = {at: text for part in PARTS for at, text in labels(data.get(part, {}), part)}
    return {at: text for at, text in told.items() if language_of(text, language) == language}


def explained(game, language):
    """The names of what is explained."""
    terms = glossary_of(open_rulebook(game.folder, language)).values()
    return frozenset(name for each in terms for name in (each.term, *each.also.split(", ")) if name)


def uses_one(text, names, language):
    return any(is_said(name, text, language) for name in names)


def plain_labels():
    """Game → where its labels in everyday words stand."""
    paragraphs = PLAIN.read_text("utf-8").split("\n\n")
    return {key: set(ways) for key, *ways in map(str.split, paragraphs)}


@EACH_BOOK
def test_a_word_of_the_game_on_a_screen_is_explained(game, language, faults):
    """A label uses a word that the glossary explains, or is told in everyday words."""
    names, everyday = explained(game, language), plain_labels()[game.key]
    for at, text in labels_of(game, language).items():
        with faults.at(at, text):
            assert at in everyday or uses_one(text, names, language), (
                f"use a word of the glossary, explain one in [glossary.…], or if all of them are "
                f"everyday words, add {at} to {PLAIN.name}"
            )


@EACH_GAME
def test_what_needs_no_explanation_is_on_a_screen(game):
    """What is listed as everyday words stands there, and names no word of the game everywhere."""
    everyday, languages = plain_labels()[game.key], written_in(game)
    assert everyday <= labels_of(game, "en").keys()
    names = {each: explained(game, each) for each in languages}
    told = {each: labels_of(game, each) for each in languages}
    assert not {
        at
        for at in everyday
        if all(uses_one(told[each].get(at, ""), names[each], each) for each in names)
    }


@EACH_BOOK
def test_a_tile_is_called_as_the_glossary_calls_it(game, language):
    """What is chosen with a tap is explained under its own name, unless it is everyday words."""
    terms = glossary_of(open_rulebook(game.folder, language))
    everyday = plain_labels()[game.key]
    tiles = {
        at.partition(".choices.")[2]: text
        for at, text in labels_of(game, language).items()
        if at.startswith("fields.") and at not in everyday
    }
    called = {id: text for id, text in tiles.items() if id in terms}
    assert {id: terms[id].term for id in called} == {
        id: text.replace("\N{SOFT HYPHEN}", "") for id, text in called.items()
    }
    assert game.key != "taroky" or {*get_args(Announcement), *get_args(Contract)} <= called.keys()

"""The words of a game: the right form, the same in each language, a first deal."""

from collections.abc import Mapping
from functools import cache
from string import Formatter

from scorekeeper.rulebook import glossary_of, open_rulebook
from scorekeeper.rulebook.fallback import FORMS, language_of
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.sentences import plural
from tests.contract.books import (
    EACH_BOOK,
    EACH_GAME,
    EACH_OWN_BOOK,
    languages_of,
    place_of,
    table_of,
)
from tests.contract.switches import switches


def book_of(game, language):
    return open_rulebook(game.folder, language)


@EACH_BOOK
def test_every_card_of_a_game_has_a_name_of_its_own(game, language):
    cards = game.pack(game.house()).cards
    assert len({book_of(game, language).card(str(card)) for card in cards}) == len(cards)


@EACH_BOOK
def test_every_rule_has_a_number_of_its_own_and_all_its_words(game, language):
    rules = book_of(game, language).rules.values()
    assert all(all((r.number, r.title, r.text, r.source)) for r in rules)
    assert len({rule.number for rule in rules}) == len(rules)


def leaves(words, path=()):
    """Path → text, or the texts of its plural forms."""
    for key, value in words.items():
        if isinstance(value, Mapping) and not set(value) <= FORMS:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def placeholders(text):
    texts = text.values() if isinstance(text, Mapping) else [text]
    return {name for each in texts for _, name, _, _ in Formatter().parse(each) if name is not None}


def shape(data):
    return {path: placeholders(text) for path, text in leaves(data) if not is_own(path)}


def is_own(path):
    """True for other words for a term, and for what players say: each language has its own."""
    return path[0] == "slang" or (path[0], path[-1]) == ("glossary", "also")


def lacking(here, there):
    """What a book lacks that another has, as lines that say what to write."""
    for *table, name in there.keys() - here.keys():
        yield f'write {name} = "…" under [{".".join(table)}], or take it out there'


def unlike(here, there):
    """Texts that name other facts than those of another book."""
    for path in here.keys() & there.keys():
        if here[path] != there[path]:
            yield f"{'.'.join(path)} names {sorted(here[path])}, there {sorted(there[path])}"


def _shared(book):
    """The words that every language has: what it cuts short is its own."""
    return {name: table for name, table in book.data.items() if name != "abbreviations"}


@EACH_BOOK
def test_a_game_says_the_same_in_every_language(game, language):
    folder = place_of(game, "rulebook")
    here = shape(_shared(book_of(game, language)))
    for other in languages_of(game):
        there = shape(_shared(book_of(game, other)))
        faults = [*lacking(here, there), *unlike(here, there)]
        assert not faults, "\n".join(
            [f"{folder}/{language}.toml, as {other}.toml has it:", *faults]
        )


@EACH_BOOK
def test_numbers_and_sources_of_rules_are_the_same_in_every_language(game, language):
    said, english = (
        [(rule.id, rule.number, rule.source) for rule in book_of(game, each).rules.values()]
        for each in (language, "en")
    )
    assert said == english


@EACH_BOOK
def test_a_sentence_with_forms_has_every_form_of_its_language(game, language):
    needed = {plural(language, n) for n in range(200)}
    forms = [text for _, text in leaves(book_of(game, language).data) if isinstance(text, Mapping)]
    assert forms
    for form in forms:
        assert set(form) == needed or language_of(form, language) != language
        assert len({frozenset(placeholders(text)) for text in form.values()}) == 1


@EACH_OWN_BOOK
def test_every_rule_is_found_by_its_title(game, language):
    require_rules_found(game, language)


def require_rules_found(game, language):
    for rule in open_rulebook(game.folder, language).rules.values():
        found = {hit.rule.id for hit in search(rule.title, language, game.key)}
        assert rule.id in found, rule.title


LINES = 10
LONGEST = 200
"""Letters of a line: three or four lines of a phone."""


def houses(game):
    """House rules as usual, each with another value, and two choices together."""
    usual = game.house()
    yield usual
    for path, other in switches(game, usual):
        yield other
        if len(path) == 1 and isinstance(getattr(other, path[0]), str):
            yield from (house for way, house in switches(game, other) if len(way) == 1)


@cache
def told(game):
    found = {}
    for house in houses(game):
        worth = sum(game.worth(house).values(), ())
        for section, each in (
            *(("first", e) for e in game.first_deal(house)),
            *(("worth", e) for e in worth),
        ):
            found[section, each.id, *each.facts.items()] = (section, each)
    return tuple(found.values())


@EACH_GAME
def test_a_first_deal_has_ten_lines_after_how_the_game_is_won(game):
    for house in houses(game):
        first, *lines = game.first_deal(house)
        assert first.id.startswith("won")
        assert len(lines) == LINES


@EACH_BOOK
def test_every_sentence_for_beginners_is_said_at_some_table(game, language):
    book = open_rulebook(game.folder, language)
    said = {(section, s.id, book.say(section, s.id, s.facts)) for section, s in told(game)}
    written = {(section, id) for section in ("first", "worth") for id in book.data.get(section, {})}
    assert written == {(section, id) for section, id, _ in said}, table_of(game, language, "first")
    assert not [text for _, _, text in said if len(text) > LONGEST]
    assert game.worth(game.house()).keys() <= glossary_of(book).keys()

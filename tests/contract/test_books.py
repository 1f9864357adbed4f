"""The words of a game: the right form, and the same things said in each of its languages."""

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.rulebook import Rulebook, open_rulebook
from scorekeeper.rulebook.fallback import FORMS, language_of
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.sentences import plural
from tests.contract.books import EACH_BOOK, EACH_OWN_BOOK, languages_of, place_of

Shape = dict[tuple[str, ...], set[str]]
"""Path of a text in a book → the facts that it names."""


def book_of(game: AnyGame, language: str) -> Rulebook:
    return open_rulebook(game.folder, language)


@EACH_BOOK
def test_every_card_of_a_game_has_a_name_of_its_own(game: AnyGame, language: str) -> None:
    cards = game.pack(game.house()).cards
    assert len({book_of(game, language).card(str(card)) for card in cards}) == len(cards)


@EACH_BOOK
def test_every_rule_has_a_number_of_its_own_and_all_its_words(game: AnyGame, language: str) -> None:
    rules = book_of(game, language).rules.values()
    assert all(all((r.number, r.title, r.text, r.source)) for r in rules)
    assert len({rule.number for rule in rules}) == len(rules)


def leaves(words: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Path → text, or the texts of its plural forms."""
    for key, value in words.items():
        if isinstance(value, Mapping) and not set(value) <= FORMS:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def placeholders(text: Any) -> set[str]:
    texts = text.values() if isinstance(text, Mapping) else [text]
    return {name for each in texts for _, name, _, _ in Formatter().parse(each) if name is not None}


def shape(data: Mapping[str, Any]) -> Shape:
    return {path: placeholders(text) for path, text in leaves(data) if not is_own(path)}


def is_own(path: tuple[str, ...]) -> bool:
    """True for other words for a term, and for what players say: each language has its own."""
    return path[0] == "slang" or (path[0], path[-1]) == ("glossary", "also")


def lacking(here: Shape, there: Shape) -> Iterator[str]:
    """What a book lacks that another has, as lines that say what to write."""
    for *table, name in there.keys() - here.keys():
        yield f'write {name} = "…" under [{".".join(table)}], or take it out there'


def unlike(here: Shape, there: Shape) -> Iterator[str]:
    """Texts that name other facts than those of another book."""
    for path in here.keys() & there.keys():
        if here[path] != there[path]:
            yield f"{'.'.join(path)} names {sorted(here[path])}, there {sorted(there[path])}"


def _shared(book: Rulebook) -> Mapping[str, Any]:
    """The words that every language has: what it cuts short is its own."""
    return {name: table for name, table in book.data.items() if name != "abbreviations"}


@EACH_BOOK
def test_a_game_says_the_same_in_every_language(game: AnyGame, language: str) -> None:
    folder = place_of(game, "rulebook")
    here = shape(_shared(book_of(game, language)))
    for other in languages_of(game):
        there = shape(_shared(book_of(game, other)))
        faults = [*lacking(here, there), *unlike(here, there)]
        assert not faults, "\n".join(
            [f"{folder}/{language}.toml, as {other}.toml has it:", *faults]
        )


@EACH_BOOK
def test_numbers_and_sources_of_rules_are_the_same_in_every_language(
    game: AnyGame, language: str
) -> None:
    said, english = (
        [(rule.id, rule.number, rule.source) for rule in book_of(game, each).rules.values()]
        for each in (language, "en")
    )
    assert said == english


@EACH_BOOK
def test_a_sentence_with_forms_has_every_form_of_its_language(game: AnyGame, language: str) -> None:
    needed = {plural(language, n) for n in range(200)}
    forms = [text for _, text in leaves(book_of(game, language).data) if isinstance(text, Mapping)]
    assert forms
    for form in forms:
        assert set(form) == needed or language_of(form, language) != language
        assert len({frozenset(placeholders(text)) for text in form.values()}) == 1


@EACH_OWN_BOOK
def test_every_rule_is_found_by_its_title(game: AnyGame, language: str) -> None:
    require_rules_found(game, language)


def require_rules_found(game: AnyGame, language: str) -> None:
    """Who types the title of a rule finds it."""
    for rule in open_rulebook(game.folder, language).rules.values():
        found = {hit.rule.id for hit in search(rule.title, language, game.key)}
        assert rule.id in found, rule.title

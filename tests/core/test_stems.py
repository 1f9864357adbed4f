"""Word forms that meet, and words that do not in the languages whose stemmers are our own.

`tests/data/forms-*.txt` holds forms of one word on a line, and words that are not the same with ≠
between them.
"""

from functools import cache
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.index import WORD
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.stems import OURS, normalized, stems
from tests.contract.missing import texts_of

DATA = Path(__file__).parents[1] / "data"
APART = " ≠ "
EACH_OF_OURS = pytest.mark.parametrize("language", OURS)
EACH_LANGUAGE = pytest.mark.parametrize("language", ["cs", "en", *OURS])


@cache
def lines(language):
    told = (DATA / f"forms-{language}.txt").read_text("utf-8").splitlines()
    return tuple(line for line in told if not line.startswith("#"))


def forms(language):
    return [line.split() for line in lines(language) if APART not in line]


def apart(language):
    return [line.split(APART) for line in lines(language) if APART in line]


@cache
def words_of_books(language):
    books = (open_rulebook(game.folder, language) for game in GAMES.values())
    said = (text for book in books for part in (book.data, book.shared) for text in texts_of(part))
    return frozenset(word.lower() for text in said for word in WORD.findall(text))


@EACH_OF_OURS
def test_the_forms_are_those_of_the_books(language):
    told = {form for each in forms(language) for form in each}
    assert not told - words_of_books(language)


@EACH_LANGUAGE
def test_forms_of_one_word_meet(language, faults):
    for first, *others in forms(language):
        for other in others:
            with faults.at(first, other):
                assert stems(first, language) & stems(other, language)


@EACH_OF_OURS
def test_different_words_do_not_meet(language, faults):
    for one, other in apart(language):
        with faults.at(one, other):
            assert not stems(one, language) & stems(other, language)


@EACH_OF_OURS
def test_words_on_different_lines_do_not_meet(language, faults):
    seen = {}
    for first, *_others in forms(language):
        for stem in stems(first, language):
            with faults.at(first):
                assert stem not in seen, seen[stem]
            seen[stem] = first


@EACH_OF_OURS
def test_every_word_of_the_books_keeps_something(language):
    words = words_of_books(language)
    assert words
    assert all(all(stems(word, language)) for word in words)
    assert len({stem for word in words for stem in stems(word, language)}) > len(words) / 4


def test_a_search_finds_the_same_by_any_form(faults):
    require_same_finds("cs", faults)


def require_same_finds(language, faults):
    for first, *others in forms(language):
        found = {(hit.game, hit.rule.id) for hit in search(f"{first} ", language, most=1000)}
        for other in others:
            with faults.at(first, other):
                assert found
                again = search(f"{other} ", language, most=1000)
                assert found & {(hit.game, hit.rule.id) for hit in again}


def test_slovak_needs_no_diacritics():
    assert stems("stichov", "sk") & stems("štichy", "sk")
    assert stems("KOPOK", "sk") & stems("kôpka", "sk")


@pytest.mark.parametrize("typed", ["аб’явы", "аб'яву", "абява", "абʼявамі"])
def test_an_apostrophe_may_be_written_in_any_way(typed):
    assert stems(typed, "be") & stems("аб’ява", "be")
    assert "taroky.announce" in {hit.rule.id for hit in search(typed, "be", "taroky")}


def test_a_language_without_a_stemmer_is_compared_as_it_is_spelled():
    assert stems("Müller", "de") == stems("muller", "de") == {normalized("Müller")}
    assert not stems("Karte", "de") & stems("Karten", "de")

"""The glossaries of the books: the same words in every language, short, and really in the book."""

from scorekeeper.rulebook import glossary_of, open_rulebook
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from scorekeeper.rulebook.index import WORD
from scorekeeper.rulebook.search import search_glossary
from scorekeeper.rulebook.stems import normalized, stems
from tests.contract.books import EACH_BOOK, EACH_GAME, languages_of
from tests.contract.missing import texts_of

FEWEST, MOST = 6, 40
LONGEST_TEXT, LONGEST_TERM = 140, 24
PARTS = {"term", "also", "text"}


def told_elsewhere(game, language):
    """The stems of all words of a book but its glossary."""
    data = open_rulebook(game.folder, language).data
    said = (text for part, words in data.items() if part != "glossary" for text in texts_of(words))
    words = {word for text in said for word in WORD.findall(text)}
    return frozenset(stem for word in words for stem in stems(word, language))


def terms_of(game, language):
    return glossary_of(open_rulebook(game.folder, language))


def names_of(term):
    """What else a thing is called."""
    return filter(None, term.also.split(", "))


def is_said(name, text, language):
    """True if the words of a name follow each other in a text, in whatever form."""
    named, said = ([stems(each, language) for each in WORD.findall(t)] for t in (name, text))
    places = range(len(said) - len(named) + 1)
    return any(all(map(frozenset.intersection, named, said[at:])) for at in places)


@EACH_GAME
def test_a_game_explains_the_same_words_in_all_its_languages(game):
    explained = {each: list(terms_of(game, each)) for each in languages_of(game)}
    assert len({tuple(ids) for ids in explained.values()}) == 1, explained
    assert FEWEST <= len(explained["cs"]) <= MOST


@EACH_BOOK
def test_a_word_is_explained_shortly(game, language, faults):
    with faults.at("parts"):
        rows = open_rulebook(game.folder, language).data.get("glossary", {})
        assert not {part for row in rows.values() for part in row} - PARTS
    for id, each in terms_of(game, language).items():
        with faults.at(id):
            assert len(each.text) <= LONGEST_TEXT
            assert each.text.endswith(".")
            assert 0 < len(each.term) <= LONGEST_TERM


@EACH_BOOK
def test_what_is_explained_stands_in_the_book(game, language, faults):
    told = told_elsewhere(game, language)
    with faults.at("the book"):
        assert told
    for id, each in terms_of(game, language).items():
        with faults.at(id, each.term):
            assert all(stems(word, language) & told for word in WORD.findall(each.term))


@EACH_BOOK
def test_no_word_is_explained_twice(game, language):
    called = [
        normalized(name)
        for each in terms_of(game, language).values()
        for name in (each.term, *names_of(each))
    ]
    assert len(called) == len(set(called)), sorted(called)


@EACH_BOOK
def test_a_term_is_found_by_whatever_it_is_called(game, language, faults):
    with faults.at("nonsense"):
        assert not search_glossary("xyzzyx", language, game.key)
    for id, each in terms_of(game, language).items():
        for name in (each.term, *names_of(each)):
            with faults.at(id, name):
                found = search_glossary(name, language, game.key)
                assert id in {hit.term.id for hit in found}


@EACH_BOOK
def test_a_reason_calls_a_thing_as_its_book_does(game, language, faults):
    """A decided quarrel stands beside the rule: people quarrel in their own words, the reason is in
    those of the glossary. The game may be called by its name.
    """
    book, words = open_rulebook(game.folder, language), decision_words(game, language)
    others = [
        (name, each.term) for each in terms_of(game, language).values() for name in names_of(each)
    ]
    for decision in decisions_of(game):
        why = words.of(decision).why
        with faults.at(decision.name, why):
            said = {name: term for name, term in others if is_said(name, why, language)}
            assert not {n: t for n, t in said.items() if normalized(n) != normalized(book.title)}

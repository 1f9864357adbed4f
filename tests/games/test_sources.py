"""The documents that the games come from: nothing of them is lost, and what is ours is owned up to.

The documents themselves are not kept here; the digest of each is.
"""

import re
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.sources import source_language, source_of
from tests.contract.books import EACH_BOOK, EACH_GAME, place_of
from tests.contract.test_sources import our_rules, passages

DATA = Path(__file__).parents[1] / "data"
DECISIONS = tomllib.loads((DATA / "decisions.toml").read_text("utf-8"))
WORDS = tomllib.loads((DATA / "source_words.toml").read_text("utf-8"))
DAMAGED = {"makao"}
"""Documents in which letters beyond Latin-1 are damaged: they are mended, and not in the digest."""
CUSTOMS = {"call", "retract", "wrong-answer"}
"""Questions on what no document knows: what tables agree on, or how we fill a gap."""
PLAIN = re.compile(r"\bwe play\b|not in the original rules")
"""How an English text says that something is ours, so that it cannot be meant otherwise."""
SOURCE = {
    language: re.compile(rf"\b{word}", re.IGNORECASE)
    for language, word in (
        ("cs", "pramen"),
        ("sk", "prame[nň]"),
        ("pl", "źród"),
        ("be", "крыніц"),
        ("en", "source"),
    )
}
"""The word for a source: what is played stands in the text, that it is ours says the mark."""


def letters(key, source):
    """The letters and digits of a document, headings and all, in its order."""
    texts = ((each.heading, *(p.text for p in each.passages)) for each in source.sections)
    text = "".join(part for parts in texts for part in parts)
    most = 0xFF if key in DAMAGED else 0x10FFFF
    return "".join(letter for letter in text if letter.isalnum() and ord(letter) <= most)


@EACH_GAME
def test_no_word_of_a_source_is_lost_or_changed(game):
    source = source_of(game.folder)
    assert sha256(letters(game.key, source).encode()).hexdigest()[:16] == source.digest
    assert source.language in {path.stem for path in (game.folder / "rulebook").glob("*.toml")}
    assert source.language == source_language(game.folder)


@EACH_GAME
def test_every_question_comes_from_a_statement(game):
    asked = {
        kind
        for passage in passages(source_of(game.folder))
        for kind in passage.places.get("question", ())
    }
    ours = our_rules(game)
    answering = {rule.asks.kind: rule.id for rule in game.rules}
    silent = {kind for kind, id in answering.items() if id in ours and not cited(game, id)}
    lacking = sorted(set(game.kinds) - asked - silent - CUSTOMS)
    assert not lacking, (
        f"{place_of(game, 'source.toml')}: write {lacking} as the question of a statement; if none "
        'is about it, write the source "—" of its rule in rulebook/en.toml'
    )


def cited(game, id):
    """True if a statement of the source lives in a rule."""
    return id in source_of(game.folder).excerpts


@EACH_BOOK
def test_a_book_says_what_is_played_and_not_that_a_source_is_silent(game, language, faults):
    book, said = open_rulebook(game.folder, language), decision_words(game, language)
    texts = {id: rule.text for id, rule in book.rules.items()}
    texts |= {each.name: said.of(each).why for each in decisions_of(game)}
    for id, text in texts.items():
        with faults.at(id, text):
            assert not (language in SOURCE and SOURCE[language].search(text))


@EACH_GAME
def test_what_a_text_tells_as_ours_is_marked(game):
    source = source_of(game.folder)
    unmarked = [
        (rule.id, number)
        for rule in open_rulebook(game.folder, "en").rules.values()
        for number, text in enumerate(rule.sentences, start=1)
        if PLAIN.search(text)
        and not (source.decides(rule) and number in (source.ours.get(rule.id) or {number}))
    ]
    assert not unmarked, f"not among `decisions` of source.toml: {unmarked}"


@EACH_GAME
def test_every_decision_of_the_rules_documents_is_marked(game):
    assert set(DECISIONS[game.key].values()) <= our_rules(game)


@EACH_GAME
def test_the_words_of_a_source_find_something(game, faults):
    language = source_of(game.folder).language
    for word in WORDS[game.key]:
        with faults.at(word):
            hits = search(word, language, game.key)
            assert hits
            assert any(piece.found for hit in hits for piece in (*hit.title, *hit.snippet))


@pytest.mark.parametrize("word", ["superkontra", "hofmaní", "spálená", "наўздагон"])
def test_words_of_a_source_are_found_by_who_reads_another_language(word):
    assert search(word, "en")

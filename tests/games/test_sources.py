"""The documents that the games come from: nothing of them is lost, and what is ours is owned up to.

The documents themselves are not kept here; the digest of each is.
"""

import re
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from scorekeeper.fields import fields_of
from scorekeeper.game import AnyGame
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.sources import IN_THE_BOOK, PLACES, Passage, Source, source_of
from tests.faults import Faults
from tests.games.books import EACH_BOOK, EACH_GAME

DATA = Path(__file__).parents[1] / "data"
DECISIONS = tomllib.loads((DATA / "decisions.toml").read_text("utf-8"))
WORDS = tomllib.loads((DATA / "source_words.toml").read_text("utf-8"))
DAMAGED = {"makao"}
"""Documents in which letters beyond Latin-1 are damaged: they are mended, and not in the digest."""
OWNED = {
    "cs": r"\bhraj|prame[nň]",
    "sk": r"\bhrá[mv]|prame[nň]",
    "pl": r"\bgramy|źród",
    "be": r"гуля|крыніц|маўчыць",
    "en": r"\bwe play|\bsource",
}
"""How a text says that it is ours."""
PLAIN = re.compile(r"\bwe play\b|source (is silent|does not|says nothing)|not in the source")
"""How an English text says it, so that it cannot be meant otherwise."""


def passages(source: Source) -> Iterator[Passage]:
    for section in source.sections:
        yield from section.passages


def letters(key: str, source: Source) -> str:
    """The letters and digits of a document, headings and all, in its order."""
    texts = ((each.heading, *(p.text for p in each.passages)) for each in source.sections)
    text = "".join(part for parts in texts for part in parts)
    most = 0xFF if key in DAMAGED else 0x10FFFF
    return "".join(letter for letter in text if letter.isalnum() and ord(letter) <= most)


@EACH_GAME
def test_no_word_of_a_source_is_lost_or_changed(game: AnyGame) -> None:
    source = source_of(game.folder)
    assert sha256(letters(game.key, source).encode()).hexdigest()[:16] == source.digest
    assert source.language in {path.stem for path in (game.folder / "rulebook").glob("*.toml")}


@EACH_GAME
def test_every_statement_has_a_place_or_a_reason(game: AnyGame, faults: Faults) -> None:
    rows = tomllib.loads((game.folder / "source.toml").read_text("utf-8"))["sections"]
    for row in (each for section in rows for each in section["passages"]):
        with faults.at(row["text"]):
            if row.get("ours") == "no":
                assert set(row) == {"text", "ours", "why"}
                assert row["why"]
            else:
                assert {"text"} < set(row) <= {"text", *PLACES}
                assert all(row[place] for place in set(row) - {"text"})


@EACH_GAME
def test_every_place_is_there(game: AnyGame, faults: Faults) -> None:
    book = open_rulebook(game.folder, source_of(game.folder).language)
    there = {
        **dict.fromkeys(IN_THE_BOOK, frozenset(book.rules)),
        "question": set(game.kinds),
        "sheet": set(game.entry_types),
        "house": set(fields_of(game.house)),
    }
    for passage in passages(source_of(game.folder)):
        with faults.at(passage.text):
            for place, ids in passage.places.items():
                assert set(ids) <= there[place]


@EACH_GAME
def test_every_question_comes_from_a_statement(game: AnyGame) -> None:
    asked = {
        kind
        for passage in passages(source_of(game.folder))
        for kind in passage.places.get("question", ())
    }
    assert not set(game.kinds) - asked


@EACH_GAME
def test_sections_stand_in_their_order(game: AnyGame) -> None:
    names = [section.name for section in source_of(game.folder).sections]
    numbers = [(int(n), part) for name in names for n, part in re.findall(r"^(\d+)(\w?)$", name)]
    assert numbers == sorted(numbers)


@EACH_GAME
def test_a_rule_stands_in_the_sections_that_it_cites(game: AnyGame, faults: Faults) -> None:
    source = source_of(game.folder)
    for rule in open_rulebook(game.folder, source.language).rules.values():
        with faults.at(rule.id):
            sections = {excerpt.section for excerpt in source.excerpts.get(rule.id, ())}
            cited = set(re.split("[,;] ", rule.source))
            assert sections & cited or not sections, f"{sections} are not {cited}"
            assert sections or rule.id in source.decisions, "no statement, and no decision"


@EACH_BOOK
def test_a_decision_of_ours_is_told_in_every_language(
    game: AnyGame, language: str, faults: Faults
) -> None:
    source, book = source_of(game.folder), open_rulebook(game.folder, language)
    for id in source.decisions:
        with faults.at(id):
            assert re.search(OWNED[language], book.rules[id].text, re.IGNORECASE)


@EACH_GAME
def test_what_a_text_tells_as_ours_is_marked(game: AnyGame) -> None:
    rules = open_rulebook(game.folder, "en").rules.values()
    ours = {rule.id for rule in rules if PLAIN.search(rule.text)}
    unmarked = ours - source_of(game.folder).decisions
    assert not unmarked, f"not among `decisions` of source.toml: {sorted(unmarked)}"


@EACH_GAME
def test_every_decision_of_the_rules_documents_is_marked(game: AnyGame) -> None:
    assert set(DECISIONS[game.key].values()) <= source_of(game.folder).decisions


@EACH_GAME
def test_the_words_of_a_source_find_something(game: AnyGame, faults: Faults) -> None:
    language = source_of(game.folder).language
    for word in WORDS[game.key]:
        with faults.at(word):
            hits = search(word, language, game.key)
            assert hits
            assert any(piece.found for hit in hits for piece in (*hit.title, *hit.snippet))


@pytest.mark.parametrize("word", ["superkontra", "hofmaní", "spálená", "наўздагон"])
def test_words_of_a_source_are_found_by_who_reads_another_language(word: str) -> None:
    assert search(word, "en")

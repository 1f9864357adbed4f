"""What players say finds its rule: sixty sentences a language, twenty fresh ones, fifty quarrels.

How the sentences were gathered stands in `tests/data/sentences/README.md`. In a third of the sixty
the words were known to whoever told the books what players say; only the fresh ones measure how
well the search does with what nobody thought of.
"""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.stems import normalized
from tests.contract.books import EACH_GAME

SENTENCES = Path(__file__).parents[1] / "data" / "sentences"
LANGUAGES = ("cs", "en")
"""Others are asked in verification."""
FIRST = 50
"""Of sixty sentences of a language so many have the right rule first."""
FRESH_WITHIN_THREE = {"cs": 12, "sk": 15, "pl": 12, "be": 11, "en": 13}
"""Of twenty fresh ones so many have it among the first three; nobody mends for these."""
LASTING = "makao.demand.answer"
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


class Sentence(NamedTuple):
    """What a player says of a game, and the rules that answer."""

    game: str
    rules: tuple[str, ...]
    said: str


def sentences(name):
    for line in (SENTENCES / name).read_text("utf-8").splitlines():
        game, rules, said = line.split(" | ")
        yield Sentence(game, tuple(rules.split()), said)


def found(each, language, most):
    hits = search(each.said, language, each.game, most)
    return [hit.rule.id for hit in hits if hit.rule.id in each.rules]


@EACH_LANGUAGE
def test_there_are_twelve_sentences_of_each_game(language):
    told = [each.game for each in sentences(f"{language}.txt")]
    assert {key: told.count(key) for key in GAMES} == dict.fromkeys(GAMES, 12)
    fresh = [each.game for each in sentences(f"fresh/{language}.txt")]
    assert {key: fresh.count(key) for key in GAMES} == dict.fromkeys(GAMES, 4)
    for each in (*sentences(f"{language}.txt"), *sentences(f"fresh/{language}.txt")):
        assert set(each.rules) <= set(open_rulebook(GAMES[each.game].folder, language).rules)


@EACH_LANGUAGE
@pytest.mark.parametrize("dictated", [False, True], ids=["spelled", "dictated"])
def test_what_players_say_finds_its_rule_first(language, dictated):
    """As it is spelled, and without diacritics, as a phone dictates it."""
    told = list(sentences(f"{language}.txt"))
    if dictated:
        told = [each._replace(said=normalized(each.said)) for each in told]
    missed = [each.said for each in told if not found(each, language, 1)]
    assert len(told) - len(missed) >= FIRST, missed


@EACH_LANGUAGE
def test_what_nobody_thought_of_is_mostly_among_the_first_three(language):
    told = list(sentences(f"fresh/{language}.txt"))
    missed = [each.said for each in told if not found(each, language, 3)]
    assert len(told) - len(missed) >= FRESH_WITHIN_THREE[language], len(missed)


@EACH_LANGUAGE
@pytest.mark.parametrize("dictated", [False, True], ids=["spelled", "dictated"])
def test_the_commonest_quarrels_find_their_rule_first(language, dictated):
    """The ten of each game that tables have most often, in as few words as are said in anger."""
    told = list(sentences(f"quarrels/{language}.txt"))
    assert Counter(each.game for each in told) == dict.fromkeys(GAMES, 10)
    said = (each._replace(said=normalized(each.said)) if dictated else each for each in told)
    assert [each.said for each in said if not found(each, language, 1)] == []


@EACH_LANGUAGE
def test_who_asks_how_long_a_demand_lasts_is_led_to_that_question(language):
    said = next(
        each.said for each in sentences(f"quarrels/{language}.txt") if LASTING in each.rules
    )
    (hit,) = search(said, language, "makao", 1)
    assert hit.questions[0] == "demand"


@EACH_LANGUAGE
def test_a_sentence_always_finds_something(language):
    for name in (f"{language}.txt", f"fresh/{language}.txt"):
        assert all(search(each.said, language, each.game, 1) for each in sentences(name))


@EACH_GAME
def test_players_words_are_told_of_rules_that_there_are(game):
    for language in FRESH_WITHIN_THREE:
        book = open_rulebook(game.folder, language)
        assert set(book.texts("slang")) <= set(book.rules)

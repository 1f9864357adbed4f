"""Case law: every decision is judged as it says, told in every language, and keeps its number."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cases import Answer, score
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import load_house
from scorekeeper.judgements import as_case, judge_question
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import Decision, decision_of, decision_words, decisions_of
from scorekeeper.rulebook.search import search
from tests.faults import Faults
from tests.games.books import EACH_BOOK, EACH_GAME
from tests.games.examples import unlike

NUMBERS: Mapping[str, list[str]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "decided.toml").read_text("utf-8")
)
"""Game → the ids of all decisions by their numbers; a number of one that is gone stays taken."""
FEWEST = 50
LONGEST = {"title": 64, "quarrel": 420, "why": 330}
COLLECTIONS = [GAMES[key] for key in NUMBERS if len(NUMBERS[key]) >= FEWEST]


def answer(game: AnyGame, decision: Decision) -> Answer:
    """What is answered to a decision: a verdict, or the points of its sheet."""
    case = decision.example.case
    if decision.example.scored:
        return score(case)
    house, given = load_house(game.house, case.get("house", {})), case["given"]
    return as_case(judge_question(game, house, (), case["kind"], given).verdict)


@EACH_GAME
def test_every_decision_is_answered_as_it_says(game: AnyGame, faults: Faults) -> None:
    for decision in decisions_of(game):
        with faults.at(decision.name, decision.id):
            case, got = decision.example.case, answer(game, decision)
            assert not unlike(decision.example, got)
            assert decision.example.scored or "verdict" in case["expect"]
            if not decision.example.scored:
                assert decision.example.rule in got["rules"]


@EACH_GAME
def test_no_two_decisions_are_alike(game: AnyGame) -> None:
    cases = [str({**each.example.case, "expect": 0}) for each in decisions_of(game)]
    assert len(set(cases)) == len(cases)


@pytest.mark.parametrize("key", NUMBERS)
def test_numbers_are_for_ever(key: str) -> None:
    known = {each.number: each.id for each in decisions_of(GAMES[key])}
    taken = dict(enumerate(NUMBERS[key], start=1))
    assert known.items() <= taken.items(), "a new decision takes the next number of the list"
    assert len(set(taken.values())) == len(taken)
    assert all(decision_of(GAMES[key], number).id == id for number, id in known.items())


def test_every_game_has_a_letter_of_its_own() -> None:
    letters = [next(iter(decisions_of(game))).letter for game in GAMES.values()]
    assert len(set(letters)) == len(GAMES)


@pytest.mark.parametrize("game", COLLECTIONS, ids=lambda game: game.key)
def test_there_are_many_on_every_rule(game: AnyGame) -> None:
    decisions = decisions_of(game)
    assert len(decisions) >= FEWEST
    turned_on = {each.example.rule for each in decisions}
    usual = {rule.id for rule in game.rules if rule.when(game.house())}
    assert not usual - turned_on, "a rule without a decision that is no house rule's own"


@EACH_BOOK
def test_every_decision_is_told(game: AnyGame, language: str, faults: Faults) -> None:
    words, book = decision_words(game, language), open_rulebook(game.folder, language)
    assert set(words.data) == {"topics", *(each.id for each in decisions_of(game))}
    assert set(words.topics) == {each.topic for each in decisions_of(game)}
    for decision in decisions_of(game):
        with faults.at(decision.name, decision.id):
            assert book.rule(decision.example.rule)
            check_text(vars(words.of(decision)))


def check_text(parts: Mapping[str, Any]) -> None:
    for part, text in parts.items():
        assert text == " ".join(text.split())
        assert 0 < len(text) <= LONGEST[part], part
        assert part == "title" or text[-1] in '.!?“”»…"', part
    assert parts["title"][-1] != "."


@EACH_BOOK
def test_titles_are_its_own(game: AnyGame, language: str) -> None:
    words = decision_words(game, language)
    titles = [words.of(each).title for each in decisions_of(game)]
    assert len(set(titles)) == len(titles)


@EACH_BOOK
def test_a_search_finds_every_decision_by_its_title(
    game: AnyGame, language: str, faults: Faults
) -> None:
    for decision in decisions_of(game):
        with faults.at(decision.name, decision.id):
            title = decision_words(game, language).of(decision).title
            hits = search(title, language, game.key, most=3)
            assert decision.number in [e.number for hit in hits for e in hit.decisions[:2]]

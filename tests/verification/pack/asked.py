"""What both Pythons are asked: this file runs in the tests, and packed Python under Node, too."""

import json
from collections.abc import Iterator, Mapping

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.referee import explanation
from scorekeeper.referee.cases import judge_case, score
from scorekeeper.referee.cases.lines import read_cases
from scorekeeper.referee.judgements import Judgement, judge_question
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import examples_of

LANGUAGES = ("cs", "sk", "pl", "be", "en")
NAMES = ("Petr", "Jana", "Karel", "Eva", "Olga", "Ivan", "Nora", "Hugo", "Iva", "Ota")


def answers(files: Mapping[str, str]) -> dict[str, list[str]]:
    """File → what is answered to each of its cases; the games' own examples are files, too."""
    read = {
        name: [case.data for case in read_cases(name, text.encode().splitlines())]
        for name, text in files.items()
    }
    examples = {game.key: [each.case for each in examples_of(game)] for game in GAMES.values()}
    return {name: [answer(case) for case in cases] for name, cases in (read | examples).items()}


def answer(case: object) -> str:
    """A case's answer as the command prints it, and in words of every language."""
    asked = isinstance(case, dict) and "entries" not in case
    given = judge_case(case) if asked else score(case)
    told = list(explanations(case)) if asked and isinstance(case, dict) else []
    return json.dumps([given, told], ensure_ascii=False)


def explanations(case: Mapping[str, object]) -> Iterator[list[str]]:
    """A verdict's words in every language; none if the case cannot be read."""
    try:
        game = GAMES[str(case["game"])]
        house = load_house(game.house, case.get("house", {}))
        judged = judge_question(game, house, NAMES, str(case["kind"]), case["given"])
    except (Invalid, KeyError):
        return
    for language in LANGUAGES:
        yield list(words(judged, language))


def words(judged: Judgement, language: str) -> Iterator[str]:
    """All that a page says of a verdict."""
    book, verdict = open_rulebook(judged.game.folder, language), judged.verdict
    yield explanation.sentence(judged, book)
    yield from explanation.answers(judged, book)
    yield from (text for text, _proof in explanation.breaches(judged, book))
    yield explanation.onward(judged, book)
    plays = (choice for choice in verdict.instead if not isinstance(choice, dict))
    yield from (explanation.play(judged, book, choice) for choice in plays)
    yield from (book.rule(rule).title for rule in verdict.rules if rule in book.rules)
    if verdict.penalty:
        yield book.penalty(verdict.penalty, "1 Kč")

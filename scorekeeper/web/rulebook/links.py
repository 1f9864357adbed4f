"""Links to a rulebook's pages – a game's own, or those of a match, as agreed there –: of rules,
terms and decided quarrels, and of what a search found.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from flask import request, url_for

from scorekeeper.core.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.referee.rule_table import admissible
from scorekeeper.rulebook.decisions import Decision, decision_words, decisions_of
from scorekeeper.rulebook.search import LONGEST_QUERY, Hit, search
from scorekeeper.web.game_pages import free_pages_of, pages_of
from scorekeeper.web.http.access import match_or_403, may_write
from scorekeeper.web.wording.reader import book_of, language


def url_in_book(page: str, game: str, code: str = "", **values: Any) -> str:
    """The address of a page about a game; with a match's code, of the same as agreed there."""
    where = {"code": code} if code else {"game": game}
    return url_for(page, **{**where, **values})


def book_url(game: str, code: str = "") -> str:
    """The address of a game's rules; with a match's code, as agreed there."""
    return url_in_book("rulebook.book", game, code)


def glossary_url(game: str, code: str, term: str | None = None) -> str:
    """The address of a game's glossary, or of a term of it by its id."""
    return url_in_book("glossary.show", game, code, _anchor=term)


def rule_url(game: str, id: str, code: str = "", example: int | None = None) -> str:
    """The address of a rule, or of the rule that an id is a case of; its worked examples begin with
    the one of the number `example`, from 0. Raises KeyError.
    """
    known = book_of(GAMES[game]).rule(id).id
    return url_in_book("rulebook.rule", game, code, id=known, example=example)


def decisions_url(game: str, code: str = "") -> str:
    """The address of a game's decisions; with a match's code, within that table's rulebook."""
    return url_in_book("decisions.list_all", game, code)


def decision_url(game: str, number: int, code: str) -> str:
    """The address of a decision."""
    return url_in_book("decisions.show", game, code, number=number)


@dataclass(frozen=True)
class DecisionLink:
    """A decision in a list."""

    name: str
    title: str
    url: str


def links(game: AnyGame, decisions: Iterable[Decision], code: str) -> Iterator[DecisionLink]:
    words = decision_words(game, language())
    for each in decisions:
        yield DecisionLink(
            each.name, words.of(each).title, decision_url(game.key, each.number, code)
        )


def links_on(game: AnyGame, rule: str, code: str) -> list[DecisionLink]:
    """Links to the decisions that turn on a rule of the book, or on a case of it."""
    book = book_of(game)
    turning = (e for e in decisions_of(game) if book.rule(e.example.rule).id == rule)
    return list(links(game, turning, code))


def by_topic(game: AnyGame, code: str) -> list[tuple[str, list[DecisionLink]]]:
    """Links to all decisions of a game, by the names of their topics."""
    topics, known = decision_words(game, language()).topics, decisions_of(game)
    return [
        (name, list(links(game, (each for each in known if each.topic == topic), code)))
        for topic, name in topics.items()
    ]


SHOWN = 8
"""Answers on a page."""
CHECKED = 3
"""Answers that say what can be checked."""
QUESTIONS, QUARRELS = 2, 2
"""Of each kind, so many are offered."""


@dataclass(frozen=True)
class Answer:
    """A rule that was found, with its address, and what leads on: the listed `offence`, questions,
    both with their addresses, and decided quarrels.
    """

    hit: Hit
    url: str
    checks: tuple[tuple[str, str], ...] = ()
    decisions: tuple[DecisionLink, ...] = ()


def search_text() -> str:
    """What was typed into the search; a page cannot hold control characters."""
    return "".join(filter(str.isprintable, request.values.get("q", "")[:LONGEST_QUERY]))


def answers_to(text: str, game: str, code: str) -> list[Answer]:
    """The answers to what was said, the likeliest first; in a match, as its table plays.

    `game` is the key of one game, or empty for all.
    """
    house = match_or_403(code).house if code else None
    hits = search(text, language(), game, SHOWN, house)
    answers = [Answer(hit, rule_url(hit.game, hit.rule.id, code)) for hit in hits]
    for at, hit in enumerate(hits[:CHECKED]):
        checks, decided = tuple(_checks(hit, code)), hit.decisions[:QUARRELS]
        quarrels = tuple(links(GAMES[hit.game], decided, code))
        answers[at] = replace(answers[at], checks=checks, decisions=quarrels)
    return answers


def _checks(hit: Hit, code: str) -> Iterator[tuple[str, str]]:
    """The offence, if this table can agree on it, and the questions, with their addresses."""
    game = GAMES[hit.game]
    house = match_or_403(code).house if code else game.house()
    if hit.offence and hit.rule.id in {rule.id for rule in admissible(game.rules, house)}:
        yield url_in_book("verdicts.offence", game.key, code, rule=hit.rule.id), hit.offence
    for kind in hit.questions[:QUESTIONS]:
        page = _question_page(game.key, kind, code)
        yield url_in_book(page, game.key, code, kind=kind), hit.book.question(kind)


def _question_page(game: str, kind: str, code: str) -> str:
    """The endpoint of a question; a game's own page comes before the form."""
    if not code:
        return "questions.ask_freely" if kind in free_pages_of(game) else "questions.question"
    own = kind in pages_of(game) and may_write(match_or_403(code))
    return "questions.ask" if own else "questions.question"

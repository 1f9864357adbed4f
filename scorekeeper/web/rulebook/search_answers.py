"""What a search found, as pages show it: the rule that answers, then what to check about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from scorekeeper.games import GAMES
from scorekeeper.referee.verdict import admissible
from scorekeeper.rulebook.search import LONGEST_QUERY, Hit, search
from scorekeeper.web.game_pages import free_pages_of, pages_of
from scorekeeper.web.http.access import match_or_403, may_write
from scorekeeper.web.rulebook.decisions import DecisionLink, links
from scorekeeper.web.rulebook.urls import rule_url
from scorekeeper.web.wording.reader import language

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


def answers_to(text: str, game: str = "", code: str = "") -> list[Answer]:
    """The answers to what was said, the likeliest first; in a match, as its table plays.

    `game` is the key of one game, or empty for all.
    """
    house = match_or_403(code).house if code else None
    hits = search(text, language(), game, SHOWN, house)
    first = [_checked(hit, code) for hit in hits[:CHECKED]]
    return first + [Answer(hit, rule_url(hit.game, hit.rule.id, code)) for hit in hits[CHECKED:]]


def _checked(hit: Hit, code: str) -> Answer:
    url, decided = rule_url(hit.game, hit.rule.id, code), hit.decisions[:QUARRELS]
    quarrels = links(GAMES[hit.game], decided, code)
    return Answer(hit, url, tuple(_checks(hit, code)), tuple(quarrels))


def _checks(hit: Hit, code: str) -> Iterator[tuple[str, str]]:
    """The offence, if this table can agree on it, and the questions, with their addresses."""
    game = GAMES[hit.game]
    house = match_or_403(code).house if code else game.house()
    where: dict[str, Any] = {"code": code} if code else {"game": game.key}
    if hit.offence and hit.rule.id in {rule.id for rule in admissible(game.rules, house)}:
        yield url_for("verdicts.offence", rule=hit.rule.id, **where), hit.offence
    for kind in hit.questions[:QUESTIONS]:
        page = _question_page(game.key, kind, code)
        yield url_for(page, kind=kind, **where), hit.book.question(kind)


def _question_page(game: str, kind: str, code: str) -> str:
    """The endpoint of a question; a game's own page comes before the form."""
    if not code:
        return "questions.ask_freely" if kind in free_pages_of(game) else "questions.question"
    own = kind in pages_of(game) and may_write(match_or_403(code))
    return "questions.ask" if own else "questions.question"

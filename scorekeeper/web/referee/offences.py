"""What happened? The offences and questions of a game."""

from dataclasses import dataclass

from flask import Blueprint, Response, url_for

from scorekeeper.game import AnyGame
from scorekeeper.referee import admissible
from scorekeeper.rulebook.decisions import decision_words, topics_of
from scorekeeper.web.referee.spoken import SpokenAnswer, answer_at
from scorekeeper.web.referee.table import RefereeTable, TableContext, table_of_request
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.decisions import decisions_url
from scorekeeper.web.rulebook.search_answers import Answer, answers_to, search_text
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.wording.reader import games_by_title, language

offences = Blueprint("offences", __name__)
Link = tuple[str, str]
"""An address, and what it is called."""
LISTED = 6
"""Offences shown before "more"."""


@dataclass(frozen=True)
class OffencesContext(TableContext):
    """What happened: the questions by topic, those that come `first`, the listed offences with
    the `others` behind them, and what answers to the text `q` that was searched: `said` if it is
    a quarrel.
    """

    q: str
    said: SpokenAnswer | None
    answers: list[Answer]
    offences: list[tuple[str, str]]
    others: list[tuple[str, str]]

    @property
    def questions(self) -> dict[str, list[Link]]:
        """Topic → its questions."""
        return _by_topic(self.table)

    @property
    def first(self) -> list[str]:
        return _first_questions(self.table.game)

    @property
    def decisions_url(self) -> str:
        return decisions_url(self.table.game.key, self.table.code)

    @property
    def rules_url(self) -> str:
        return book_url(self.table.game.key, self.table.code)

    @property
    def back(self) -> str:
        return _back(self.table)


@offences.get("/referee")
def choose() -> Response:
    """Which game is the dispute about?"""
    games = [
        (game.key, title, url_for("offences.show", game=game.key))
        for title, game in games_by_title()
    ]
    return page("referee/games.html", games=games)


@offences.get("/m/<code>/disputes")
@offences.get("/referee/<game>")
def show(code: str | None = None, game: str | None = None) -> Response:
    """What happened? The listed offences, and the questions that can be asked."""
    table = table_of_request(code, game)
    text, listed = search_text(), _offences(table)
    context = OffencesContext(
        table=table,
        q=text,
        said=answer_at(table, text),
        answers=answers_to(text, table.game.key, table.code),
        offences=listed[:LISTED],
        others=listed[LISTED:],
    )
    return page("referee/show.html", "found", context=context)


def _first_questions(game: AnyGame) -> list[str]:
    """The kinds that come first: to check a move and, where it can be, all that was played."""
    kinds = [kind for kind, declared in game.kinds.items() if declared.lists_breaches]
    return list(dict.fromkeys((game.disputes[0].kind, *kinds)))


def _by_topic(table: RefereeTable) -> dict[str, list[Link]]:
    """Every other question under the topic of the quarrels about it; single ones come before.

    Topics stand in the order in which the game declares its questions, the most asked first.
    """
    topics, names = topics_of(table.game), decision_words(table.game, language()).topics
    groups: dict[str, list[Link]] = {}
    first = _first_questions(table.game)
    for kind, url in table.question_urls.items():
        if kind not in first:
            group = groups.setdefault(names.get(topics.get(kind, ""), ""), [])
            group.append((url, table.book.question(kind)))
    several = {topic: group for topic, group in groups.items() if topic and len(group) > 1}
    single = [each for topic, group in groups.items() if topic not in several for each in group]
    return {"": single, **several} if single else several


def _offences(table: RefereeTable) -> list[tuple[str, str]]:
    """The listed offences (rule id, label), the most frequent first."""
    ids = {rule.id for rule in admissible(table.game.rules, table.house)}
    return [(id, label) for id, label in table.book.texts("offences").items() if id in ids]


def _back(table: RefereeTable) -> str:
    if table.match is None:
        return url_for("home.index")
    return url_for("sheet.show", code=table.match.code)

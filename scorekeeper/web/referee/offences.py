"""What happened? The offences and questions of a game."""

from dataclasses import dataclass

from flask import Blueprint, Response, url_for

from scorekeeper.core.game import AnyGame
from scorekeeper.referee.verdict import admissible
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
    """What happened: the `offences` that are most frequent, the questions that come `first`, the
    others of both by topic, and what answers to the text `q` that was searched: `said` if it is a
    quarrel.
    """

    q: str
    said: SpokenAnswer | None
    answers: list[Answer]
    offences: list[Link]

    @property
    def topics(self) -> dict[str, list[Link]]:
        """Topic → its offences and its questions."""
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
    text = search_text()
    context = OffencesContext(
        table=table,
        q=text,
        said=answer_at(table, text),
        answers=answers_to(text, table.game.key, table.code),
        offences=[link for _id, link in _offences(table)[:LISTED]],
    )
    return page("referee/show.html", "found", context=context)


def _first_questions(game: AnyGame) -> list[str]:
    """The kinds that come first: to check a move and, where it can be, all that was played."""
    kinds = [kind for kind, declared in game.kinds.items() if declared.lists_breaches]
    return list(dict.fromkeys((game.disputes[0].kind, *kinds)))


def _by_topic(table: RefereeTable) -> dict[str, list[Link]]:
    """Every other offence and question under the topic of the quarrels about its kind, the offences
    first; those of topics with a single one come last.

    Topics stand in the order in which the game declares its questions, the most asked first.
    """
    topics, names = topics_of(table.game), decision_words(table.game, language()).topics
    first = _first_questions(table.game)
    groups: dict[str, list[Link]] = {}
    kinds = {rule.id: rule.asks.kind for rule in reversed(table.game.rules)}
    others = [(kinds[id], link) for id, link in _offences(table)[LISTED:]]
    asked = [
        (kind, (url, table.book.question(kind)))
        for kind, url in table.question_urls.items()
        if kind not in first
    ]
    order = {kind: at for at, kind in enumerate(table.game.kinds)}
    for kind, link in (*sorted(others, key=lambda each: order.get(each[0], len(order))), *asked):
        groups.setdefault(names.get(topics.get(kind, ""), ""), []).append(link)
    several = {topic: group for topic, group in groups.items() if topic and len(group) > 1}
    single = [each for topic, group in groups.items() if topic not in several for each in group]
    return {**several, "": single} if single else several


def _offences(table: RefereeTable) -> list[tuple[str, Link]]:
    """Id of a rule → the offence against it, the most frequent first."""
    ids = {rule.id for rule in admissible(table.game.rules, table.house)}
    labels = table.book.texts("offences").items()
    return [
        (id, (table.url("verdicts.offence", rule=id), label)) for id, label in labels if id in ids
    ]


def _back(table: RefereeTable) -> str:
    if table.match is None:
        return url_for("home.index")
    return url_for("sheet.show", code=table.match.code)

"""Pages that begin with a search which answers sentences too: the rules of a game, or of all games,
and what may have happened at a table, with the offences and questions of its game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, Response, url_for

from scorekeeper.core.game import AnyGame
from scorekeeper.referee.rule_table import admissible
from scorekeeper.rulebook.decisions import decision_words, topics_of
from scorekeeper.rulebook.search import GlossaryHit, search_glossary
from scorekeeper.web.http.access import match_or_403, may_write
from scorekeeper.web.referee.spoken import AskedGame, SpokenAnswer, answer_at, spoken_answer
from scorekeeper.web.referee.table import RefereeTable, TableContext, table_of_request
from scorekeeper.web.render import PageContext, page
from scorekeeper.web.rulebook.links import (
    Answer,
    answers_to,
    book_url,
    decisions_url,
    glossary_url,
    search_text,
)
from scorekeeper.web.rulebook.pages import Edition, RuleLink, change_url, edition_of, rulebook
from scorekeeper.web.wording.reader import games_by_title, language

__all__ = ["BookContext", "rulebook"]


class BookLink(NamedTuple):
    """The key, the title and the address of a game's book."""

    game: str
    title: str
    url: str


@dataclass(frozen=True)
class BookContext(PageContext):
    """The rules of an `edition` with a search through them; without one, the `books` of all games.

    `said` is what was typed if it is a quarrel, `terms` are the words of glossaries that answer,
    each with its address.
    """

    edition: Edition | None
    books: Sequence[BookLink]
    url: str
    query: str
    said: SpokenAnswer | AskedGame | None
    terms: list[tuple[GlossaryHit, str]]
    answers: list[Answer]

    @property
    def glossary(self) -> str:
        """The address of the words that the book explains; empty if it has no glossary."""
        edition = self.edition
        return glossary_url(edition.game.key, edition.code) if edition and edition.glossary else ""

    @property
    def change_url(self) -> str:
        """The way to other house rules; empty for who only reads."""
        return change_url(self.edition.code) if self.edition else ""

    @property
    def rules(self) -> list[tuple[RuleLink, list[RuleLink]]]:
        return [] if self.answers or not self.edition else _outline(self.edition)

    @property
    def begins(self) -> bool:
        """True for who may not have played yet: nothing is written at the table."""
        code = self.edition.code if self.edition else ""
        return not code or not match_or_403(code).rows

    @property
    def back(self) -> str:
        """The sheet, the list of books, or the first page."""
        if not self.edition:
            return url_for("home.index")
        if not self.edition.code:
            return url_for("rulebook.games")
        to = "sheet.show" if may_write(match_or_403(self.edition.code)) else "watching.show"
        return url_for(to, code=self.edition.code)


@rulebook.get("/rules")
def games() -> Response:
    """The games with a rulebook, and a search through all of them."""
    books = [BookLink(game.key, title, book_url(game.key)) for title, game in games_by_title()]
    return _results_page(url_for("rulebook.games"), books=books)


@rulebook.get("/rules/<game>")
@rulebook.get("/m/<code>/rules", endpoint="book_of_match")
def book(game: str = "", code: str = "") -> Response:
    """All rules of a game in the order of the book, and a search through them."""
    edition = edition_of(game, code)
    return _results_page(edition.url, edition)


def _results_page(
    url: str, edition: Edition | None = None, books: Sequence[BookLink] = ()
) -> Response:
    """The page of a search: what answers; the list of all rules if nothing was asked or fits."""
    query, game = search_text(), edition.game.key if edition else ""
    code = edition.code if edition else ""
    context = BookContext(
        edition=edition,
        books=books,
        url=url,
        query=query,
        said=spoken_answer(query, game, code),
        terms=[
            (hit, glossary_url(hit.game, code, hit.term.id))
            for hit in search_glossary(query, language(), game)
        ],
        answers=answers_to(query, game, code),
    )
    return page("rulebook/book.html", "results", context=context)


def _outline(edition: Edition) -> list[tuple[RuleLink, list[RuleLink]]]:
    """The rules in the order of the book, each that stands by itself with those below it.

    A case of a rule that has its number in another chapter stands there, so that it is found.
    """
    tree: dict[str, list[RuleLink]] = {}
    for id in edition.rules:
        top = _top(edition, id)
        if top == id or _chapter(edition, top) != _chapter(edition, id):
            tree[id] = []
        else:
            tree.setdefault(top, []).append(edition.link_to(id))
    return [(edition.link_to(id), below) for id, below in tree.items()]


def _top(edition: Edition, id: str) -> str:
    while above := edition.above(id):
        id = above
    return id


def _chapter(edition: Edition, id: str) -> str:
    return edition.rules[id].number.partition(".")[0]


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
        topics, names = (
            topics_of(self.table.game),
            decision_words(self.table.game, language()).topics,
        )
        first = _first_questions(self.table.game)
        groups: dict[str, list[Link]] = {}
        kinds = {rule.id: rule.asks.kind for rule in reversed(self.table.game.rules)}
        others = [(kinds[id], link) for id, link in _offences(self.table)[LISTED:]]
        asked = [
            (kind, (url, self.table.book.question(kind)))
            for kind, url in self.table.question_urls.items()
            if kind not in first
        ]
        order = {kind: at for at, kind in enumerate(self.table.game.kinds)}
        for kind, link in (
            *sorted(others, key=lambda each: order.get(each[0], len(order))),
            *asked,
        ):
            groups.setdefault(names.get(topics.get(kind, ""), ""), []).append(link)
        several = {topic: group for topic, group in groups.items() if topic and len(group) > 1}
        single = [each for topic, group in groups.items() if topic not in several for each in group]
        return {**several, "": single} if single else several

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
        if self.table.match is None:
            return url_for("home.index")
        return url_for("sheet.show", code=self.table.match.code)


@offences.get("/referee")
def choose() -> Response:
    """Which game is the dispute about?"""
    games = [
        (game.key, title, url_for("offences.show", game=game.key))
        for title, game in games_by_title()
    ]
    return page("referee/games.html", games=games)


@offences.get("/m/<code>/disputes", endpoint="show")
@offences.get("/referee/<game>", endpoint="show")
def offences_page(code: str | None = None, game: str | None = None) -> Response:
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


def _offences(table: RefereeTable) -> list[tuple[str, Link]]:
    """Id of a rule → the offence against it, the most frequent first."""
    ids = {rule.id for rule in admissible(table.game.rules, table.house)}
    labels = table.book.texts("offences").items()
    return [
        (id, (table.url("verdicts.offence", rule=id), label)) for id, label in labels if id in ids
    ]

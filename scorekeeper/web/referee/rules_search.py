"""The rules of a game, or of all games, with the search that answers sentences too."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, url_for

from scorekeeper.rulebook.search import GlossaryHit, search_glossary
from scorekeeper.web.http.access import match_or_403, may_write
from scorekeeper.web.referee.spoken import AskedGame, SpokenAnswer, spoken_answer
from scorekeeper.web.render import PageContext, page
from scorekeeper.web.rulebook.pages import Edition, RuleLink, change_url, edition_of, rulebook
from scorekeeper.web.rulebook.search_answers import Answer, answers_to, search_text
from scorekeeper.web.rulebook.urls import book_url, glossary_url
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
        return _back_url(self.edition)


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


def _back_url(edition: Edition | None) -> str:
    if not edition:
        return url_for("home.index")
    if not edition.code:
        return url_for("rulebook.games")
    to = "sheet.show" if may_write(match_or_403(edition.code)) else "watching.show"
    return url_for(to, code=edition.code)


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

"""Pages that begin with a search which answers sentences too: the rules of a game, or of all games,
and what may have happened at a table, with the offences and questions of its game.
"""

from collections.abc import Sequence

from flask import Blueprint, Response, url_for

from scorekeeper.core.game import AnyGame
from scorekeeper.referee.rule_table import admissible
from scorekeeper.rulebook.decisions import decision_words, topics_of
from scorekeeper.rulebook.search import search_glossary
from scorekeeper.web.http.access import match_or_403, may_write
from scorekeeper.web.referee.spoken import Link, answer_at, spoken_answer
from scorekeeper.web.referee.table import RefereeTable, table_of_request
from scorekeeper.web.render import page
from scorekeeper.web.rulebook import links
from scorekeeper.web.rulebook.pages import Edition, RuleLink, change_url, edition_of, rulebook
from scorekeeper.web.wording.reader import games_by_title, language


@rulebook.get("/rules")
def games() -> Response:
    """The games with a rulebook, and a search through all of them."""
    books = [(game.key, title, links.book_url(game.key)) for title, game in games_by_title()]
    return _results_page(url_for("rulebook.games"), books=books)


@rulebook.get("/rules/<game>")
@rulebook.get("/m/<code>/rules")
def book(game: str = "", code: str = "") -> Response:
    """All rules of a game in the order of the book, and a search through them."""
    edition = edition_of(game, code)
    return _results_page(edition.url, edition)


def _results_page(
    url: str, edition: Edition | None = None, books: Sequence[tuple[str, str, str]] = ()
) -> Response:
    """The page of a search: what answers; the list of all rules if nothing was asked or fits; of
    all games their `books`: key, title and address of each.
    """
    query, game = links.search_text(), edition.game.key if edition else ""
    code = edition.code if edition else ""
    answers = links.answers_to(query, game, code)
    glossary = edition is not None and edition.glossary
    return page(
        "rulebook/book.html",
        "results",
        edition=edition,
        books=books,
        url=url,
        query=query,
        said=spoken_answer(query, game, code),
        # The words of glossaries that answer, each with its address.
        terms=[
            (hit, links.glossary_url(hit.game, code, hit.term.id))
            for hit in search_glossary(query, language(), game)
        ],
        answers=answers,
        glossary=links.glossary_url(game, code) if glossary else "",
        change_url=change_url(code),
        rules=[] if answers or not edition else _outline(edition),
        # Who may not have played yet: nothing is written at the table.
        begins=not code or not match_or_403(code).rows,
        back=_back(edition),
    )


def _back(edition: Edition | None) -> str:
    """The sheet, the list of books, or the first page."""
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
        top = id
        while above := edition.above(top):
            top = above
        if top == id or _chapter(edition, top) != _chapter(edition, id):
            tree[id] = []
        else:
            tree.setdefault(top, []).append(edition.link_to(id))
    return [(edition.link_to(id), below) for id, below in tree.items()]


def _chapter(edition: Edition, id: str) -> str:
    return edition.rules[id].number.partition(".")[0]


offences = Blueprint("offences", __name__)
LISTED = 6
"""Offences shown before "more"."""


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
    text, key = links.search_text(), table.game.key
    return page(
        "referee/show.html",
        "found",
        table=table,
        book=table.book,
        q=text,
        said=answer_at(table, text),
        answers=links.answers_to(text, key, table.code),
        offences=[link for _id, link in _offences(table)[:LISTED]],
        topics=_topics(table),
        first=_first_questions(table.game),
        decisions_url=links.decisions_url(key, table.code),
        rules_url=links.book_url(key, table.code),
        back=url_for("sheet.show", code=code) if code else url_for("home.index"),
    )


def _topics(table: RefereeTable) -> dict[str, list[Link]]:
    """Topic → its offences but the most frequent, and its questions but those that come first."""
    game, first = table.game, _first_questions(table.game)
    topics, names = topics_of(game), decision_words(game, language()).topics
    groups: dict[str, list[Link]] = {}
    kinds = {rule.id: rule.asks.kind for rule in reversed(game.rules)}
    others = [(kinds[id], link) for id, link in _offences(table)[LISTED:]]
    order = {kind: at for at, kind in enumerate(game.kinds)}
    others.sort(key=lambda each: order.get(each[0], len(order)))
    asked = [
        (kind, (url, table.book.question(kind)))
        for kind, url in table.question_urls.items()
        if kind not in first
    ]
    for kind, link in (*others, *asked):
        groups.setdefault(names.get(topics.get(kind, ""), ""), []).append(link)
    several = {topic: group for topic, group in groups.items() if topic and len(group) > 1}
    single = [each for topic, group in groups.items() if topic not in several for each in group]
    return {**several, "": single} if single else several


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

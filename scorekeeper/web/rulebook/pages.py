"""The rulebook in the browser: the rules of a game, each with a link of its own, and the search.

A match has the same pages of its own, with what was agreed at that table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules
from scorekeeper.rulebook import GlossaryTerm, Rulebook, RuleText, glossary_of
from scorekeeper.rulebook.decisions import Example, examples_of
from scorekeeper.rulebook.search import GlossaryHit, search_glossary
from scorekeeper.rulebook.sources import Source, source_of
from scorekeeper.web.access import match_or_403, may_write
from scorekeeper.web.render import PageContext, page
from scorekeeper.web.rulebook.decisions import DecisionLink, decisions_url, links_on
from scorekeeper.web.rulebook.examples import ExampleView, example_view
from scorekeeper.web.rulebook.house_rules import HouseRuleView, house_rule_views
from scorekeeper.web.rulebook.search_answers import Answer, answers_to, search_text
from scorekeeper.web.rulebook.urls import book_url, glossary_url, rule_url
from scorekeeper.web.wording.reader import book_of, games_by_title, language

rulebook = Blueprint("rulebook", __name__)
glossary = Blueprint("glossary", __name__)

MOST_EXAMPLES = 6
"""Worked examples on one page of a rule."""


@dataclass(frozen=True)
class Edition:
    """A game's rules as a table plays them: that of a match (`code`), or as usual (empty)."""

    game: AnyGame
    house: HouseRules
    code: str

    @property
    def book(self) -> Rulebook:
        return book_of(self.game)

    @cached_property
    def rules(self) -> Mapping[str, RuleText]:
        return self.book.rules

    @cached_property
    def glossary(self) -> tuple[GlossaryTerm, ...]:
        """The words that the book explains; none if it has no glossary."""
        return tuple(glossary_of(self.book).values())

    @property
    def source(self) -> Source:
        return source_of(self.game.folder)

    @cached_property
    def house_rules(self) -> tuple[HouseRuleView, ...]:
        return house_rule_views(self.game, self.house)

    @property
    def url(self) -> str:
        return book_url(self.game.key, self.code)

    @property
    def one_page_url(self) -> str:
        """What matters at the table, on one page."""
        if self.code:
            return url_for("one_page.show_of_match", code=self.code)
        return url_for("one_page.show", game=self.game.key)

    @property
    def house_url(self) -> str:
        return url_for("sent_house.of_match", code=self.code)

    @property
    def decisions_url(self) -> str:
        return decisions_url(self.game.key, self.code)

    def above(self, id: str) -> str:
        """The rule that a rule is a case of; empty if it stands by itself."""
        while id := id.rpartition(".")[0]:
            if id in self.rules:
                return id
        return ""

    def link_to(self, id: str) -> "RuleLink":
        return RuleLink(self.rules[id], rule_url(self.game.key, id, self.code))


@dataclass(frozen=True)
class RuleLink:
    """A rule in a list."""

    rule: RuleText
    url: str


@dataclass(frozen=True)
class Quote:
    """A rule as a verdict cites it: with the house rules that change it, the link to it, and the
    document that it comes from.
    """

    rule: RuleText
    game: str
    language: str
    url: str
    house_rules: list[HouseRuleView]
    source: Source


@dataclass(frozen=True)
class EditionContext(PageContext):
    """A page of the rulebook of a table."""

    edition: Edition

    @property
    def book(self) -> Rulebook:
        return self.edition.book


@dataclass(frozen=True)
class RuleContext(EditionContext):
    """One rule: with those `near` it, and some of its examples, after which there are `more`."""

    rule: RuleText
    near: list[RuleLink]
    examples: list[ExampleView]
    more: int
    more_url: str

    @property
    def nature(self) -> str:
        return _nature(self.rule.id)

    @property
    def source(self) -> Source:
        return self.edition.source

    @property
    def house_rules(self) -> list[HouseRuleView]:
        return _house_rules(self.edition, self.rule.id)

    @property
    def decisions(self) -> list[DecisionLink]:
        return links_on(self.edition.game, self.rule.id, self.edition.code)

    @property
    def change_url(self) -> str:
        """The way to other house rules; empty for who only reads."""
        return _change_url(self.edition.code)

    @property
    def back(self) -> str:
        return self.edition.url


@dataclass(frozen=True)
class BookContext(PageContext):
    """The rules of an `edition` with a search through them; without one, the `books` of all games:
    key, title and address of each.

    `terms` are the words of glossaries that answer, each with its address.
    """

    edition: Edition | None
    books: list[tuple[str, str, str]]
    url: str
    query: str
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
        return _change_url(self.edition.code) if self.edition else ""

    @property
    def rules(self) -> list[tuple[RuleLink, list[RuleLink]]]:
        return [] if self.answers or not self.edition else _outline(self.edition)

    @property
    def back(self) -> str:
        """The sheet, the list of books, or the first page."""
        return _back_url(self.edition)


@rulebook.get("/rules")
def games() -> Response:
    """The games with a rulebook, and a search through all of them."""
    books = [(game.key, title, book_url(game.key)) for title, game in games_by_title()]
    return _results_page(url_for("rulebook.games"), books=books)


@rulebook.get("/rules/<game>")
@rulebook.get("/m/<code>/rules", endpoint="book_of_match")
def book(game: str = "", code: str = "") -> Response:
    """All rules of a game in the order of the book, and a search through them."""
    edition = edition_of(game, code)
    return _results_page(edition.url, edition)


@rulebook.get("/rules/<game>/<id>")
@rulebook.get("/m/<code>/rules/<id>", endpoint="rule_of_match")
def rule(id: str, game: str = "", code: str = "") -> Response:
    """One rule: its text, the house rules about it, and its worked examples."""
    edition = edition_of(game, code)
    if id not in edition.rules:
        abort(404)
    above = edition.above(id)
    near = [
        *([above] if above else []),
        *(each for each in edition.rules if edition.above(each) == id),
    ]
    start, examples = request.args.get("example", 0, type=int), _examples(edition, id)
    shown = slice(max(start, 0), max(start, 0) + MOST_EXAMPLES)
    context = RuleContext(
        edition=edition,
        rule=edition.rules[id],
        near=[edition.link_to(each) for each in near],
        examples=[example_view(example) for example in examples[shown]],
        more=len(examples[shown.stop :]),
        more_url=rule_url(edition.game.key, id, code, example=shown.stop),
    )
    return page("rulebook/rule.html", context=context)


def _change_url(code: str) -> str:
    """The way to other house rules for the table of a match; empty for who only reads."""
    may = code and may_write(match_or_403(code))
    return url_for("agreeing.show", code=code) if may else ""


def quotes(game: AnyGame, house: HouseRules, rules: Iterable[RuleText], code: str) -> list[Quote]:
    """Rules as a table plays them; with a match's code they lead to that table's rulebook."""
    edition = Edition(game, house, code)
    return [_quote(edition, rule) for rule in rules]


def _quote(edition: Edition, rule: RuleText) -> Quote:
    book, url = edition.book, edition.link_to(rule.id).url
    house_rules = _house_rules(edition, rule.id)
    return Quote(rule, book.title, book.language, url, house_rules, edition.source)


def _nature(id: str) -> str:
    """What a text of the book is if it is no rule: a custom, advice, a story; empty for a rule."""
    natures = {
        "custom": _("a custom, without a penalty"),
        "advice": _("advice, not a rule"),
        "story": _("a story, not a rule"),
    }
    return next((text for part, text in natures.items() if part in id.split(".")), "")


def edition_of(game: str, code: str) -> Edition:
    """The rules of a game, or those of a match if its code is given; else answers 404."""
    if code:
        match = match_or_403(code)
        return Edition(match.game, match.house, code)
    if game not in GAMES:
        abort(404)
    return Edition(GAMES[game], GAMES[game].house(), "")


def _results_page(
    url: str, edition: Edition | None = None, books: list[tuple[str, str, str]] | None = None
) -> Response:
    """The page of a search: what answers; the list of all rules if nothing was asked or fits."""
    query, game = search_text(), edition.game.key if edition else ""
    code = edition.code if edition else ""
    context = BookContext(
        edition=edition,
        books=books or [],
        url=url,
        query=query,
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


def _house_rules(edition: Edition, id: str) -> list[HouseRuleView]:
    return [each for each in edition.house_rules if edition.book.rule(each.rule).id == id]


def _examples(edition: Edition, id: str) -> list[Example]:
    return [e for e in examples_of(edition.game) if edition.book.rule(e.rule).id == id]


@glossary.get("/rules/<game>/glossary", endpoint="show")
@glossary.get("/m/<code>/rules/glossary", endpoint="show_of_match")
def show_glossary(game: str = "", code: str = "") -> Response:
    """The glossary of a game's book; none is answered with 404."""
    edition = edition_of(game, code)
    if not edition.glossary:
        abort(404)
    return page("rulebook/glossary.html", edition=edition)

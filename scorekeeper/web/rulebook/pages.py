"""The rulebook in the browser: the rules of a game, each with a link of its own, the glossary, the
rules on one page, to be printed, and case law: decided quarrels, each under an address of its own.

A match has the same pages of its own, with what was agreed at that table. Which rules stand on the
one page says the game's own template; what they say and what an offence costs is read off the book
and the referee's table.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_house
from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.judgements import as_case
from scorekeeper.rulebook import Rulebook, RuleText
from scorekeeper.rulebook import decisions as decided
from scorekeeper.rulebook.index import WORD
from scorekeeper.rulebook.sources import Source, source_of
from scorekeeper.rulebook.stems import normalized, stems
from scorekeeper.web.forms import FieldText
from scorekeeper.web.forms.kinds.kind import form_fields
from scorekeeper.web.http.access import absolute_url, match_or_403, may_write
from scorekeeper.web.render import page, qr
from scorekeeper.web.rulebook import examples, links
from scorekeeper.web.wording.reader import Word, book_of, first_deal, language, words_of
from scorekeeper.web.wording.verdicts import VerdictView, cost_text, verdict_view

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
        return book_of(self.game, self.house)

    @cached_property
    def rules(self) -> Mapping[str, RuleText]:
        return self.book.rules

    @cached_property
    def glossary(self) -> tuple[Word, ...]:
        """The words that the book explains, in a match with their worth; none if it has none."""
        return words_of(self.game, self.house if self.code else None)

    @cached_property
    def first_deal(self) -> tuple[str, ...]:
        """How the game is won, and then a first deal; nothing if the book tells none."""
        return first_deal(self.game, self.house)

    @property
    def source(self) -> Source:
        return source_of(self.game.folder)

    @cached_property
    def house_rules(self) -> tuple[FieldText, ...]:
        return examples.house_rule_texts(self.game, self.house)

    @property
    def url(self) -> str:
        return links.book_url(self.game.key, self.code)

    @property
    def one_page_url(self) -> str:
        """What matters at the table, on one page."""
        return links.url_in_book("one_page.show", self.game.key, self.code)

    @property
    def house_url(self) -> str:
        return url_for("sent_house.of_match", code=self.code)

    @property
    def decisions_url(self) -> str:
        return links.decisions_url(self.game.key, self.code)

    def above(self, id: str) -> str:
        """The rule that a rule is a case of; empty if it stands by itself."""
        while id := id.rpartition(".")[0]:
            if id in self.rules:
                return id
        return ""

    def link_to(self, id: str) -> "RuleLink":
        return RuleLink(self.rules[id], links.rule_url(self.game.key, id, self.code))


@dataclass(frozen=True)
class RuleLink:
    """A rule in a list."""

    rule: RuleText
    url: str


@dataclass(frozen=True)
class Quote:
    """A rule as a verdict cites it, with what changes it, its link, and where it comes from."""

    rule: RuleText
    game: str
    language: str
    url: str
    house_rules: list[FieldText]
    source: Source


@rulebook.get("/rules/<game>/<id>")
@rulebook.get("/m/<code>/rules/<id>")
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
    start = request.args.get("example", 0, type=int)
    book, known = edition.book, decided.examples_of(edition.game)
    shown_on = [each for each in known if book.rule(each.rule).id == id]
    shown = slice(max(start, 0), max(start, 0) + MOST_EXAMPLES)
    return page(
        "rulebook/rule.html",
        edition=edition,
        book=edition.book,
        rule=edition.rules[id],
        near=[edition.link_to(each) for each in near],
        examples=[examples.example_view(e, edition.house) for e in shown_on[shown]],
        more=len(shown_on[shown.stop :]),
        more_url=links.rule_url(edition.game.key, id, code, example=shown.stop),
        nature=_nature(id),
        source=edition.source,
        house_rules=_house_rules(edition, id),
        decisions=links.links_on(edition.game, id, code),
        change_url=change_url(code),
        back=edition.url,
    )


def _nature(id: str) -> str:
    """What a text of the book is if it is no rule: a custom, advice, a story; else empty."""
    natures = {
        "custom": _("a custom, without a penalty"),
        "advice": _("advice, not a rule"),
        "story": _("a story, not a rule"),
    }
    return next((text for part, text in natures.items() if part in id.split(".")), "")


def change_url(code: str) -> str:
    """The way to other house rules for the table of a match; empty for who only reads."""
    may = code and may_write(match_or_403(code))
    return url_for("agreeing.show", code=code) if may else ""


def quotes(game: AnyGame, house: HouseRules, rules: Iterable[RuleText], code: str) -> list[Quote]:
    """Rules as a table plays them; with a match's code they lead to that table's rulebook."""
    edition = Edition(game, house, code)
    book, source, cited = edition.book, edition.source, [edition.link_to(each.id) for each in rules]
    return [
        Quote(at.rule, book.title, book.language, at.url, _house_rules(edition, at.rule.id), source)
        for at in cited
    ]


def edition_of(game: str, code: str) -> Edition:
    """The rules of a game, or those of a match if its code is given; else answers 404."""
    if code:
        match = match_or_403(code)
        return Edition(match.game, match.house, code)
    if game not in GAMES:
        abort(404)
    return Edition(GAMES[game], GAMES[game].house(), "")


def _house_rules(edition: Edition, id: str) -> list[FieldText]:
    """The house rules that change a rule, and those whose figures it tells."""
    book, told = edition.book, edition.book.figures(id)
    return [
        each
        for each in edition.house_rules
        if tuple(each.name.split("-")) in told or book.rule(each.rule).id == id
    ]


@glossary.get("/rules/<game>/glossary", endpoint="show")
@glossary.get("/m/<code>/rules/glossary", endpoint="show")
def show_glossary(game: str = "", code: str = "") -> Response:
    """The glossary of a game's book; none is answered with 404."""
    edition = edition_of(game, code)
    if not edition.glossary:
        abort(404)
    return page("rulebook/glossary.html", edition=edition)


one_page = Blueprint("one_page", __name__)


@one_page.get("/rules/<game>/one-page", endpoint="show")
@one_page.get("/m/<code>/rules/one-page", endpoint="show")
def one_page_rules(game: str = "", code: str = "") -> Response:
    """What matters at the table, short enough for one sheet of paper."""
    edition = edition_of(game, code)
    printed: list[RuleText] = []

    def rules(*ids: str) -> list[tuple[RuleText, Source]]:
        printed.extend(edition.rules[id] for id in ids)
        return [(edition.rules[id], edition.source) for id in ids]

    return page(
        [f"games/{edition.game.key}/one-page.html", "rulebook/one-page.html"],
        edition=edition,
        rules=rules,
        words=lambda: list(_words(edition, printed)),
        costs=_costs(edition),
        # That of a match is not for everybody who finds the paper.
        book_qr=qr(absolute_url(links.book_url(edition.game.key))),
        agreed=[each for each in edition.house_rules if each.differs],
    )


def _words(edition: Edition, rules: Iterable[RuleText]) -> Iterator[Word]:
    """The words of the glossary that some rules use, and none of them has as its title."""
    language, titles = edition.book.language, [normalized(rule.title) for rule in rules]
    texts = (word for rule in rules for word in WORD.findall(f"{rule.title} {rule.text}"))
    used = {stem for word in texts for stem in stems(word, language)}
    for each in edition.glossary:
        name = each.term.term
        titled = any(title.startswith(normalized(name)) for title in titles)
        if not titled and all(stems(word, language) & used for word in WORD.findall(name)):
            yield each


def _costs(edition: Edition) -> dict[str, list[str]]:
    """What an offence costs → the rules whose breach costs that, in the order of the table."""
    game, house, costs = edition.game, edition.house, dict[str, dict[str, None]]()
    for rule in game.rules:
        if rule.costs and rule.when(house):
            cost = cost_text(game, house, rule.penalty(house))
            costs.setdefault(cost, {})[edition.book.rule(rule.id).title] = None
    return {cost: list(titles) for cost, titles in costs.items()}


decisions = Blueprint("decisions", __name__)


@decisions.get("/rules/<game>/decisions")
@decisions.get("/m/<code>/rules/decisions")
def list_all(game: str = "", code: str = "") -> Response:
    """The titles of all decisions of a game, by topic."""
    edition = edition_of(game, code)
    topics = links.by_topic(edition.game, code)
    return page("rulebook/decisions.html", edition=edition, topics=topics, back=edition.url)


@decisions.get("/rules/<game>/decisions/<int:number>", endpoint="show")
@decisions.get("/m/<code>/rules/decisions/<int:number>", endpoint="show")
def decision_page(number: int, game: str = "", code: str = "") -> Response:
    """A decision: the quarrel, the facts with the verdict on them, the rule, and why."""
    edition = edition_of(game, code)
    try:
        decision = decided.decision_of(edition.game, number)
    except KeyError:
        abort(404)
    rule = edition.book.rule(decision.example.rule)
    return page(
        "rulebook/decision.html",
        edition=edition,
        book=edition.book,
        decision=decision,
        text=decided.decision_words(edition.game, language()).of(decision),
        example=examples.example_view(decision.example),
        quotes=quotes(edition.game, examples.house_of(decision.example), [rule], code),
        at_this_table=_at_this_table(edition, decision),
        ask=_ask_url(edition, decision),
        around=_around(edition, number),
        back=edition.decisions_url,
    )


def _at_this_table(edition: Edition, decision: decided.Decision) -> VerdictView | None:
    """The verdict at a match's table, if its house rules make another one of it."""
    case, game = decision.example.case, edition.game
    if not edition.code or decision.example.scored:
        return None
    try:
        there, here = (
            examples.judgement_of(game, house, case)
            for house in (examples.house_of(decision.example), edition.house)
        )
    except Invalid:
        return None  # The cards of another pack say nothing here.
    same = as_case(there.verdict) == as_case(here.verdict)
    return None if same else verdict_view(here, edition.book)


def _around(edition: Edition, number: int) -> tuple[str, str]:
    """The addresses of the decisions before and after one; empty where there is none."""
    numbers = [each.number for each in decided.decisions_of(edition.game)]
    before = (n for n in reversed(numbers) if n < number)
    after = (n for n in numbers if n > number)
    near = (next(before, 0), next(after, 0))
    first, last = (links.decision_url(edition.game.key, n, edition.code) if n else "" for n in near)
    return first, last


def _ask_url(edition: Edition, decision: decided.Decision) -> str:
    """The question of a decision, filled in; empty if it is none, or is of another table.

    The form must ask for all of its facts. A match must have as many players and the same house
    rules; without one the form knows the house rules on which its kind of question depends.
    """
    case, game = decision.example.case, edition.game
    if decision.example.scored or case["kind"] == Admitted.kind:
        return ""
    kind, agreed = game.kinds[case["kind"]], dump_house(examples.house_of(decision.example))
    if not {*case["given"]} <= {*form_fields(kind)}:
        return ""
    seats = game.players_in(kind, case["given"])
    table: dict[str, int] = {}
    if edition.code:
        here = len(game.playing(match_or_403(edition.code).standing)) == seats
        fits = here and agreed == dump_house(edition.house)
    else:
        fits, table = set(agreed) <= set(kind.depends_on), {"players": seats}
    about = {"kind": kind.kind, "decision": decision.number, **table}
    ask = links.url_in_book("questions.question", game.key, edition.code, **about)
    return ask if fits else ""

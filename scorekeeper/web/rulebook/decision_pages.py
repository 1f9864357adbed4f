"""Case law as pages: the list of decided quarrels, and each under an address of its own."""

from typing import Any

from flask import Blueprint, Response, abort, url_for

from scorekeeper.core.house_rules import dump_house
from scorekeeper.core.schema import Invalid
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.judgements import as_case
from scorekeeper.rulebook.decisions import Decision, decision_of, decision_words, decisions_of
from scorekeeper.web.forms.kinds.kind import form_fields
from scorekeeper.web.http.access import match_or_403
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.examples import example_view, house_of, judgement_of
from scorekeeper.web.rulebook.links import by_topic, decision_url
from scorekeeper.web.rulebook.pages import Edition, edition_of, quotes
from scorekeeper.web.wording.reader import language
from scorekeeper.web.wording.verdicts import VerdictView, verdict_view

decisions = Blueprint("decisions", __name__)


@decisions.get("/rules/<game>/decisions")
@decisions.get("/m/<code>/rules/decisions", endpoint="list_of_match")
def list_all(game: str = "", code: str = "") -> Response:
    """The titles of all decisions of a game, by topic."""
    edition = edition_of(game, code)
    topics = by_topic(edition.game, code)
    return page("rulebook/decisions.html", edition=edition, topics=topics, back=edition.url)


@decisions.get("/rules/<game>/decisions/<int:number>", endpoint="show")
@decisions.get("/m/<code>/rules/decisions/<int:number>", endpoint="show_of_match")
def decision_page(number: int, game: str = "", code: str = "") -> Response:
    """A decision: the quarrel, the facts with the verdict on them, the rule, and why."""
    edition = edition_of(game, code)
    try:
        decision = decision_of(edition.game, number)
    except KeyError:
        abort(404)
    rule = edition.book.rule(decision.example.rule)
    return page(
        "rulebook/decision.html",
        edition=edition,
        book=edition.book,
        decision=decision,
        text=decision_words(edition.game, language()).of(decision),
        example=example_view(decision.example),
        quotes=quotes(edition.game, house_of(decision.example), [rule], code),
        here=_here(edition, decision),
        ask=_ask_url(edition, decision),
        around=_around(edition, number),
        back=edition.decisions_url,
    )


def _here(edition: Edition, decision: Decision) -> VerdictView | None:
    """The verdict at a match's table, if its house rules make another one of it."""
    case, game = decision.example.case, edition.game
    if not edition.code or decision.example.scored:
        return None
    try:
        there, here = (
            judgement_of(game, house, case) for house in (house_of(decision.example), edition.house)
        )
    except Invalid:
        return None  # The cards of another pack say nothing here.
    same = as_case(there.verdict) == as_case(here.verdict)
    return None if same else verdict_view(here, edition.book)


def _around(edition: Edition, number: int) -> tuple[str, str]:
    """The addresses of the decisions before and after one; empty where there is none."""
    numbers = [each.number for each in decisions_of(edition.game)]
    before = (n for n in reversed(numbers) if n < number)
    after = (n for n in numbers if n > number)
    near = (next(before, 0), next(after, 0))
    first, last = (decision_url(edition.game.key, n, edition.code) if n else "" for n in near)
    return first, last


def _ask_url(edition: Edition, decision: Decision) -> str:
    """The question of a decision, filled in; empty if it is none, or is of another table.

    The form must ask for all of its facts. A match must have as many players and the same house
    rules; without one the form knows the house rules on which its kind of question depends.
    """
    case, game = decision.example.case, edition.game
    if decision.example.scored or case["kind"] == Admitted.kind:
        return ""
    kind, agreed = game.kinds[case["kind"]], dump_house(house_of(decision.example))
    declared: type = kind
    if not {*case["given"]} <= {*form_fields(declared)}:
        return ""
    seats = game.players_in(kind, case["given"])
    if not edition.code:
        known = set(agreed) <= set(kind.depends_on)
        return _question_url(decision, game=game.key, players=seats) if known else ""
    here = len(game.playing(match_or_403(edition.code).standing)) == seats
    same = agreed == dump_house(edition.house)
    return _question_url(decision, code=edition.code) if here and same else ""


def _question_url(decision: Decision, **table: Any) -> str:
    kind = decision.example.case["kind"]
    return url_for("questions.question", kind=kind, decision=decision.number, **table)
